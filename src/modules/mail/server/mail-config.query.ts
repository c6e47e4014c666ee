import type { Selectable } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { mailGet } from '../common/mail-config.contract.ts';
import { dkimRecord } from './dkim.ts';
import type { MailConfigTable } from './mail.table.ts';
import { dkimPlace, openServerSecrets, secretFor } from './server-secrets.ts';

/** The settings as they are kept. */
export type ConfigRow = Selectable<MailConfigTable>;

/** The one row of the settings. */
export const readConfig = (db: Db): Promise<ConfigRow> => db.selectFrom('mail_config').selectAll().executeTakeFirstOrThrow();

/** The private key in the clear, for signing and for what is published. */
export const openDkimKey = (secrets: Secrets, row: ConfigRow): string | undefined =>
  row.dkim_key === null ? undefined : secrets.open(row.dkim_key, dkimPlace(row.id));

/** The settings without their secrets. */
export async function getConfig(db: Db, secrets: Secrets): Promise<Reply<typeof mailGet>> {
  const row = await readConfig(db);
  const kept = openServerSecrets(secrets, row);
  const key = openDkimKey(secrets, row);
  return {
    ...stampsOf(row),
    servers: row.servers.map((server) => ({ ...server, hasSecret: secretFor(kept, server) !== undefined })),
    fromName: row.from_name,
    fromAddress: row.from_address,
    replyTo: row.reply_to,
    ehloName: row.ehlo_name,
    perMinute: row.per_minute,
    maxSize: row.max_size,
    dkim: row.dkim && { ...row.dkim, record: key === undefined ? null : dkimRecord(row.dkim, key) },
    footer: row.footer,
    testTo: row.test_to,
  };
}

/** What a first start finds: the row of the settings, and one of each template that modules declare. */
export async function seedMail({ database: { db }, mails, now }: Pick<Services, 'database' | 'mails' | 'now'>): Promise<void> {
  const stamps = { version: 1, created_at: now(), updated_at: now() };
  const values = { ...stamps, id: newId(), servers: '[]', footer: '{}', from_name: '', from_address: '', per_minute: 120, max_size: 10 };
  await db
    .insertInto('mail_config')
    .values({ ...values, dkim: null })
    .onConflict((on) => on.doNothing())
    .execute();
  const rows = mails.templates.map(({ code }) => ({ ...stamps, id: newId(), code, texts: '{}' }));
  if (rows.length > 0)
    await db
      .insertInto('mail_template')
      .values(rows)
      .onConflict((on) => on.column('code').doNothing())
      .execute();
}
