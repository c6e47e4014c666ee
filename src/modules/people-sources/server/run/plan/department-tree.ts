import type { Fields } from '#kit/server/change/kind.ts';
import { isPathTaken, type DepartmentScope } from '../scope.ts';
import { pathId } from '../stage.ts';
import type { ItemReason } from './plan-item.ts';

/** A department as it was read. */
export interface DepartmentNode {
  externalId: string;
  values: Fields;
  hash: string | null;
  /** Of its line, for its place among others. */
  at: number;
  parent: DepartmentNode | null;
  /** The parent's external id where the parent was not read this time. */
  outer: string | null;
  children: DepartmentNode[];
  reason: ItemReason | null;
  /** What it is here, once that is known. */
  objectId: string | null;
  /** Its path, where it exists already. */
  path: string | null;
  /** The id of the record that it had there before it was made again. */
  former: string | null;
  /** Nothing came of it: not read, conflicting, or outside. */
  unusable: boolean;
}

/** A staged department after its mapping. */
export interface ReadDepartment {
  externalId: string | null;
  values: Fields;
  hash: string | null;
  reason: ItemReason | null;
}

/** The departments of a run as a forest. */
export interface DepartmentTree {
  byId: Map<string, DepartmentNode>;
  /** Level by level, parents before children; without those of which nothing comes. */
  levels: DepartmentNode[][];
  /** Those with a reason against them, and everything below them. */
  refused: DepartmentNode[];
  /** Rows that have no id, or one that stands twice. */
  /** External ids of those that the scope leaves out: as if they had not been read. */
  left: Set<string>;
  nameless: { name: string; externalId: string | null; reason: ItemReason }[];
}

const textIn = (values: Fields, name: string): string | null =>
  typeof values[name] === 'string' && values[name] !== '' ? values[name] : null;
const parentPath = (path: string): string => path.split('/').slice(0, -1).join('/');

/** What decides on the shape of the tree. */
export interface TreeRules {
  /** Names from the root down of departments that only people name; made where `create` is set. */
  paths: Iterable<string>;
  create: boolean;
  /** Levels that still fit below the source's root. */
  depth: number;
  /** External ids or paths of departments that are taken with all below them, and of those that are not. */
  scope: DepartmentScope;
  /** Whether a department that was not read this time is known from earlier. */
  known: (externalId: string) => boolean;
}

/** A tree without departments. */
export const emptyTree = (): DepartmentTree => ({ byId: new Map(), levels: [], refused: [], left: new Set(), nameless: [] });

/** Builds the tree: departments by ids or by paths, those above that only paths name, orphans and circles refused with all below them. */
export function treeOf(read: Iterable<ReadDepartment>, rules: TreeRules): DepartmentTree {
  const tree = emptyTree();
  const byPath = new Map<string, DepartmentNode>();
  for (const row of read) addRow(tree, byPath, row);
  for (const path of [...byPath.keys(), ...rules.paths]) addPath(tree, byPath, path, rules.create);
  for (const node of tree.byId.values()) place(tree, byPath, node, rules);
  leaveOut(tree, rules.scope);
  order(tree, rules.depth);
  return tree;
}

const nodeOf = (externalId: string, { values, hash, reason }: Omit<ReadDepartment, 'externalId'>, at: number): DepartmentNode => ({
  externalId,
  values,
  hash,
  at,
  parent: null,
  outer: null,
  children: [],
  reason,
  objectId: null,
  former: null,
  path: null,
  unusable: false,
});

function addRow(tree: DepartmentTree, byPath: Map<string, DepartmentNode>, row: ReadDepartment): void {
  const path = textIn(row.values, 'path');
  const values = path !== null && textIn(row.values, 'name') === null ? { ...row.values, name: path.split('/').at(-1)! } : row.values;
  const externalId = row.externalId ?? (path === null ? null : pathId(path));
  const name = textIn(values, 'name') ?? externalId ?? '';
  if (externalId === null) {
    tree.nameless.push({ name, externalId, reason: row.reason ?? { code: 'missing', path: 'externalId' } });
    return;
  }
  if (tree.byId.has(externalId)) {
    tree.nameless.push({ name, externalId, reason: { code: 'repeatedId', path: 'externalId', params: { id: externalId } } });
    return;
  }
  const node = nodeOf(externalId, { ...row, values }, tree.byId.size);
  tree.byId.set(externalId, node);
  if (path !== null && !byPath.has(path)) byPath.set(path, node);
}

