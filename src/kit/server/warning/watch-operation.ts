import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { countedAddress } from '../session/guess-limit.ts';
import type { Services } from '../services.ts';
import type { TextParams } from '../texts.ts';
import '../session/session.table.ts';
import { streams } from '../audit/streams.ts';
import { auditSeal, diskLow, jobStuck, loginAttack } from './kit-warnings.ts';
import './warning.table.ts';

const minuteMillis = 60_000;
const looked = new WeakMap<object, number>();

/** Looks once a minute at what nobody reports: disks that fill up, jobs that stand still, floods of refused sign-ins, sealing that is late. */
export async function watchOperation(services: Services): Promise<void> {
  const now = services.now();
  if (Math.abs(now - (looked.get(services) ?? Number.NEGATIVE_INFINITY)) < minuteMillis) return;
  looked.set(services, now);
  await watchDisks(services);
  await watchJobs(services, now);
  await watchSignIns(services, now);
  await watchSealing(services, now);
}

/** The folders of this node that the product writes to, with how full their disks are. */
export async function watchDisks(
  services: Pick<Services, 'database' | 'settings' | 'warnings'>,
  look: typeof statfs = statfs,
): Promise<void> {
  const { settings, database, warnings } = services;
  const parameters = await warnings.parameters(database.db, diskLow.kind);
  const [low, lowest] = [parameters['warningPercent'] ?? 0, parameters['criticalPercent'] ?? 0];
  const folders = { data: settings.dataDir, ...(!settings.fileStore.startsWith('s3://') && { files: settings.fileStore }) };
  for (const [name, folder] of Object.entries(folders)) {
    const disk = await look(folder).catch(() => undefined);
    if (!disk || disk.blocks === 0) continue;
    const free = disk.bavail * disk.bsize;
    const percent = (disk.bavail / disk.blocks) * 100;
    const object = { kind: 'disk', id: `${hostname()}:${name}`, name: `${hostname()} ${name}` };
    if (percent >= low) await warnings.clear(database.db, diskLow.kind, object.id);
    else
      await warnings.raise(database.db, {
        kind: diskLow.kind,
        object,
        facts: { percent: Math.round(percent * 10) / 10, free, folder, host: hostname() },
        severity: percent < lowest ? 'critical' : 'warning',
      });
  }
}

interface Standing {
  id: string;
  kind: string;
  title_params: TextParams;
  person: string;
  since: number;
}

async function watchJobs({ database: { db }, warnings, jobs, texts }: Services, now: number): Promise<void> {
  const minutes = (await warnings.parameters(db, jobStuck.kind))['minutes'] ?? 15;
  const { rows } = await sql<Standing>`select id, kind, title_params, caller->>'name' as person, coalesce(moved_at, started_at) as since
    from job where state = 'running' and coalesce(moved_at, started_at) < ${now - minutes * minuteMillis} order by id limit 100`.execute(
    db,
  );
  for (const job of rows) {
    const title = jobs.kindOf(job.kind)?.title;
    await warnings.raise(db, {
      kind: jobStuck.kind,
      object: { kind: 'job', id: job.id, name: title ? texts.inAll(title.namespace, title.key, job.title_params) : job.kind },
      facts: { minutes: Math.floor((now - job.since) / minuteMillis), person: job.person },
    });
  }
  const standing = rows.map(({ id }) => id);
  const { rows: moved } = await sql<{ object_id: string }>`select object_id from warning where kind = ${jobStuck.kind} and holds
    and state <> 'resolved' and not object_id = any(${standing}::text[])`.execute(db);
  for (const { object_id } of moved) await warnings.clear(db, jobStuck.kind, object_id);
}

async function watchSignIns({ database: { db }, warnings }: Services, now: number): Promise<void> {
  const { failures = 50, minutes = 5, locks = 3 } = await warnings.parameters(db, loginAttack.kind);
  const { rows } = await sql<{ address: string; n: number }>`select address, sum(count)::bigint as n from login_log
    where at > ${now - minutes * minuteMillis} and result = 'refused' group by address`.execute(db);
  const networks = new Map<string, number>();
  for (const { address, n } of rows) networks.set(countedAddress(address), (networks.get(countedAddress(address)) ?? 0) + n);
  for (const [network, n] of networks)
    if (n > failures)
      await warnings.raise(db, {
        kind: loginAttack.kind,
        object: { kind: 'network', id: network, name: network },
        facts: { failures: n, minutes },
      });
  const { rows: locked } = await sql<{
    account: string;
    locks: number;
    failures: number;
  }>`select substr(key, 9) as account, locks, failures from sign_in_attempt
    where key like 'account:%' and locks >= ${locks} and locked_until > ${now} order by locks desc limit 100`.execute(db);
  for (const one of locked)
    await warnings.raise(db, {
      kind: loginAttack.kind,
      object: { kind: 'account', id: one.account, name: one.account },
      facts: { failures: one.failures, minutes, locks: one.locks },
    });
}

/** The oldest row of each log that is not sealed yet. */
async function watchSealing({ database: { db }, warnings, texts, logKinds }: Services, now: number): Promise<void> {
  const hours = (await warnings.parameters(db, auditSeal.kind))['hours'] ?? 26;
  for (const stream of streams) {
    const { rows } = await sql<{ at: number | null }>`select min(at) as at from (select at from ${sql.table(stream)} log
      where tx >= coalesce((select tx from audit_head where stream = ${stream}), 0)
        and (tx, id) > (coalesce((select tx from audit_head where stream = ${stream}), 0), coalesce((select row_id from audit_head where stream = ${stream}), '00000000-0000-0000-0000-000000000000'::uuid))
      order by tx, id limit 1) oldest`.execute(db);
    const oldest = rows[0]?.at;
    const late = oldest !== null && oldest !== undefined && oldest < now - hours * 60 * minuteMillis;
    const id = `late:${stream}`;
    if (!late) await warnings.clear(db, auditSeal.kind, id);
    else
      await warnings.raise(db, {
        kind: auditSeal.kind,
        object: { kind: 'log', id, name: logKinds.find(({ table }) => table === stream)?.name ?? stream },
        facts: { what: texts.inAll('kit', 'warning.sealLate', { hours: Math.floor((now - oldest) / 3_600_000) }) },
      });
  }
}
