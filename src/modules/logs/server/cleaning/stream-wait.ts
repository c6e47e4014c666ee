import { sql } from 'kysely';
import type { LogPart } from '#kit/server/audit/purge.ts';
import { beginning } from '#kit/server/audit/streams.ts';
import type { Db } from '#kit/server/directory.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import type { Services } from '#kit/server/services.ts';
import '../stream/stream.table.ts';
import './cleaning.table.ts';
import { dayMillis, kindsOfTable } from './retention.ts';

/** So long a month that is over its time stays for those who have not got it yet. */
const longestWait = 30 * dayMillis;

/** Months that are over their time, by whether receivers of the logs have them. */
export interface Readiness {
  /** What may go. */
  readonly ready: LogPart[];
  /** Streams for which the others wait. */
  readonly waitsFor: string[];
  /** Streams that were waited for in vain: months among the ready ones go without them. */
  readonly missed: string[];
}

/** Which months may go: one that an enabled stream has not sent whole waits for it, for 30 days at most. */
export async function readyParts(services: Services, kind: LogKind, parts: readonly LogPart[]): Promise<Readiness> {
  const { db } = services.database;
  const ready: LogPart[] = [];
  const [waitsFor, missed] = [new Set<string>(), new Set<string>()];
  for (const part of parts) {
    const late = await lateStreams(db, services, kind, part);
    const since = await waitingSince(db, part, late.length > 0 ? services.now() : undefined);
    const over = since === undefined || services.now() - since >= longestWait;
    if (over) ready.push(part);
    for (const name of late) (over ? missed : waitsFor).add(name);
  }
  return { ready, waitsFor: [...waitsFor], missed: [...missed] };
}

/** Since when a month waits; noted the first time, forgotten when nobody is waited for any more. */
async function waitingSince(db: Db, { part }: LogPart, now: number | undefined): Promise<number | undefined> {
  if (now === undefined) {
    await db.deleteFrom('cleanup_wait').where('part', '=', part).execute();
    return undefined;
  }
  await db
    .insertInto('cleanup_wait')
    .values({ part, since: now })
    .onConflict((on) => on.doNothing())
    .execute();
  return (await db.selectFrom('cleanup_wait').select('since').where('part', '=', part).executeTakeFirst())?.since ?? now;
}

/** Enabled streams that want this log and have not sent every row of a month: rows stand in the order of transaction and id. */
async function lateStreams(db: Db, services: Services, kind: LogKind, { part }: LogPart): Promise<string[]> {
  if (!kind.stream || !kind.monthly) return [];
  const codes = kindsOfTable(services, kind.table).map(({ code }) => code);
  const { rows } = await sql<{ name: string }>`select siem.name from siem_stream siem
    join siem_position place on place.stream_id = siem.id and place.log = ${kind.stream}
    left join audit_seal seal on seal.stream = place.log and seal.seq = place.resume_seq
    left join audit_gap gap on gap.stream = place.log and gap.from_seq <= place.resume_seq and gap.to_seq >= place.resume_seq
    where siem.enabled and siem.kinds ?| ${codes}::text[] and exists (select from ${sql.table(part)} as log
      where log.tx >= coalesce(seal.tx, gap.tx, ${beginning.tx}) and (log.tx, log.id) >
        (coalesce(seal.tx, gap.tx, ${beginning.tx}), coalesce(seal.row_id, gap.row_id, ${beginning.id}::uuid)))
    order by siem.name`.execute(db);
  return rows.map(({ name }) => name);
}
