import type { Db } from '#kit/server/directory.ts';
import { hashOf } from '#kit/server/session/session-cookie.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import '../auth-setting/auth-setting.table.ts';

/** A sign-out takes a browser through a page or two. */
const outMillis = 10 * 60_000;
const place = (settingId: string) => ({ table: 'sign_out_flow', column: 'kept', row: settingId });

interface Out {
  settingId: string;
  kept: unknown;
  now: number;
}

/** Remembers a sign-out on its way under a word that serves once. */
export async function beginOut(db: Db, secrets: Secrets, state: string, { settingId, kept, now }: Out): Promise<void> {
  await db.deleteFrom('sign_out_flow').where('expires_at', '<', now).execute();
  await db
    .insertInto('sign_out_flow')
    .values({
      state_hash: hashOf(state),
      setting_id: settingId,
      kept: secrets.seal(JSON.stringify(kept), place(settingId)),
      expires_at: now + outMillis,
    })
    .execute();
}

/** Takes it up again; undefined when the word is unknown, used, too old or of another setting. */
export async function takeOut(
  db: Db,
  secrets: Secrets,
  { state, settingId, now }: { state: string | undefined; settingId: string; now: number },
): Promise<unknown> {
  const row = await db
    .deleteFrom('sign_out_flow')
    .where('state_hash', '=', hashOf(state ?? ''))
    .where('setting_id', '=', settingId)
    .returningAll()
    .executeTakeFirst();
  return row && row.expires_at > now ? (JSON.parse(secrets.open(row.kept, place(settingId))) as unknown) : undefined;
}
