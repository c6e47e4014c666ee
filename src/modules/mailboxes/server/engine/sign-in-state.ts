import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';

/** After so many refusals in a row nobody tries any more: the mail server must not lock the person. */
const mostRefusals = 3;
/** After that a password that a person types is tried once in so long. */
const restMillis = 15 * 60_000;
/** How often the last use is written. */
const noteMillis = 60_000;

/** Whether a password that somebody types now would be tried. */
export async function mayTry(db: Db, accountId: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select a.state <> 'failing' or coalesce(r.at, 0) < ${now - restMillis} as may
    from mail_account a left join mail_refusal r on r.account_id = a.id where a.id = ${accountId}::uuid`.execute(db);
  return rows[0]?.may ?? false;
}

/** Notes that the server let somebody in. */
export async function noteSignIn(services: Pick<CoreServices, 'database' | 'now'>, accountId: string): Promise<void> {
  const now = services.now();
  await sql`update mail_account set failures = 0, state = 'ready', last_used_at = ${now} where id = ${accountId}::uuid
    and state <> 'closed' and (failures > 0 or state <> 'ready' or last_used_at is null or last_used_at < ${now - noteMillis})`.execute(
    services.database.db,
  );
  await sql`delete from mail_refusal where account_id = ${accountId}::uuid`.execute(services.database.db);
}

/** Notes a refusal; with the third its person is asked to sign in again. */
export async function noteRefusal(services: CoreServices, accountId: string): Promise<void> {
  const { db } = services.database;
  const failed = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ failures: number; person: string | null; address: string; asks: boolean }>`update mail_account a
      set failures = a.failures + 1, state = case when a.failures + 1 >= ${mostRefusals} and a.state <> 'closed' then 'failing' else a.state end
      from mail_server s where a.id = ${accountId}::uuid and s.id = a.server_id
      returning a.failures, coalesce(a.employee_id, a.owner_id) as person, a.address, s.sign_in = 'own' as asks`.execute(tx);
    await sql`insert into mail_refusal (account_id, at) select ${accountId}::uuid, ${services.now()} where exists (select from mail_account
      where id = ${accountId}::uuid) on conflict (account_id) do update set at = excluded.at`.execute(tx);
    return rows[0];
  });
  if (!failed || failed.failures !== mostRefusals || failed.person === null || !failed.asks) return;
  const person = await services.directory.byUid(db, failed.person);
  const say = (key: string): string => services.texts.text(person?.language ?? 'zh_CN', 'mailboxes', key, { address: failed.address });
  await notifyPerson(services, failed.person, { title: say('notice.failing.title'), text: say('notice.failing.text'), link: '' }).catch(
    (error: unknown) => services.log.error({ err: error }, 'Nobody could be told of a mailbox that refuses its person'),
  );
}
