import type { Selectable } from 'kysely';
import type { ChangeOperationTable } from './change.table.ts';
import { journaled, sameJson, unmasked } from './fields.ts';
import { masked, type Action, type Fields, type Kind, type Operation, type State } from './kind.ts';

/** A line of the journal that is to be undone. */
export type JournalLine = Selectable<ChangeOperationTable> & { reverted_by: string | null };

/** Why an object can't be brought back as it was; `edited` may still be undone for its other fields. */
export interface UndoConflict {
  reason: 'edited' | 'gone' | 'exists' | 'inUse' | 'reverted' | 'unknown' | 'refused';
  fields: string[];
}

/** The inverse of all chosen lines of one object. */
export interface Undo {
  objectId: string;
  name: string;
  lines: JournalLine[];
  /** Undefined when nothing is left to do. */
  operation: Operation | undefined;
  conflict: UndoConflict | undefined;
}

const opposites: Readonly<Record<Action, Action>> = {
  create: 'delete',
  delete: 'restore',
  restore: 'delete',
  enable: 'disable',
  disable: 'enable',
  change: 'change',
  move: 'move',
};

/** Works out the inverse of the lines of one object (newest first) against what it is now. */
export function undoOf(kind: Kind, lines: JournalLine[], state: State | undefined): Undo {
  const open = lines.filter((line) => line.reverted_by === null);
  const [newest] = open;
  const undo: Undo = {
    objectId: lines[0]!.object_id,
    name: state?.name ?? lines[0]!.object_name,
    lines: open,
    operation: undefined,
    conflict: undefined,
  };
  const oldest = open.at(-1);
  if (!newest || !oldest) return { ...undo, conflict: { reason: 'reverted', fields: [] } };
  const appeared = oldest.action === 'create' || oldest.action === 'restore';
  if (newest.action === 'delete') return appeared ? undo : restored(kind, undo, { open, state });
  if (!state) return { ...undo, conflict: { reason: 'gone', fields: [] } };
  return appeared ? removed(kind, undo, { newest, state }) : changedBack(kind, undo, { open, state });
}

/** What the object had before the chosen lines, and what they left it with. */
function endsOf(open: readonly JournalLine[]): { back: Fields; left: Fields } {
  const [back, left]: Fields[] = [{}, {}];
  for (const line of open) {
    for (const [name, value] of Object.entries(line.after ?? {})) if (!(name in left!)) left![name] = value;
    Object.assign(back!, line.before ?? {});
  }
  return { back: back!, left: left! };
}

function restored(kind: Kind, undo: Undo, { open, state }: { open: readonly JournalLine[]; state: State | undefined }): Undo {
  if (state) return { ...undo, conflict: { reason: 'exists', fields: [] } };
  const newest = open[0]!;
  const whole = { ...newest.before, ...endsOf(open).back };
  return {
    ...undo,
    operation: {
      action: 'restore',
      id: undo.objectId,
      name: undo.name,
      path: newest.path,
      before: null,
      after: unmasked(knownOf(kind, whole)),
      version: newest.version_before,
    },
  };
}

function removed(kind: Kind, undo: Undo, { newest, state }: { newest: JournalLine; state: State }): Undo {
  const now = journaled(kind, state.fields) ?? {};
  const fields =
    state.version === newest.version_after
      ? []
      : Object.keys(newest.after ?? {}).filter((name) => !sameJson(now[name] ?? null, newest.after?.[name] ?? null));
  if (state.version !== newest.version_after) return { ...undo, conflict: { reason: 'edited', fields } };
  return {
    ...undo,
    operation: {
      action: 'delete',
      id: state.id,
      name: state.name,
      path: state.path,
      before: state.fields,
      after: null,
      version: state.version,
    },
  };
}

function changedBack(kind: Kind, undo: Undo, { open, state }: { open: readonly JournalLine[]; state: State }): Undo {
  const { back, left } = endsOf(open);
  const now = journaled(kind, state.fields) ?? {};
  const names = Object.keys(knownOf(kind, back)).filter(
    (name) => !sameJson(now[name] ?? null, back[name] ?? null) || back[name] === masked,
  );
  const unknown = names.filter((name) => back[name] === masked);
  const edited = names.filter((name) => !unknown.includes(name) && !sameJson(now[name] ?? null, left[name] ?? null));
  const good = names.filter((name) => !unknown.includes(name) && !edited.includes(name));
  const conflict: UndoConflict | undefined =
    edited.length > 0 ? { reason: 'edited', fields: edited } : unknown.length > 0 ? { reason: 'unknown', fields: unknown } : undefined;
  if (good.length === 0) return { ...undo, conflict };
  const pick = (fields: Fields): Fields => Object.fromEntries(good.map((name) => [name, fields[name] ?? null]));
  const action = open.length === 1 ? opposites[open[0]!.action] : 'change';
  return {
    ...undo,
    conflict,
    operation: {
      action,
      id: state.id,
      name: state.name,
      path: state.path,
      before: pick(state.fields),
      after: pick(back),
      version: state.version,
    },
  };
}

/** Fields that this version of the kind still has. */
const knownOf = (kind: Kind, fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([name]) => kind.fields[name]));
