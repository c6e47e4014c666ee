import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { openGuard } from '#modules/sign-in/server/public.ts';
import type { serverGet, serverList, ServerRow, serverUsedBy } from '../common/server.contract.ts';
import type { CheckReport, ServerState } from '../common/server-facts.ts';
import { assertWholeSite } from './whole-site.ts';
import { namedBy, usesOf } from './platform.uses.ts';
import type { ServerConfigTable } from './server.table.ts';
import type { Selectable } from 'kysely';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;
type Server = Selectable<ServerConfigTable> & {
  state: ServerState | null;
  at: number | null;
  report: CheckReport | null;
  certificate_ends_at: number | null;
};

const dayMillis = 86_400_000;
const pieceMillis = 1_800_000;
const orders = { name: sql`lower(name)`, code: sql`lower(code)`, kind: sql`kind`, weight: sql`weight`, updatedAt: sql`updated_at` };
const from = sql`server_config left join server_check on server_check.server_id = server_config.id`;
const columns = sql`server_config.*, server_check.state, server_check.at, server_check.report, server_check.certificate_ends_at`;

/** A page of the servers. */
export async function listServers(call: Means, input: Parsed<typeof serverList>): Promise<Reply<typeof serverList>> {
  assertWholeSite(call.caller);
  const where: RawBuilder<boolean>[] = [];
  if (input.text) {
    const pattern = containing(input.text);
    where.push(sql`(name ilike ${pattern} or code ilike ${pattern} or addresses::text ilike ${pattern})`);
  }
  if (input.kind) where.push(sql`kind = ${input.kind}`);
  if (input.zone) where.push(sql`addresses @> ${JSON.stringify([{ zone: input.zone }])}::jsonb`);
  if (input.enabled !== undefined) where.push(sql`enabled = ${input.enabled}`);
  if (input.state) where.push(sql`coalesce(server_check.state, 'unknown') = ${input.state}`);
  if (input.platform !== undefined) where.push(sql`server_config.id = any(${await namedBy(call.db, input.platform)}::uuid[])`);
  const source = { columns, from, where, order: orderOf(input.sort ?? 'name', orders, sql`server_config.id`) };
  const { list, ...counted } = await readPage<Server>(call.db, source, input);
  return { list: await serverViews(call, list), ...counted, guard: await openGuard(call.db, call.caller) };
}

/** All of them, for the drawing. */
export async function allServers(call: Means): Promise<ServerRow[]> {
  const { rows } = await sql<Server>`select ${columns} from ${from} order by lower(name) limit 1000`.execute(call.db);
  return serverViews(call, rows);
}

/** One of them. */
export async function getServer(call: Means, id: string): Promise<ServerRow> {
  assertWholeSite(call.caller);
  const { rows } = await sql<Server>`select ${columns} from ${from} where server_config.id = ${id}`.execute(call.db);
  const [view] = await serverViews(call, rows);
  if (!view) throw notFound();
  return view;
}

/** One of them, with its day. */
export async function getServerWithDay(call: Means, id: string): Promise<Reply<typeof serverGet>> {
  const since = call.services.now() - dayMillis;
  const view = await getServer(call, id);
  const { rows } = await sql<{
    at: number;
    ms: number | null;
    failed: number;
  }>`select (at / ${pieceMillis}) * ${pieceMillis} as at, max(ms) as ms,
      count(*) filter (where ms is null) as failed from server_sample where server_id = ${id} and at >= ${since} group by 1 order by 1`.execute(
    call.db,
  );
  return { ...view, latency: rows };
}

/** Which platforms name it. */
export async function usedBy(call: Means, id: string): Promise<Reply<typeof serverUsedBy>> {
  await getServer(call, id);
  const uses = await usesOf(call.db, [id]);
  return {
    list: uses.map(({ platform, draft, published, others }) => ({
      platform,
      draft,
      published,
      last: !others.some((other) => other !== id),
    })),
  };
}

async function serverViews({ db, services }: Means, rows: readonly Server[]): Promise<ServerRow[]> {
  const ids = rows.map(({ id }) => id);
  const [uses, latency] = await Promise.all([usesOf(db, ids), latencyOf(db, ids, services.now() - dayMillis)]);
  return rows.map((row) => ({
    name: row.name,
    code: row.code,
    kind: row.kind,
    addresses: row.addresses,
    ca: row.ca,
    pinnedKeys: row.pinned_keys,
    weight: row.weight,
    note: row.note,
    hasSecret: row.secret !== null,
    enabled: row.enabled,
    draining: row.draining,
    state: row.state ?? 'unknown',
    checkedAt: row.at,
    report: row.report,
    latencyP95: latency.get(row.id) ?? null,
    certificateEndsAt: row.certificate_ends_at,
    platforms: uses.filter(({ serverId }) => serverId === row.id).map(({ platform }) => platform),
    ...stampsOf(row),
  }));
}

async function latencyOf(db: Db, ids: readonly string[], since: number): Promise<Map<string, number>> {
  const { rows } = await sql<{
    id: string;
    ms: number;
  }>`select server_id as id, round(percentile_cont(0.95) within group (order by ms))::int as ms
    from server_sample where server_id = any(${ids}::uuid[]) and at >= ${since} and ms is not null group by server_id`.execute(db);
  return new Map(rows.map(({ id, ms }) => [id, ms]));
}
