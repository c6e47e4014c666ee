import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { newId } from '../ids.ts';
import { InvalidInput, notFound, outOfRange, stale } from '../refusal.ts';
import { diffOf, entityOf } from './fields.ts';
import { writeWhole } from './kept.ts';
import { chunksOf, writeJournal, type BatchOptions } from './journal.ts';
import type { Action, Fields, Kind, Operation, Part, State } from './kind.ts';
import { outsideRefusal } from './site-kind.ts';

/** A new object; its id is made unless given. */
export interface ObjectDraft<F = Fields> {
  id?: string;
  name: string;
  /** ltree path of its department, null when it belongs to none. */
  path: string | null;
  fields: F;
}

/** A request to change some fields of an object. */
export interface ObjectChange<F = Fields> {
  id: string;
  /** The version that was read; null where a bulk action takes whatever is there. */
  version: number | null;
  /** New values; fields left out stay as they are. */
  fields: Part<F>;
  /** `change` unless said. */
  action?: Action;
}

/** Creates objects of a kind: range, rules, rows, journal. Answers their ids in order. Refuses with 10910, 10400 and what the kind refuses. */
// oxlint-disable-next-line eslint/max-params -- kind and options are two subjects; every service calls it like this
export function createObjects<F extends Fields = Fields>(
  tx: Tx,
  caller: Caller,
  kind: Kind<F>,
  drafts: readonly ObjectDraft<NoInfer<F>>[],
  options?: BatchOptions,
): Promise<string[]>;
// oxlint-disable-next-line eslint/max-params -- as declared above
export async function createObjects(
  tx: Tx,
  caller: Caller,
  kind: Kind,
  drafts: readonly ObjectDraft[],
  options: BatchOptions = {},
): Promise<string[]> {
  const operations = drafts.map((draft): Operation => ({
    action: 'create',
    id: draft.id ?? newId(),
    name: draft.name,
    path: draft.path,
    before: null,
    after: draft.fields,
    version: null,
  }));
  await applyOperations(tx, caller, { kind, operations }, options);
  return operations.map((operation) => operation.id);
}

/**
 * Changes objects of a kind: locks them, compares versions (10409 with the present entity) and fields, checks range (10910) and rules
 * (10400), writes rows and journal. Objects whose fields all stay are left untouched. Answers all of them as they are afterwards, in order.
 */
// oxlint-disable-next-line eslint/max-params -- kind and options are two subjects; every service calls it like this
export function changeObjects<F extends Fields = Fields>(
  tx: Tx,
  caller: Caller,
  kind: Kind<F>,
  changes: readonly ObjectChange<NoInfer<F>>[],
  options?: BatchOptions,
): Promise<State<F>[]>;
// oxlint-disable-next-line eslint/max-params -- as declared above
export async function changeObjects(
  tx: Tx,
  caller: Caller,
  kind: Kind,
  changes: readonly ObjectChange[],
  options: BatchOptions = {},
): Promise<State[]> {
  const now = await lockObjects(
    tx,
    caller,
    kind,
    changes.map((change) => change.id),
  );
  const requests = changes.flatMap((change) => requestOf(now.get(change.id), change) ?? []);
  // Untouched ones are checked too: the answer holds them.
  await assertInRange(tx, caller, kind, requests);
  assertFresh(kind, now, changes);
  const operations = requests.filter((request) => Object.keys(request.after ?? {}).length > 0);
  if (operations.length === 0) return changes.flatMap((change) => now.get(change.id) ?? []);
  await checkAndWrite(tx, caller, { kind, operations });
  const after = await kind.read(
    tx,
    changes.map((change) => change.id),
    false,
  );
  const named = operations.map((operation) => ({
    ...operation,
    name: after.get(operation.id)?.name ?? operation.name,
    path: after.get(operation.id)?.path ?? operation.path,
  }));
  await writeJournal(tx, caller, { kind, operations: named }, options);
  return changes.flatMap((change) => after.get(change.id) ?? []);
}

/** Deletes objects of a kind; the journal keeps them whole, so that the recycle bin can bring them back. Answers how many. */
// oxlint-disable-next-line eslint/max-params -- kind and options are two subjects; every service calls it like this
export async function removeObjects(
  tx: Tx,
  caller: Caller,
  kind: Kind,
  ids: readonly string[],
  options: BatchOptions = {},
): Promise<number> {
  const now = await lockObjects(tx, caller, kind, ids);
  const operations = [...now.values()].map((state): Operation => ({
    action: 'delete',
    id: state.id,
    name: state.name,
    path: state.path,
    before: state.fields,
    after: null,
    version: state.version,
  }));
  await applyOperations(tx, caller, { kind, operations }, options);
  return operations.length;
}

/** Applies operations whose objects are already locked and compared: range, rules, rows, journal. Returns the batch and the ids of the operations. */
export async function applyOperations(
  tx: Tx,
  caller: Caller,
  work: Work,
  options: BatchOptions = {},
): Promise<{ batchId: string; ids: string[] }> {
  await assertInRange(tx, caller, work.kind, work.operations);
  await checkAndWrite(tx, caller, work);
  return writeJournal(tx, caller, work, options);
}

/** Operations on objects of one kind. */
export interface Work {
  readonly kind: Kind;
  readonly operations: readonly Operation[];
}

async function lockObjects(tx: Tx, caller: Caller, kind: Kind, ids: readonly string[]): Promise<Map<string, State>> {
  const found = await kind.read(tx, [...new Set(ids)], true);
  if (ids.some((id) => !found.has(id))) throw kind.unranged || caller.scope().all ? notFound() : outOfRange();
  return found;
}

async function assertInRange(tx: Tx, caller: Caller, kind: Kind, operations: readonly Operation[]): Promise<void> {
  const range = caller.scope();
  if (operations.length > 0 && (await kind.outside(tx, range, operations)).size > 0) throw outsideRefusal(kind);
}

function requestOf(state: State | undefined, change: ObjectChange): Operation | undefined {
  const diff = state && (diffOf(state.fields, change.fields) ?? { before: {}, after: {} });
  return (
    state &&
    diff && { action: change.action ?? 'change', id: state.id, name: state.name, path: state.path, ...diff, version: state.version }
  );
}

function assertFresh(kind: Kind, now: ReadonlyMap<string, State>, changes: readonly ObjectChange[]): void {
  for (const { id, version } of changes) {
    const state = now.get(id);
    if (state && version !== null && state.version !== version) throw stale(entityOf(kind, state));
  }
}

async function checkAndWrite(tx: Tx, caller: Caller, { kind, operations }: Work): Promise<void> {
  const issues = await kind.check?.(tx, caller, operations);
  if (issues && issues.size > 0) {
    const many = operations.length > 1;
    throw new InvalidInput(
      [...issues].flatMap(([index, found]) => found.map((issue) => (many ? { ...issue, path: `${index}.${issue.path}` } : issue))),
    );
  }
  for (const chunk of chunksOf(operations)) await writeWhole(tx, caller, kind, chunk);
}
