import { sql } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { Caller } from '../../caller.ts';
import { changeObjects, createObjects, removeObjects } from '../../change/change-objects.ts';
import type { Fields, Kind } from '../../change/kind.ts';
import type { Tx } from '../../directory.ts';
import { notFound, stale } from '../../refusal.ts';
import type { ShippedFacts } from '../access.table.ts';

/** What an administrator enters for a node of their own: a folder, or a page that shows an address inside the frame. */
export interface CustomNode {
  code: string;
  parent: string | null;
  names: Partial<LocalText> & { zh_CN: string };
  icon: string | null;
  route: string | null;
  visible: boolean;
}

/** What may be changed of a node. */
export interface NodeChange {
  parent?: string | null | undefined;
  names?: (Partial<LocalText> & { zh_CN: string }) | undefined;
  icon?: string | null | undefined;
  visible?: boolean | undefined;
  route?: string | undefined;
}

/** The tree is changed by one at a time, also by a start that brings new pages: the last place stays the last until this transaction ends. */
async function lockNodes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('access.seed'))`.execute(tx);
}

/** Adds a custom node, last among its siblings; answers its id. */
export async function addNode(tx: Tx, caller: Caller, kind: Kind, draft: CustomNode): Promise<string> {
  await lockNodes(tx);
  const last = await sql<{
    n: number | null;
  }>`select max(order_no) as n from resource where parent is not distinct from ${draft.parent}`.execute(tx);
  const module = draft.parent === null ? draft.code : await moduleOf(tx, draft.parent);
  const fields: Fields = {
    ...draft,
    names: { ...draft.names },
    kind: 'menu',
    module,
    orderNo: (last.rows[0]?.n ?? 0) + 10,
    nested: false,
    dangerous: false,
    origin: 'custom',
  };
  const [id] = await createObjects(tx, caller, kind, [{ name: draft.names.zh_CN, path: null, fields }]);
  return id!;
}

async function moduleOf(tx: Tx, code: string): Promise<string> {
  const row = await tx.selectFrom('resource').select('module').where('code', '=', code).executeTakeFirst();
  return row?.module ?? code;
}

/** Changes names, icon, place or visibility of a node; the address only of one's own nodes. */
export async function updateNode(tx: Tx, caller: Caller, kind: Kind, input: NodeChange & { id: string; version: number }): Promise<void> {
  const { id, version, ...request } = input;
  const row = await tx.selectFrom('resource').select(['origin', 'parent']).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  const fields: Fields = {};
  for (const [name, value] of Object.entries(request))
    if (value !== undefined && (name !== 'route' || row.origin === 'custom')) fields[name] = value;
  const moves = request.parent !== undefined && request.parent !== row.parent;
  await changeObjects(tx, caller, kind, [{ id, version, fields, ...(moves && { action: 'move' as const }) }]);
}

/** Gives nodes back the names, icons, places and visibility that the product delivers. Custom ones stay. */
export async function resetNodes(tx: Tx, caller: Caller, kind: Kind, ids: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('resource')
    .select(['id', 'shipped'])
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < new Set(ids).size) throw notFound();
  const shipped = rows.flatMap(({ id, shipped: facts }) => (facts ? [{ id, fields: shownAs(facts) }] : []));
  if (shipped.length === 0) return 0;
  const before = await kind.read(
    tx,
    shipped.map(({ id }) => id),
    true,
  );
  const after = await changeObjects(
    tx,
    caller,
    kind,
    shipped.map((one) => ({ ...one, version: null })),
  );
  return after.filter((state) => before.get(state.id)?.version !== state.version).length;
}

const shownAs = ({ names, icon, parent, orderNo }: ShippedFacts): Fields => ({ names: { ...names }, icon, parent, orderNo, visible: true });

/** Deletes custom nodes. */
export function removeNodes(tx: Tx, caller: Caller, kind: Kind, ids: readonly string[]): Promise<number> {
  return removeObjects(tx, caller, kind, ids);
}

/** A word for the order of the children of a node: who reorders must have seen the present one. */
export const orderVersion = (children: readonly { version: number }[]): number =>
  children.reduce((sum, child) => sum + child.version, 0) + children.length;

/** Puts all children of a node into an order, also ones that come from elsewhere; refused (10409) when the children or their versions changed meanwhile. */
export async function reorderNodes(
  tx: Tx,
  caller: Caller,
  kind: Kind,
  input: { parentId: string | null; ids: readonly string[]; version: number },
): Promise<void> {
  await lockNodes(tx);
  const parent =
    input.parentId === null ? null : await tx.selectFrom('resource').select('code').where('id', '=', input.parentId).executeTakeFirst();
  if (parent === undefined) throw notFound();
  const code = parent?.code ?? null;
  const { rows } = await sql<{ id: string; version: number }>`select id, version from resource
    where parent is not distinct from ${code} and retired_at is null order by order_no, code`.execute(tx);
  const current = { ids: rows.map(({ id }) => id), version: orderVersion(rows) };
  // One node may have come from another parent; all that are here already must be named.
  if (current.version !== input.version || rows.some(({ id }) => !input.ids.includes(id))) throw stale(current);
  const home = new Set(current.ids);
  await changeObjects(
    tx,
    caller,
    kind,
    input.ids.map((id, at) => ({
      id,
      version: null,
      fields: { orderNo: (at + 1) * 10, parent: code },
      ...(!home.has(id) && { action: 'move' as const }),
    })),
  );
}
