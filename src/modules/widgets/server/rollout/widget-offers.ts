import { sql } from 'kysely';
import { membershipOf } from '#kit/server/audience/audience.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { rolloutSays, statesUnderWay, underWay, type Rolling } from '#modules/apps/server/public.ts';
import { directory } from '../directory.ts';

/** A version that serves a terminal, with its rollout and how far the terminal is with it. */
export interface Rolled {
  readonly id: string;
  readonly rollout: Rolling | null;
  readonly offered: string | null;
}

/** A terminal to which widgets go, and who uses it. */
export interface Taker {
  readonly uid: string;
  readonly deviceId: string;
  /** It proved its key. */
  readonly proven: boolean;
  readonly now: number;
}

const isUnderWay = ({ rollout }: Rolled): boolean => rollout !== null && underWay.has(rollout.state);
/** Who has fetched or opened a version keeps it while its rollout stands still; where it failed, the version before comes back. */
const isThere = ({ rollout, offered }: Rolled): boolean =>
  (rollout?.state === 'paused' || rollout?.state === 'halted') && (offered === 'downloaded' || offered === 'started');

/** Chooses of each list (the newest first) the version that its rollout gives to this terminal. */
export async function chosenOf<P extends Rolled>(db: Db, lists: readonly (readonly P[])[], taker: Taker): Promise<(P | null)[]> {
  const isAsked = lists.some((packs) => packs.some(isUnderWay));
  const membership = isAsked ? await membershipOf(db, directory, taker.uid) : null;
  const before = { deviceId: taker.deviceId, membership, now: taker.now };
  return lists.map((packs) => packs.find((pack) => rolloutSays(pack.rollout, pack.offered, before).holds || isThere(pack)) ?? null);
}

/** Remembers versions that go out in stages as offered to a terminal. */
export async function markOffered(db: Db, packs: readonly (Rolled | null)[], { uid, deviceId, proven, now }: Taker): Promise<void> {
  const fresh = packs.flatMap((pack) => (pack && isUnderWay(pack) && pack.offered === null ? [pack.id] : []));
  if (fresh.length === 0) return;
  await sql`insert into widget_offer (version_id, device_id, employee_id, proven, state, offered_at, last_seen)
    select id, ${deviceId}, ${uid}::uuid, ${proven}, 'offered', ${now}, ${now} from unnest(${fresh}::uuid[]) as id order by id
    on conflict do nothing`.execute(db);
}

/** Remembers that a terminal fetched a version that goes out in stages. */
export async function markFetched(db: Db, pack: Rolled, { uid, deviceId, proven, now }: Taker): Promise<void> {
  if (!isUnderWay(pack)) return;
  await sql`insert into widget_offer as o (version_id, device_id, employee_id, proven, state, offered_at, downloaded_at, last_seen)
    values (${pack.id}::uuid, ${deviceId}, ${uid}::uuid, ${proven}, 'downloaded', ${now}, ${now}, ${now})
    on conflict (version_id, device_id) do update set downloaded_at = coalesce(o.downloaded_at, ${now}), last_seen = ${now},
      proven = o.proven or ${proven}, state = case when o.state in ('offered', 'failed') then 'downloaded' else o.state end`.execute(db);
}

const dayMillis = 86_400_000;

/** What a terminal told of a version. */
interface Told {
  readonly widgetId: string;
  readonly versionId: string | null;
  readonly kind: 'opened' | 'failed';
}

/** Takes what a terminal told of versions that go out in stages: opened ones are there; a failure counts against the opening, or within a day after it. */
export async function takeReports(tx: Tx, events: readonly Told[], { uid, deviceId, proven, now }: Taker): Promise<void> {
  const json = JSON.stringify(events.map(({ widgetId, versionId, kind }) => ({ w: widgetId, v: versionId, k: kind })));
  const { rows } = await sql<{ id: string; opened: boolean; failed: boolean }>`select v.id, bool_or(e.k = 'opened') as opened,
      bool_or(e.k = 'failed') as failed from jsonb_to_recordset(${json}::jsonb) as e(w uuid, v uuid, k text)
      join widget_version v on v.id = e.v and v.widget_id = e.w
      join widget_rollout r on r.version_id = v.id and r.state in ${statesUnderWay}
    group by v.id order by v.id`.execute(tx);
  for (const { id, opened, failed } of rows) {
    const first = opened ? now : null;
    await sql`insert into widget_offer as o (version_id, device_id, employee_id, proven, state, installed_at, started_at, failed_at, crashed_at, last_seen)
      values (${id}::uuid, ${deviceId}, ${uid}::uuid, ${proven}, ${opened ? 'started' : 'failed'}, ${first}, ${first},
        ${failed && !opened ? now : null}, ${failed && opened ? now : null}, ${now})
      on conflict (version_id, device_id) do update set last_seen = ${now}, proven = o.proven or ${proven}, employee_id = excluded.employee_id,
        installed_at = coalesce(o.installed_at, excluded.installed_at), started_at = coalesce(o.started_at, excluded.started_at),
        failed_at = case when o.started_at is null then coalesce(o.failed_at, excluded.failed_at) else o.failed_at end,
        crashed_at = coalesce(o.crashed_at, case when not ${failed} then null
          when o.started_at is null then excluded.crashed_at when ${now} - o.started_at <= ${dayMillis} then ${now}::bigint end),
        state = case when excluded.state = 'started' then 'started' when o.started_at is null then 'failed' else o.state end`.execute(tx);
  }
}
