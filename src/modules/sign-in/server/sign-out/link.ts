import { z } from 'zod';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { hashOf } from '#kit/server/session/session-cookie.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import '../auth-setting/auth-setting.table.ts';

/** What another system knows a session by: whose it is, which of theirs, and what it wants to hear of it again. */
export const linkShape = z.object({ subject: z.string(), key: z.string().nullable(), kept: z.record(z.string(), z.string()) });
export type Link = z.output<typeof linkShape>;

/** Where the link of a ticket is sealed for. */
export const ticketPlace = (settingId: string) => ({ table: 'sign_in_ticket', column: 'link', row: settingId });
const linkPlace = (sessionId: string) => ({ table: 'sign_in_link', column: 'kept', row: sessionId });

/** A link as it goes with a ticket. */
export const sealedLink = (secrets: Secrets, settingId: string, link: Link | undefined): string | null =>
  link === undefined ? null : secrets.seal(JSON.stringify(link), ticketPlace(settingId));

/** Keeps what another system knows a session by. */
export async function noteLink(
  tx: Tx,
  session: { id: string; uid: string; way: string; link: string },
  { secrets }: Pick<Services, 'secrets'>,
): Promise<void> {
  const link = linkShape.parse(JSON.parse(session.link));
  const setting = await tx.selectFrom('auth_setting').select('id').where('code', '=', session.way).executeTakeFirst();
  if (!setting) return;
  await tx
    .insertInto('sign_in_link')
    .values({
      session_id: session.id,
      setting_id: setting.id,
      uid: session.uid,
      subject_hash: hashOf(link.subject),
      key_hash: link.key === null ? null : hashOf(link.key),
      kept: secrets.seal(JSON.stringify(link), linkPlace(session.id)),
    })
    .execute();
}

/** What another system knows this session by; undefined where none does. */
export async function linkOf(db: Db, secrets: Secrets, sessionId: string): Promise<{ settingId: string; link: Link } | undefined> {
  const row = await db.selectFrom('sign_in_link').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
  if (!row) return undefined;
  return { settingId: row.setting_id, link: linkShape.parse(JSON.parse(secrets.open(row.kept, linkPlace(sessionId)))) };
}
