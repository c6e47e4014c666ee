import { createHash } from 'node:crypto';
import { pick, type LocalText } from '#kit/common/language.ts';
import type { MenuNode } from '#kit/common/session/menu.contract.ts';
import type { Caller } from '../../caller.ts';
import type { Services } from '../../services.ts';
import '../access.table.ts';

interface ResourceRow {
  code: string;
  parent: string | null;
  kind: string;
  route: string | null;
  names: Partial<LocalText>;
  icon: string | null;
  visible: boolean;
  nested: boolean;
}

type Facts = Pick<Services, 'database'> & { readonly licence?: Pick<Services['licence'], 'hides'> };

/** Nodes of the product that runs, in their order, without what is hidden, not licensed, or below such a node. */
async function shownNodes({ database, licence }: Facts): Promise<Map<string | null, ResourceRow[]>> {
  const rows: ResourceRow[] = await database.db
    .selectFrom('resource')
    .select(['code', 'parent', 'kind', 'route', 'names', 'icon', 'visible', 'nested'])
    .where('retired_at', 'is', null)
    .orderBy('order_no')
    .orderBy('code')
    .execute();
  const codes = new Set(rows.map(({ code }) => code));
  // A node whose parent is gone stands at the top.
  return Map.groupBy(
    rows.filter((row) => row.visible && !licence?.hides(row.code)),
    ({ parent }) => (parent !== null && codes.has(parent) ? parent : null),
  );
}

/**
 * The granted pages as a tree, as the administrators arranged and named them. A group stands where something below it is granted; pages
 * below one that is not granted stand in its place, so that no code is told that is not held.
 */
export async function menuTree(facts: Facts, caller: Caller): Promise<MenuNode[]> {
  const children = await shownNodes(facts);
  const below = (parent: string | null): MenuNode[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      if (row.kind !== 'menu') return [];
      const inside = below(row.code);
      if (row.route === null) return inside.length > 0 ? [nodeOf(row, caller, inside)] : [];
      return holds(caller, row.code) ? [nodeOf(row, caller, inside)] : inside;
    });
  return below(null);
}

/** By the code itself: whoever passes by the page of a second frame is shown that page, and not this one. */
const holds = ({ grants }: Caller, code: string): boolean => grants.superAdmin || grants.codes.has(code);

function nodeOf(row: ResourceRow, caller: Caller, children: MenuNode[]): MenuNode {
  return {
    code: row.code,
    name: pick(row.names, caller.language),
    ...(row.route !== null && { route: row.route }),
    ...(row.icon !== null && { icon: row.icon }),
    ...(row.nested && { nested: true }),
    children,
  };
}

/** The granted buttons and links of all pages, with the names they stand under, and pages that are opened by another frame alone. */
export async function grantedButtons(facts: Facts, caller: Caller): Promise<{ code: string; name: string }[]> {
  const nodes = [...(await shownNodes(facts)).values()].flat();
  return nodes
    .filter(({ code, kind }) => caller.can(code) && (kind !== 'menu' || !holds(caller, code)))
    .map(({ code, names }) => ({ code, name: pick(names, caller.language) }));
}

/** A short name of what the caller is shown of the tree: menu and buttons are the same while it is. */
export async function resourceVersion(facts: Facts, caller: Caller): Promise<string> {
  const nodes = [...(await shownNodes(facts))].flatMap(([parent, rows]) => rows.map((row) => ({ parent, row })));
  const seen = nodes.flatMap(({ parent, row }) =>
    row.route === null && row.kind === 'menu' ? [[parent, row]] : caller.can(row.code) ? [[parent, row]] : [],
  );
  return createHash('sha256')
    .update(JSON.stringify([caller.language, seen]))
    .digest('base64url')
    .slice(0, 22);
}
