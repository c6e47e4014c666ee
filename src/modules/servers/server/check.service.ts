import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { AddressReport, CheckReport, ServerState } from '../common/server-facts.ts';
import { checkAddress, type Checked } from './check-address.ts';

/** How often each server is looked at. */
const everyMillis = 60_000;
const claimMillis = 30_000;
/** Slower than this is slow. */
const slowMillis = 1_000;
const keepMillis = 25 * 3_600_000;
const atOnce = 10;

/** Checks every address of a server at the same time. */
export async function checkServer({ outbound, now }: Pick<Services, 'outbound' | 'now'>, server: Checked): Promise<CheckReport> {
  const at = now();
  const addresses = await Promise.all(server.addresses.map((address) => checkAddress(outbound, address, server, at)));
  return { at, state: stateOf(addresses), addresses };
}

/** All good and quick: ok; some good: slow; none: failing. What may not be reached from here says nothing of the server. */
function stateOf(addresses: readonly AddressReport[]): ServerState {
  const told = addresses.filter(({ failure }) => failure !== 'denied');
  if (told.length === 0) return 'unknown';
  const good = told.filter(({ ok }) => ok);
  if (good.length === 0) return 'failing';
  return good.length === told.length && good.every(({ ms }) => ms <= slowMillis) ? 'ok' : 'slow';
}

/** When the first certificate of a report ends. */
export function certificateEnd({ addresses }: CheckReport): number | null {
  const ends = addresses.flatMap(({ chain }) => chain.map(({ endsAt }) => endsAt));
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Keeps what a check found, also for the latency of the day. */
export async function keepReport(db: Db, serverId: string, report: CheckReport): Promise<void> {
  const good = report.addresses.filter(({ ok }) => ok).map(({ ms }) => ms);
  const values = {
    state: report.state,
    at: report.at,
    report: JSON.stringify(report),
    certificate_ends_at: certificateEnd(report),
    claimed_until: 0,
  };
  await sql`insert into server_check (server_id, state, at, report, certificate_ends_at)
    select id, ${values.state}, ${values.at}, ${values.report}::jsonb, ${values.certificate_ends_at} from server_config where id = ${serverId}
    on conflict (server_id) do update set state = excluded.state, at = excluded.at, report = excluded.report,
      certificate_ends_at = excluded.certificate_ends_at, claimed_until = 0`.execute(db);
  if (report.state === 'unknown') return;
  await sql`insert into server_sample (server_id, at, ms) select id, ${report.at}, ${good.length === 0 ? null : Math.min(...good)}::int
    from server_config where id = ${serverId} on conflict do nothing`.execute(db);
}

/** Takes servers whose check is due, so that no other process does. */
async function claimDue(db: Db, now: number): Promise<string[]> {
  await sql`insert into server_check (server_id) select id from server_config where not exists (select from server_check where server_id = server_config.id)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`update server_check set claimed_until = ${now + claimMillis} where server_id in (
      select server_id from server_check join server_config on server_config.id = server_id
      where enabled and coalesce(at, 0) <= ${now - everyMillis} and claimed_until <= ${now}
      order by at nulls first limit ${atOnce} for update of server_check skip locked)
    returning server_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Called after each stored check with its report, to raise alerts. */
export type CheckListener = (db: Db, server: { id: string; name: string }, report: CheckReport) => Promise<void>;

/** Checks what is due; answers how many were. */
export async function checkDue(services: Pick<Services, 'database' | 'outbound' | 'now' | 'log'>, told?: CheckListener): Promise<number> {
  const { db } = services.database;
  const ids = await claimDue(db, services.now());
  if (ids.length === 0) return 0;
  const servers = await db.selectFrom('server_config').selectAll().where('id', 'in', ids).execute();
  await Promise.all(
    servers.map(async (server) => {
      const report = await checkServer(services, { addresses: server.addresses, ca: server.ca, pinnedKeys: server.pinned_keys });
      await keepReport(db, server.id, report);
      await told?.(db, server, report);
    }),
  );
  await db
    .deleteFrom('server_sample')
    .where('at', '<', services.now() - keepMillis)
    .execute();
  return ids.length;
}
