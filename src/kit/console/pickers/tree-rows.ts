import type { TreeChoice } from './picker-source.ts';

/** Loaded children by parent; the top under null. */
export type Loaded = ReadonlyMap<string | null, readonly TreeChoice[]>;

/** Where a node goes: into a parent, before a sibling or last. */
export interface Place {
  parentId: string | null;
  beforeId: string | null;
}

/** A node as one line of the tree. */
export interface TreeRow {
  choice: TreeChoice;
  parentId: string | null;
  /** From 1. */
  level: number;
  /** Place among its siblings, from 1. */
  position: number;
  siblings: number;
  open: boolean;
}

/** The lines of a tree from top to bottom: what is loaded and not inside something closed. */
export function rowsOf(loaded: Loaded, expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (parentId: string | null, level: number): void => {
    const children = loaded.get(parentId) ?? [];
    for (const [at, choice] of children.entries()) {
      const open = expanded.has(choice.id) && !choice.leaf;
      rows.push({ choice, parentId, level, position: at + 1, siblings: children.length, open });
      if (open) add(choice.id, level + 1);
    }
  };
  add(null, 1);
  return rows;
}

/** Whether a node stands below another, or is it. */
export function isWithin(rows: readonly TreeRow[], id: string, ancestor: string): boolean {
  const parents = new Map(rows.map((row) => [row.choice.id, row.parentId]));
  for (let at: string | null | undefined = id; at; at = parents.get(at)) if (at === ancestor) return true;
  return false;
}

/** A top that stands alone is the whole: nothing goes beside it, and it goes nowhere. */
export const isWhole = ({ level, siblings }: TreeRow): boolean => level === 1 && siblings === 1;

/** Which part of a line something is dropped on. */
export type DropZone = 'before' | 'inside' | 'after';

/** Where a node lands when it is dropped on a line; undefined where it can't: on itself, below itself, or where it stands already. */
export function placeOfDrop(rows: readonly TreeRow[], dragged: string, onto: TreeRow, zone: DropZone): Place | undefined {
  if (isWithin(rows, onto.choice.id, dragged) || (zone !== 'inside' && isWhole(onto))) return undefined;
  if (zone === 'inside') return onto.choice.disabled === undefined ? { parentId: onto.choice.id, beforeId: null } : undefined;
  const siblings = rows.filter((row) => row.parentId === onto.parentId).map((row) => row.choice.id);
  const at = siblings.indexOf(onto.choice.id);
  const beforeId = zone === 'before' ? onto.choice.id : (siblings[at + 1] ?? null);
  const now = siblings.indexOf(dragged);
  const stands = now >= 0 && (beforeId === dragged || beforeId === (siblings[now + 1] ?? null));
  return stands ? undefined : { parentId: onto.parentId, beforeId };
}

/** The four ways of moving a node without a pointer. */
export type Step = 'up' | 'down' | 'out' | 'in';

/** Where a step leads: past the sibling before or after, behind the parent, or into the sibling before; undefined where there is no such place. */
export function placeOfStep(rows: readonly TreeRow[], id: string, step: Step): Place | undefined {
  const row = rows.find(({ choice }) => choice.id === id);
  if (!row) return undefined;
  const siblings = rows.filter(({ parentId }) => parentId === row.parentId);
  const at = row.position - 1;
  const before = siblings[at - 1];
  if (step === 'up') return before && { parentId: row.parentId, beforeId: before.choice.id };
  if (step === 'down') return siblings[at + 1] && { parentId: row.parentId, beforeId: siblings[at + 2]?.choice.id ?? null };
  if (step === 'in') return before && before.choice.disabled === undefined ? { parentId: before.choice.id, beforeId: null } : undefined;
  const parent = rows.find(({ choice }) => choice.id === row.parentId);
  if (!parent || isWhole(parent)) return undefined;
  const next = rows.filter(({ parentId }) => parentId === parent.parentId)[parent.position];
  return { parentId: parent.parentId, beforeId: next?.choice.id ?? null };
}
