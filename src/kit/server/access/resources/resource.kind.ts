import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../../caller.ts';
import type { Kind, Operation } from '../../change/kind.ts';
import { tableKind } from '../../change/table-kind.ts';
import type { Tx } from '../../directory.ts';
import { InvalidInput, Refusal } from '../../refusal.ts';
import { accessChanged } from '../access-changes.ts';
import { membersOf, reached } from '../reach.ts';
import '../access.table.ts';

/** Nodes stand at most so deep below one another, pages and groups alone counted. */
const deepest = 4;
const mostNodes = 5000;

/** Answers of the permission tree; texts stand in the catalogue of module `system`. */
const resourceCode = { shipped: 11010, parent: 11011 } as const;

/** The nodes of the permission tree in the change engine. `codes`: who reads and undoes their history. */
export function resourceKind(module: string, codes: Kind['codes']): Kind {
  const base = tableKind({
    kind: 'resource',
    module,
    codes,
    table: 'resource',
    name: 'names',
    fields: {
      code: { column: 'code' },
      parent: { column: 'parent' },
      kind: { column: 'kind' },
      module: { column: 'module' },
      route: { column: 'route' },
      names: { column: 'names' },
      icon: { column: 'icon' },
      orderNo: { column: 'order_no' },
      visible: { column: 'visible' },
      nested: { column: 'nested' },
      dangerous: { column: 'dangerous' },
      origin: { column: 'origin' },
    },
    unique: { resource_code: 'code' },
  });
  return {
    ...base,
    check: checkResources,
    impact: (tx, _caller, operations) => menuImpact(tx, operations),
    write: async (tx, caller, operations) => {
      await base.write(tx, caller, operations);
      await accessChanged(tx);
    },
  };
}

/** Roles that give nodes which go, come, hide or move, with those below, and the people who hold these roles: their menu changes. */
async function menuImpact(tx: Tx, operations: readonly Operation[]): Promise<Record<string, number>> {
  const shifting = operations.filter(({ action, after }) => action === 'delete' || (after && ('visible' in after || 'parent' in after)));
  const { rows } = await sql<{ id: string }>`with recursive below as (
      select code from resource where id = any(${shifting.map(({ id }) => id)}::uuid[])
      union select child.code from resource child join below on child.parent = below.code)
    select distinct role.id from role where role.enabled and (role.is_supper_admin
      or exists (select from role_grant join below on below.code = role_grant.code where role_grant.role_id = role.id))
      and exists (select from below)`.execute(tx);
  if (rows.length === 0) return {};
  const members = await membersOf(
    tx,
    rows.map(({ id }) => id),
    clock.now(),
  );
  const people = await sql<{ n: number }>`select count(*) as n from (${reached([...members.values()].flat())}) as people`.execute(tx);
  return { roles: rows.length, people: people.rows[0]?.n ?? 0 };
}

async function checkResources(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, never[]>> {
  // One change of the tree at a time: a circle can't be made from two sides.
  await sql`select pg_advisory_xact_lock(hashtext('access.seed'))`.execute(tx);
  const { rows } = await sql<{ id: string; code: string; parent: string | null; kind: string; origin: string; route: string | null }>`
    select id, code, parent, kind, origin, route from resource`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nodes = new Map(rows.map((row) => [row.code, { parent: row.parent, kind: row.kind, route: row.route }]));
  // The tree belongs to the whole site: who governs a part of it only may not rearrange it.
  if (!caller.scope().all) throw new Refusal(10910);
  for (const { action, id, after } of operations) {
    const row = byId.get(id);
    if (action === 'delete' && row) {
      if (row.origin === 'shipped') throw new Refusal(resourceCode.shipped);
      if (rows.some((one) => one.parent === row.code))
        throw new InvalidInput([{ path: 'ids', namespace: 'kit', key: 'resource.notEmpty' }]);
      continue;
    }
    const code = row?.code ?? String(after?.['code'] ?? '');
    const kind = row?.kind ?? String(after?.['kind'] ?? 'menu');
    const parent = after && 'parent' in after ? after['parent'] : (row?.parent ?? null);
    nodes.set(code, { parent: typeof parent === 'string' ? parent : null, kind, route: row?.route ?? null });
  }
  if (nodes.size > mostNodes)
    throw new InvalidInput([{ path: 'code', namespace: 'kit', key: 'resource.tooMany', params: { maximum: mostNodes } }]);
  for (const operation of operations)
    if (operation.action !== 'delete') assertPlace(nodes, byId.get(operation.id)?.code ?? String(operation.after?.['code']));
  return new Map();
}

type Nodes = ReadonlyMap<string, { parent: string | null; kind: string; route: string | null }>;

/** A page or group stands below pages and groups, a button below a page; no circles, not too deep. */
function assertPlace(nodes: Nodes, code: string): void {
  const node = nodes.get(code)!;
  if (node.parent === null) {
    if (node.kind !== 'menu') throw new Refusal(resourceCode.parent);
    return;
  }
  const parent = nodes.get(node.parent);
  if (!parent || parent.kind !== 'menu') throw new Refusal(resourceCode.parent);
  let depth = node.kind === 'menu' ? 1 : 0;
  for (let at: string | null = node.parent; at !== null; at = nodes.get(at)?.parent ?? null) {
    depth += 1;
    if (at === code || depth > deepest + 1) throw new Refusal(resourceCode.parent);
  }
  const height = heightOf(nodes, code);
  if (node.kind === 'menu' && depth + height - 1 > deepest) throw new Refusal(resourceCode.parent);
}

function heightOf(nodes: Nodes, code: string): number {
  const children = [...nodes].filter(([, node]) => node.parent === code && node.kind === 'menu');
  return 1 + Math.max(0, ...children.map(([child]) => heightOf(nodes, child)));
}
