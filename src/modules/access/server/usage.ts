import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { countsOf } from '#modules/call-logs/server/public.ts';
import { busyCalls } from '../common/busy-calls.ts';
import { usageList } from '../common/setting.contract.ts';
import { interfacesOn } from './counters.ts';
import { directory } from './directory.ts';
import { globalUses } from './global-params.ts';
import { systemInRange } from './through-system.ts';

/** Something that uses interfaces. */
export interface InterfaceUse {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** Who else uses interfaces: each module adds its own at start. */
export const interfaceUsers = perProduct(() => {
  const sources: ((db: Db, ids: readonly string[]) => Promise<InterfaceUse[]>)[] = [];
  return {
    add: (source: (db: Db, ids: readonly string[]) => Promise<InterfaceUse[]>): void => void sources.push(source),
    of: async (db: Db, ids: readonly string[]): Promise<InterfaceUse[]> =>
      ids.length === 0 ? [] : (await Promise.all(sources.map((source) => source(db, ids)))).flat(),
  };
});

const monthMillis = 30 * 86_400_000;
const connectionFields = { database: 'databaseId', soap: 'soapId', sap: 'sapId', dubbo: 'dubboId' } as const;

type Input = Parsed<typeof usageList>;

/** Refuses what is asked of outside the range. */
async function assertSeen({ db, caller }: Call, { kind, id }: Input): Promise<void> {
  const range = caller.scope();
  if (kind === 'globalParam') return;
  const condition =
    kind === 'apiInterface' || kind === 'interfacePrefix'
      ? systemInRange(range, 't.system_id')
      : directory.departmentInRange(range, 't.owner_dept_id');
  const table = { apiInterface: 'api_interface', interfacePrefix: 'interface_prefix' }[kind as string] ?? `access_${kind}`;
  const { rows } = await sql`select from ${sql.table(table)} as t where t.id = ${id}::uuid and ${condition}`.execute(db);
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
}

/** What uses it at once: interfaces, and prefixes. */
async function directUses(db: Db, { kind, id }: Input): Promise<InterfaceUse[]> {
  if (kind === 'globalParam') return globalUses(db, id);
  if (kind === 'interfacePrefix') {
    const rows = await db.selectFrom('api_interface').select(['id', 'name']).where('prefix_id', '=', id).orderBy('name').execute();
    return rows.map((row) => ({ ...row, kind: 'apiInterface' }));
  }
  if (kind === 'apiInterface') return [];
  return (await interfacesOn(db, connectionFields[kind], [id])).get(id) ?? [];
}

/** Systems and widgets that may call these interfaces. */
async function granteesOf(db: Db, ids: readonly string[]): Promise<InterfaceUse[]> {
  const { rows } = await sql<{ kind: string; id: string; name: string }>`
    select distinct case g.grantee_kind when 'system' then 'accessSystem' else 'widget' end as kind, g.grantee_id as id, coalesce(s.name, g.grantee_id) as name
    from interface_grant g left join access_system s on g.grantee_kind = 'system' and s.id::text = g.grantee_id
      left join api_interface i on i.id = any(${[...ids]}::uuid[])
    where (g.target_kind = 'interface' and g.target_id = i.id::text) or (g.target_kind = 'prefix' and g.target_id = i.prefix_id::text)
    order by 1, 3`.execute(db);
  return rows;
}

async function usage(call: Call, input: Input): Promise<Reply<typeof usageList>> {
  const { db, caller, services } = call;
  await assertSeen(call, input);
  const range = caller.scope();
  const direct = await directUses(db, input);
  const named = input.kind === 'apiInterface' ? [input.id] : direct.filter(({ kind }) => kind === 'apiInterface').map(({ id }) => id);
  const [counts, grantees, others] = await Promise.all([
    countsOf(db, named, services.now() - monthMillis, services.now()),
    granteesOf(db, named),
    interfaceUsers(services).of(db, named),
  ]);
  const { rows } = await sql<{ id: string }>`select id from (
      select i.id::text as id, i.system_id from api_interface i union all select p.id::text, p.system_id from interface_prefix p
      union all select s.id::text, s.id from access_system s) as t where ${systemInRange(range, 't.system_id')}`.execute(db);
  const seen = new Set(rows.map(({ id }) => id));
  const isShown = ({ kind, id }: InterfaceUse): boolean =>
    range.all || (['apiInterface', 'interfacePrefix', 'accessSystem'].includes(kind) ? seen.has(id) : false);
  const list = [...direct, ...grantees, ...others]
    .filter(isShown)
    .map((one) => ({ kind: one.kind, id: one.id, name: one.name, calls30: counts.get(one.id)?.calls ?? 0 }));
  const calls30 = [...counts.values()].reduce((sum, { calls }) => sum + calls, 0);
  return { list, calls30, busy: calls30 > busyCalls };
}

/** What uses what. */
export const usageRoutes: readonly BoundRoute[] = [handle(usageList, usage)];
