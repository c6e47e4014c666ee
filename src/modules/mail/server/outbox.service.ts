import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, Refusal, taken } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { checkMailAddress } from '#platform/mail/mail-address.ts';
import { maskAddress } from './outbox.view.ts';

type Beside = Pick<Call, 'caller' | 'services'>;

/** This can't be done now; the state in words. */
const refuse = ({ caller, services }: Beside, state: string): Refusal =>
  new Refusal(code.wrongState, { state: services.texts.text(caller.language, 'mail', `outbox.state.${state}`) }, { state });

interface Named {
  id: string;
  address: string;
}

const touch = (caller: Caller, rows: readonly Named[]): void =>
  rows.forEach(({ id, address }) => caller.touch({ kind: 'mailOutbox', id, name: maskAddress(address) }));

/** Refuses where none of the mails could be reached: unknown ones, or none in a state that allows it. */
async function assertReached(tx: Tx, beside: Beside, ids: readonly string[], reached: readonly Named[]): Promise<void> {
  if (reached.length > 0) return;
  const some = await tx.selectFrom('mail_outbox').select('state').where('id', 'in', ids).executeTakeFirst();
  throw some ? refuse(beside, some.state) : notFound();
}

/** Lets mails go again at once, each with its own Message-ID as before; what was erased can't. Answers how many. */
export async function retryMails(tx: Tx, beside: Beside, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<Named>`update mail_outbox set state = 'queued', next_at = ${clock.now()}, ended_at = null, failure = null
    where id = any(${ids}::uuid[]) and state in ('deferred', 'failed', 'suppressed', 'cancelled') and content is not null
      and failure is distinct from 'address' returning id, address`.execute(tx);
  await assertReached(tx, beside, ids, rows);
  touch(beside.caller, rows);
  return rows.length;
}

/** Keeps mails that still wait from leaving; one that is being sent is too late. Answers how many. */
export async function cancelMails(tx: Tx, beside: Beside, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<Named>`update mail_outbox set state = 'cancelled', ended_at = ${clock.now()}
    where id = any(${ids}::uuid[]) and state in ('queued', 'deferred') returning id, address`.execute(tx);
  await assertReached(tx, beside, ids, rows);
  touch(beside.caller, rows);
  return rows.length;
}

/** Sends nothing to an address from now on; 10400 where it is none, 10411 where it is stopped already. */
export async function suppress(tx: Tx, caller: Caller, request: { address: string; reason: string }): Promise<string> {
  const address = checkMailAddress(request.address);
  if (address === undefined) throw new InvalidInput([{ path: 'address', namespace: 'mail', key: 'issue.address' }]);
  const now = clock.now();
  const { rows } = await sql<Named>`insert into mail_suppression (id, address, failures, answer, since, updated_at)
    values (${newId()}, ${address}, 0, ${request.reason}, ${now}, ${now})
    on conflict (address) do update set failures = 0, answer = excluded.answer, since = excluded.since, updated_at = excluded.updated_at
      where mail_suppression.since is null returning id, address`.execute(tx);
  if (!rows[0]) throw taken('address');
  touch(caller, rows);
  return rows[0].id;
}

/** Lets mail to these addresses leave again. Answers how many. */
export async function unsuppress(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const rows = await tx.deleteFrom('mail_suppression').where('id', 'in', ids).returning(['id', 'address']).execute();
  if (rows.length === 0) throw notFound();
  touch(caller, rows);
  return rows.length;
}

/** Stops the sending, or lets it go on; 10412 where it is so already. */
export async function switchSending(tx: Tx, beside: Beside, paused: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_sender')
    .set({ paused_at: paused ? clock.now() : null, paused_by: paused ? beside.caller.uid : null })
    .where('paused_at', paused ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse(beside, paused ? 'paused' : 'running');
}

const day = 86_400_000;
/** Days for which contents and talks are kept. */
const keptContent = 7;

/** Erases contents and talks after a week (rows go with the cleaning of logs); gives up what could not be sent within a day. */
export async function sweepOutbox({ database: { db }, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const at = now();
  await sql`update mail_outbox set content = null, dialogue = null
    where ended_at < ${at - keptContent * day} and (content is not null or dialogue is not null)`.execute(db);
  await sql`update mail_outbox set state = 'failed', failure = coalesce(failure, 'expired'), ended_at = ${at}
    where state in ('queued', 'deferred') and next_at <= ${at} and queued_at < ${at - 2 * day}`.execute(db);
  await db.deleteFrom('mail_dedupe').where('until', '<', at).execute();
}
