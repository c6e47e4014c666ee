import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { buildKeyOf } from '../version/build-key.ts';

/** How often it is written down at most that a terminal was there. */
export const seenMillis = 15 * 60_000;

interface Seen {
  readonly appId: string;
  readonly deviceId: string;
  readonly uid: string | null;
  readonly platform: number;
  readonly buildNo: string;
  readonly channel: string;
  readonly system: string;
  readonly model: string;
  readonly canSilent: boolean;
  readonly now: number;
}

/** Which build a terminal has: written when that changed, else at most every quarter of an hour. */
export async function noteTerminal(db: Db, seen: Seen): Promise<void> {
  const { now, buildNo } = seen;
  await sql`insert into app_terminal as t (app_id, device_id, employee_id, platform, build_no, build_key, channel, system, model, can_silent, last_seen)
    values (${seen.appId}::uuid, ${seen.deviceId}, ${seen.uid}, ${seen.platform}, ${buildNo}, ${buildKeyOf(buildNo)},
      ${seen.channel}, ${seen.system}, ${seen.model}, ${seen.canSilent}, ${now})
    on conflict (app_id, device_id) do update set employee_id = coalesce(excluded.employee_id, t.employee_id), build_no = excluded.build_no,
      build_key = excluded.build_key, channel = excluded.channel, system = excluded.system, model = excluded.model,
      can_silent = excluded.can_silent, last_seen = ${now}`.execute(db);
}
