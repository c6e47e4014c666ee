import { clausesOf, crowdLimits, isGroup, type CrowdClause, type CrowdGroup, type CrowdNode } from '../../common/crowd-conditions.ts';

/** Where a part of a rule stands: its index in each group on the way to it; empty for the whole. */
export type Path = readonly number[];

/** A path as the wire names it: `of.0.of.2`. */
export const placeOf = (path: Path): string => path.map((at) => `of.${at}`).join('.');

/** A clause that nobody has filled in yet. */
export const emptyClause = (): CrowdClause => ({ field: '', op: 'is', value: null });
/** A group with one clause to fill in. */
export const emptyGroup = (): CrowdGroup => ({ match: 'any', of: [emptyClause()] });
/** What a new rule begins with. */
export const emptyRule = (): CrowdGroup => ({ match: 'all', of: [emptyClause()] });

/** Whether one more clause fits into a rule. */
export const hasRoom = (root: CrowdGroup): boolean => clausesOf(root).length < crowdLimits.leaves;
/** Whether a group at this path may hold groups. */
export const mayNest = (path: Path): boolean => path.length + 1 < crowdLimits.depth;

/** The part at a path; undefined where there is none. */
export function nodeAt(root: CrowdGroup, path: Path): CrowdNode | undefined {
  return path.reduce<CrowdNode | undefined>((node, at) => (node && isGroup(node) ? node.of[at] : undefined), root);
}

/** The rule with another part at a path. */
export function replaced(root: CrowdGroup, path: Path, node: CrowdNode): CrowdGroup {
  const at = path.at(-1);
  if (at === undefined) return isGroup(node) ? node : root;
  return withChildren(root, path.slice(0, -1), (of) => of.with(at, node));
}

/** The rule with one more part at the end of a group. */
export const added = (root: CrowdGroup, group: Path, node: CrowdNode): CrowdGroup => withChildren(root, group, (of) => [...of, node]);

/** The rule without a part. A group that is left empty goes too; the rule itself keeps a clause to fill in. */
export function removed(root: CrowdGroup, path: Path): CrowdGroup {
  const group = path.slice(0, -1);
  const left = withChildren(root, group, (of) => of.filter((_node, at) => at !== path.at(-1)));
  const holder = nodeAt(left, group);
  if (!holder || !isGroup(holder) || holder.of.length > 0) return left;
  return group.length === 0 ? { ...left, of: [emptyClause()] } : removed(left, group);
}

/** A rule after a part of it moved, and where the part is now. */
interface Moved {
  rule: CrowdGroup;
  path: Path;
}

/** Moves a part one step up or down as one reads: past its neighbour, into a group beside it, or out of its own. Undefined at the ends of the rule. */
export function moved(root: CrowdGroup, path: Path, by: -1 | 1): Moved | undefined {
  const at = path.at(-1);
  const node = nodeAt(root, path);
  if (at === undefined || !node) return undefined;
  const parent = path.slice(0, -1);
  const group = nodeAt(root, parent);
  if (!group || !isGroup(group)) return undefined;
  const beside = group.of[at + by];
  if (!beside) return movedOut(root, { path, node, by });
  if (isGroup(beside) && parent.length + 2 + levels(node) <= crowdLimits.depth) {
    const into = [...parent, by === 1 ? at : at - 1];
    const without = withChildren(root, parent, (of) => of.filter((_node, n) => n !== at));
    const rule = withChildren(without, into, (of) => (by === 1 ? [node, ...of] : [...of, node]));
    return { rule, path: [...into, by === 1 ? 0 : beside.of.length] };
  }
  return { rule: withChildren(root, parent, (of) => of.with(at, beside).with(at + by, node)), path: [...parent, at + by] };
}

function movedOut(root: CrowdGroup, { path, node, by }: { path: Path; node: CrowdNode; by: -1 | 1 }): Moved | undefined {
  const parent = path.slice(0, -1);
  const from = parent.at(-1);
  if (from === undefined) return undefined;
  const above = parent.slice(0, -1);
  const group = nodeAt(root, parent);
  const alone = group !== undefined && isGroup(group) && group.of.length === 1;
  // Alone in its group, it takes the place of the group.
  if (alone) return { rule: replaced(root, parent, node), path: parent };
  const to = by === 1 ? from + 1 : from;
  const without = withChildren(root, parent, (of) => of.filter((_node, n) => n !== path.at(-1)));
  return { rule: withChildren(without, above, (of) => of.toSpliced(to, 0, node)), path: [...above, to] };
}

/** Levels of groups in a part: none for a clause. */
const levels = (node: CrowdNode): number => (isGroup(node) ? 1 + Math.max(0, ...node.of.map(levels)) : 0);

function withChildren(group: CrowdGroup, path: Path, change: (of: CrowdNode[]) => CrowdNode[]): CrowdGroup {
  const [at, ...rest] = path;
  if (at === undefined) return { ...group, of: change(group.of) };
  return { ...group, of: group.of.map((node, n) => (n === at && isGroup(node) ? withChildren(node, rest, change) : node)) };
}
