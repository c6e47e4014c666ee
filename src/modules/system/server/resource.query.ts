import { sql } from 'kysely';
import { codesOf, type Endpoint, type Parsed, type Reply } from '#kit/common/contract.ts';
import { pick, type LocalText } from '#kit/common/language.ts';
import { seenIn } from '#kit/server/access/role.owner.ts';
import type { ShippedFacts } from '#kit/server/access/access.table.ts';
import { orderVersion } from '#kit/server/access/resources/resource.service.ts';
import { namesOf, roleNameOf, type RoleCall } from '#kit/server/access/role.view.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { ResourceNode, resourceFind, resourceTree } from '../common/resource.contract.ts';

interface Row {
  id: string;
  version: number;
  code: string;
  parent: string | null;
  kind: 'menu' | 'button' | 'url';
  module: string;
  route: string | null;
  names: Partial<LocalText>;
  icon: string | null;
  orderNo: number;
  visible: boolean;
  nested: boolean;
  dangerous: boolean;
  origin: 'shipped' | 'custom';
  shipped: ShippedFacts | null;
  retiredAt: number | null;
  updatedAt: number;
  updatedBy: string | null;
  roles: number;
  fresh: boolean;
}

const columns = sql`id, version, code, parent, kind, module, route, names, icon, order_no as "orderNo", visible, nested, dangerous, origin, shipped,
  retired_at as "retiredAt", updated_at as "updatedAt", updated_by as "updatedBy", (select count(*) from role_grant where role_grant.code = resource.code) as roles,
  origin = 'shipped' and created_at = (select max(created_at) from resource where origin = 'shipped') and created_at > (select min(created_at) from resource where origin = 'shipped') as fresh`;

async function nodesOf(call: RoleCall, rows: readonly Row[]): Promise<ResourceNode[]> {
  const name = await namesOf(
    call,
    rows.map(({ updatedBy }) => updatedBy),
  );
  const wordsOf = wordsByCode(call.services.operations);
  // A node belongs to the group at the top, under whatever name that has now.
  const groups = await call.db.selectFrom('resource').select(['code', 'names']).where('parent', 'is', null).execute();
  const groupNames = new Map(groups.map(({ code, names }) => [code, pick(names, call.caller.language)]));
  return rows.map((row) => ({
    ...row,
    moduleName: groupNames.get(row.module) ?? row.module,
    words: wordsOf.get(row.code) ?? [],
    names: named(row.names),
    name: pick(row.names, call.caller.language),
    changed: changedOf(row),
    updatedBy: name(row.updatedBy),
  }));
}

/** The audit words of the operations behind each code. */
function wordsByCode(operations: readonly Endpoint[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { access, audit } of operations)
    if (audit) for (const code of codesOf(access)) found.set(code, [...new Set([...(found.get(code) ?? []), audit])].toSorted());
  return found;
}

const named = (names: Partial<LocalText>): ResourceNode['names'] => ({ ...names, zh_CN: pick(names, 'zh_CN') });

function changedOf(row: Row): ResourceNode['changed'] {
  const { shipped } = row;
  if (!shipped) return [];
  const renamed = (['zh_CN', 'en_US', 'ja_JP'] as const).some((language) => row.names[language] !== shipped.names[language]);
  return [
    ...(renamed ? ['names' as const] : []),
    ...(row.icon === shipped.icon ? [] : ['icon' as const]),
    ...(row.parent === shipped.parent ? [] : ['parent' as const]),
    ...(row.orderNo === shipped.orderNo ? [] : ['orderNo' as const]),
    ...(row.visible ? [] : ['visible' as const]),
  ];
}

/** The permission tree; a search keeps what is above the hits. */
export async function readTree(call: RoleCall, input: Parsed<typeof resourceTree>): Promise<Reply<typeof resourceTree>> {
  const { rows } =
    await sql<Row>`select ${columns} from resource where ${input.withRetired ? sql`true` : sql`retired_at is null`} order by order_no, code`.execute(
      call.db,
    );
  const groups = Map.groupBy(rows, ({ parent }) => parent ?? '');
  const orders = Object.fromEntries(
    ['', ...rows.map(({ code }) => code)].map((code) => [
      code,
      orderVersion((groups.get(code) ?? []).filter(({ retiredAt }) => retiredAt === null)),
    ]),
  );
  const wanted = input.text?.toLowerCase();
  const hits = rows.filter(
    (row) =>
      (!input.module || row.module === input.module) &&
      (!wanted || [row.code, ...Object.values(row.names)].some((text) => text?.toLowerCase().includes(wanted))),
  );
  const kept = new Set(hits.map(({ code }) => code));
  const byCode = new Map(rows.map((row) => [row.code, row]));
  for (const hit of hits) for (let at = hit.parent; at !== null && !kept.has(at); at = byCode.get(at)?.parent ?? null) kept.add(at);
  return {
    nodes: await nodesOf(
      call,
      rows.filter(({ code }) => kept.has(code)),
    ),
    orders,
  };
}

/** A node with the operations that need its code and the roles that grant it. */
export async function findResource(
  call: RoleCall,
  input: { code: string },
  operations: readonly Endpoint[],
): Promise<Reply<typeof resourceFind>> {
  const { rows } = await sql<Row>`select ${columns} from resource where code = ${input.code}`.execute(call.db);
  const [node] = await nodesOf(call, rows);
  if (!node) throw notFound();
  const roles = await call.db
    .selectFrom('role')
    .innerJoin('role_grant', 'role_grant.role_id', 'role.id')
    .select(['role.id', 'role.module', 'role.name', 'role.preset', 'role.enabled'])
    .where('role_grant.code', '=', input.code)
    .where(seenIn(call.caller.scope()))
    .orderBy('role.name')
    .execute();
  return {
    ...node,
    operations: operations
      .filter((one) => codesOf(one.access).includes(input.code))
      .map((one) => ({ method: one.method, path: `/${one.face ?? 'api'}/${one.path}`, summary: one.summary, audit: one.audit ?? null })),
    heldBy: roles.map((role) => ({ id: role.id, module: role.module, name: roleNameOf(call, role), enabled: role.enabled })),
  };
}

/** The changed node as its form shows it. */
export async function nodeById(call: RoleCall, id: string): Promise<ResourceNode> {
  const { rows } = await sql<Row>`select ${columns} from resource where id = ${id}::uuid`.execute(call.db);
  const [node] = await nodesOf(call, rows);
  if (!node) throw notFound();
  return node;
}
