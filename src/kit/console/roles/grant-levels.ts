import type { ResourceOption } from './role-area.ts';

/** What a role gives of a page with everything below it: nothing, its pages without a button, all of it, or a choice. */
export const levels = ['none', 'read', 'manage', 'custom'] as const;
export type Level = (typeof levels)[number];
/** What can be set by one click. */
export type WholeLevel = Exclude<Level, 'custom'>;

/** The permission tree by parents, as the matrix asks it. */
export interface GrantTree {
  readonly groups: readonly ResourceOption[];
  below(code: string): readonly ResourceOption[];
  /** A node and everything below it. */
  all(code: string): readonly ResourceOption[];
  /** The pages of a group: itself where nothing stands below it but buttons. */
  pages(group: string): readonly ResourceOption[];
  find(code: string): ResourceOption | undefined;
}

const isPage = ({ kind }: ResourceOption): boolean => kind === 'menu';

/** Makes the tree of a list of nodes. */
export function grantTree(nodes: readonly ResourceOption[]): GrantTree {
  const byCode = new Map(nodes.map((node) => [node.code, node]));
  const children = Map.groupBy(nodes, ({ parent }) => parent);
  const below = (code: string): readonly ResourceOption[] => children.get(code) ?? [];
  const all = (code: string): ResourceOption[] => {
    const node = byCode.get(code);
    return node ? [node, ...below(code).flatMap((one) => all(one.code))] : [];
  };
  return {
    groups: children.get(null) ?? [],
    below,
    all,
    pages: (group) => {
      const inside = below(group).filter(isPage);
      const itself = byCode.get(group);
      return inside.length > 0 || !itself ? inside : [itself];
    },
    find: (code) => byCode.get(code),
  };
}

/** What is held of a page and everything below it. */
export function levelOf(tree: GrantTree, code: string, held: ReadonlySet<string>): Level {
  const all = tree.all(code);
  const has = all.filter((node) => held.has(node.code));
  if (has.length === 0) return 'none';
  if (has.length === all.length) return all.every(isPage) ? 'read' : 'manage';
  return has.every(isPage) && has.length === all.filter(isPage).length ? 'read' : 'custom';
}

/** What is held of all pages of a group; nothing is said where they differ. */
export function groupLevel(tree: GrantTree, group: string, held: ReadonlySet<string>): WholeLevel | undefined {
  const whole = tree.pages(group);
  const found = new Set(whole.map(({ code }) => (held.has(code) && !hasButtons(tree, code) ? 'plain' : levelOf(tree, code, held))));
  // A page without buttons is read and governed at once.
  if (!found.has('none') && found.size > 1) found.delete('plain');
  const [one] = found;
  if (found.size !== 1 || one === 'custom') return undefined;
  return one === 'plain' ? 'read' : one;
}

/** Whether there is anything to govern beside reading. */
export const hasButtons = (tree: GrantTree, code: string): boolean => !tree.all(code).every(isPage);

/** Gives a page with everything below it as a level says, and what stands above it; a folder in which nothing is held any more goes too. */
export function withLevel(tree: GrantTree, held: readonly string[], code: string, level: WholeLevel): string[] {
  const all = tree.all(code);
  const next = new Set(held);
  for (const node of all) next.delete(node.code);
  for (const node of all) if (level === 'manage' || (level === 'read' && isPage(node))) next.add(node.code);
  return settled(tree, next, code, level !== 'none');
}

/**
 * A checked button brings its page along, an unchecked page takes everything below it away: no grant hangs in the air. A checked page
 * brings none of its buttons: what is granted is what was meant.
 */
export function withOne(tree: GrantTree, held: readonly string[], code: string, on: boolean): string[] {
  const next = new Set(held);
  if (on) next.add(code);
  else for (const node of tree.all(code)) next.delete(node.code);
  return settled(tree, next, code, on);
}

function settled(tree: GrantTree, next: Set<string>, code: string, on: boolean): string[] {
  for (let at = tree.find(code); at?.parent; at = tree.find(at.parent)) {
    if (on) next.add(at.parent);
    else if (isEmptyFolder(tree, at.parent, next)) next.delete(at.parent);
  }
  return [...next].toSorted();
}

function isEmptyFolder(tree: GrantTree, code: string, held: ReadonlySet<string>): boolean {
  return tree.find(code)?.parent === null && !tree.all(code).some((node) => node.code !== code && held.has(node.code));
}
