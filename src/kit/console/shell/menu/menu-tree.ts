import type { MenuNode } from '../../store/registry.ts';

/** What the menu draws: nested pages, pages that this console does not have, and groups without a page below are left out. */
export function drawn(nodes: readonly MenuNode[], isPage: (route: string) => boolean): MenuNode[] {
  return nodes.flatMap((node) => {
    if (node.nested) return [];
    const children = drawn(node.children ?? [], isPage);
    return (node.route && isPage(node.route)) || children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The nodes from the top down to a code; empty when it is not in the menu. */
export function trailTo(nodes: readonly MenuNode[], code: string): MenuNode[] {
  for (const node of nodes) {
    if (node.code === code) return [node];
    const below = trailTo(node.children ?? [], code);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** Every page of a menu with the names above it. */
export function pagesOf(
  nodes: readonly MenuNode[],
  above: readonly string[] = [],
): { code: string; name: string; route: string; above: readonly string[] }[] {
  return nodes.flatMap((node) => [
    ...(node.route ? [{ code: node.code, name: node.name, route: node.route, above }] : []),
    ...pagesOf(node.children ?? [], [...above, node.name]),
  ]);
}

/** Whether a page is the one on screen, or holds it as a page of its own below. */
export const isAt = (here: string, route: string | null | undefined): boolean =>
  Boolean(route) && (here === route || here.startsWith(`${route}/`));

/** The nodes from the top down to the page on screen; empty when it is not in the menu. */
export function trailAt(nodes: readonly MenuNode[], here: string): MenuNode[] {
  for (const node of nodes) {
    const below = trailAt(node.children ?? [], here);
    if (below.length > 0) return [node, ...below];
    if (isAt(here, node.route)) return [node];
  }
  return [];
}