/** A department that only a path names, and all above it. */
function addPath(tree: DepartmentTree, byPath: Map<string, DepartmentNode>, path: string, create: boolean): void {
  if (!create) return;
  for (let at = path; at !== '' && !byPath.has(at); at = parentPath(at)) {
    const node = nodeOf(pathId(at), { values: { path: at, name: at.split('/').at(-1)! }, hash: null, reason: null }, tree.byId.size);
    if (tree.byId.has(node.externalId)) return;
    tree.byId.set(node.externalId, node);
    byPath.set(at, node);
  }
}

function place(tree: DepartmentTree, byPath: ReadonlyMap<string, DepartmentNode>, node: DepartmentNode, rules: TreeRules): void {
  const path = textIn(node.values, 'path');
  const id = textIn(node.values, 'parent');
  const above = path === null ? (id === null ? null : tree.byId.get(id)) : parentPath(path) === '' ? null : byPath.get(parentPath(path));
  if (above) {
    node.parent = above;
    above.children.push(node);
  } else if (above === undefined && id !== null && rules.known(id)) node.outer = id;
  else if (above === undefined)
    node.reason ??= { code: 'orphan', path: path === null ? 'parent' : 'path', params: { parent: id ?? parentPath(path ?? '') } };
}

/** The way down to a department, by ids and by names. */
type Ways = readonly [readonly string[], readonly string[]];

/** Takes out what the scope leaves out; what is taken below it hangs at the root. */
function leaveOut(tree: DepartmentTree, scope: DepartmentScope): void {
  if (scope.include.length === 0 && scope.exclude.length === 0) return;
  const waiting: { node: DepartmentNode; ways: Ways }[] = [];
  for (const node of tree.byId.values()) if (node.parent === null) waiting.push({ node, ways: [[], []] });
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { node } = one;
    const name = textIn(node.values, 'name') ?? '';
    // Upwards by ids and by names: a scope may name either.
    const ways = [
      [...one.ways[0], node.externalId],
      [...one.ways[1], name],
    ] as const;
    for (const child of node.children) waiting.push({ node: child, ways });
    const taken = isPathTaken(scope, ways[1], ways[0]);
    if (!taken) {
      tree.byId.delete(node.externalId);
      tree.left.add(node.externalId);
    }
    const above = node.parent;
    if (!above || !(tree.left.has(above.externalId) || !taken)) continue;
    above.children = above.children.filter((child) => child !== node);
    node.parent = null;
  }
}

function order(tree: DepartmentTree, depth: number): void {
  const seen = new Set<DepartmentNode>();
  const rank = (node: DepartmentNode): number =>
    typeof node.values['order'] === 'number' ? node.values['order'] : Number.MAX_SAFE_INTEGER;
  let level = [...tree.byId.values()].filter(({ parent }) => parent === null);
  for (let left = depth; level.length > 0; left -= 1) {
    const good: DepartmentNode[] = [];
    for (const node of level.toSorted((one, other) => rank(one) - rank(other) || one.at - other.at)) {
      seen.add(node);
      if (left <= 0) node.reason ??= { code: 'deptTooDeep', path: 'parent' };
      if (node.reason) refuse(tree, node, seen);
      else good.push(node);
    }
    if (good.length > 0) tree.levels.push(good);
    level = good.flatMap(({ children }) => children);
  }
  // Whom no way from the top reaches stands in a circle, or below one.
  const lost = [...tree.byId.values()].filter((node) => !seen.has(node));
  for (const node of lost) node.reason ??= { code: 'cycle', path: 'parent' };
  for (const node of lost) refuse(tree, node, seen);
}

/** Refuses a department with everything below it. */
export function refuse(tree: DepartmentTree, node: DepartmentNode, seen: Set<DepartmentNode> = new Set()): void {
  const waiting = [node];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.unusable) continue;
    one.unusable = true;
    seen.add(one);
    one.reason ??= { code: 'above', path: 'parent', params: { parent: textIn(one.parent?.values ?? {}, 'name') ?? '' } };
    tree.refused.push(one);
    waiting.push(...one.children);
  }
}
