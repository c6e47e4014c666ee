import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { reportKinds } from '../../common/client.contract.ts';

interface Event {
  readonly id: string;
  readonly kind: (typeof reportKinds)[number];
  readonly at: number;
  readonly versionId: string;
  readonly reasonCode?: string | undefined;
  readonly detail?: string | undefined;
}

interface Report {
  readonly events: readonly Event[];
  readonly deviceId: string;
  readonly proven: boolean;
  readonly uid: string | null;
  readonly now: number;
}

/** The step of an offer that an event is; others count elsewhere or nowhere. */
const columns: Partial<Record<Event['kind'], string>> = {
  offered: 'offered_at',
  downloaded: 'downloaded_at',
  installed: 'installed_at',
  started: 'started_at',
  failed: 'failed_at',
  crash: 'crashed_at',
};
const order = ['offered', 'downloading', 'downloaded', 'installing', 'installed', 'started'];
const dayMillis = 86_400_000;

/** Events by their time; of the same again and again of a version only the first says something new. */
const steps = (events: readonly Event[]): Event[] =>
  events
    .toSorted((one, other) => one.at - other.at)
    .filter(({ kind, versionId }, at, all) => all[at - 1]?.kind !== kind || all[at - 1]?.versionId !== versionId);

/** Takes events of one terminal: a repeated id counts once, a time in the future is now, a crash counts within a day of the first start. Answers how many were new. */
export async function takeEvents(db: Db, { events, deviceId, proven, uid, now }: Report): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = events.map(({ id }) => id);
    const { rows: fresh } = await sql<{ event_id: string }>`insert into app_event (device_id, event_id, at)
      select ${deviceId}, id, ${now} from unnest(${ids}::text[]) as e(id) on conflict do nothing returning event_id`.execute(tx);
    const isNew = new Set(fresh.map(({ event_id }) => event_id));
    const { rows: known } = await sql<{
      id: string;
    }>`select id from app_version where id = any(${events.map(({ versionId }) => versionId)}::uuid[])`.execute(tx);
    const versions = new Set(known.map(({ id }) => id));
    const taken = events.filter(({ id, versionId }) => isNew.delete(id) && versions.has(versionId));
    for (const event of steps(taken)) {
      const at = Math.min(event.at, now);
      const column = columns[event.kind];
      const state =
        event.kind === 'crash' || !(event.kind === 'failed' || event.kind === 'skipped' || order.includes(event.kind)) ? null : event.kind;
      await sql`insert into version_offer (version_id, device_id, employee_id, proven, state, last_seen)
        values (${event.versionId}::uuid, ${deviceId}, ${uid}, ${proven}, ${state ?? 'started'}, ${now}) on conflict (version_id, device_id) do nothing`.execute(
        tx,
      );
      const step =
        column === undefined
          ? sql``
          : event.kind === 'crash'
            ? sql`crashed_at = coalesce(crashed_at, case when started_at is null or ${at} - started_at <= ${dayMillis} then ${at}::bigint end), started_at = coalesce(started_at, ${at}::bigint),`
            : sql`${sql.ref(column)} = coalesce(${sql.ref(column)}, ${at}::bigint),`;
      await sql`update version_offer set ${step} ${state === null ? sql`` : sql`state = ${state},`}
        reason_code = coalesce(${event.reasonCode ?? null}, reason_code), reason = coalesce(${event.detail?.slice(0, 500) ?? null}, reason),
        employee_id = coalesce(${uid}::uuid, employee_id), proven = proven or ${proven}, last_seen = ${now}
        where version_id = ${event.versionId}::uuid and device_id = ${deviceId}`.execute(tx);
    }
    return taken.length;
  });
}
