import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';

/** Who was told that it is wrong is told once that it is right again, by the channels that reached them; what still waits to be told is dropped. */
export async function askSolved(tx: Tx, now: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update warning_notice set state = 'suppressed', suppressed_by = 'dedupe', ended_at = ${now}
    where warning_id = any(${ids}::uuid[]) and state = 'queued' and message_id is null`.execute(tx);
  const { rows } = await sql<{
    warning_id: string;
    person_id: string | null;
    person_name: string;
    uid: string | null;
    channel: string;
    severity: string;
  }>`select distinct on (warning_id, person_id, uid, channel) warning_id, person_id, person_name, uid, channel, severity from warning_notice
    where warning_id = any(${ids}::uuid[]) and (state = 'sent' or state = 'queued') order by warning_id, person_id, uid, channel, id desc`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const notices = rows.map((row) => ({ ...row, id: newId() }));
  await sql`insert into warning_notice (id, warning_id, person_id, person_name, uid, channel, reason, severity, state, at, not_before)
    select id, warning_id, person_id, person_name, uid, channel, 'solved', severity, 'queued', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as notice(id uuid, warning_id uuid, person_id uuid, person_name text, uid uuid, channel text, severity text)`.execute(tx);
}
