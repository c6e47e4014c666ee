import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { noteInAccounts, standingTo } from '#modules/public-accounts/server/public.ts';
import { clientSnoMessage } from '../../common/reply/client.contract.ts';
import { replyLimits } from '../../common/reply/words.ts';
import { deliverKept, type Outgoing } from '../inbox/deliver.ts';
import { markAnswered, storeIncoming } from '../inbox/store.ts';
import { answersTo } from './answers-to.ts';
import { askedOf } from './asked.ts';
import { keepAnswers } from './keep-answers.ts';
import { dayOf } from './keywords.ts';
import { bookFor } from './load.ts';
import { oneAtATime } from './one-at-a-time.ts';

const minuteMillis = 60_000;
type Input = ClientInput<typeof clientSnoMessage>;

/** Messages of people to accounts. */
export const replyClientRoutes: readonly BoundClientRoute[] = [handleClient(clientSnoMessage, message)];

async function message(call: ClientCall, input: Input): Promise<ClientReply<typeof clientSnoMessage>> {
  const { uid } = sessionOf(call);
  const { snoId } = input;
  await standingTo(call.db, snoId, uid);
  const row = await call.db.selectFrom('sno').select('allow_message').where('id', '=', snoId).executeTakeFirst();
  if (!row?.allow_message) throw new Refusal(code.notGranted);
  const { reply, answers } = await call.write((tx) => takeMessage(tx, call.services, { ...input, uid }));
  await deliverKept(call.services, answers);
  return reply;
}

interface Taken {
  readonly reply: { id: string; at: number };
  readonly answers: readonly Outgoing[];
}

/** Keeps a message and what is answered to it; one that was sent before under the same id changes nothing. */
export async function takeMessage(
  tx: Tx,
  services: CoreServices,
  { uid, snoId, clientId, kind, body }: Input & { uid: string },
): Promise<Taken> {
  await oneAtATime(tx, uid);
  const now = services.now();
  const { id, isNew } = await storeIncoming(tx, { snoId, employeeId: uid, clientId, kind, body, at: now });
  if (!isNew) {
    const first = await tx.selectFrom('user_message').select('at').where('id', '=', id).executeTakeFirst();
    return { reply: { id, at: Number(first?.at ?? now) }, answers: [] };
  }
  await assertPace(tx, uid, now);
  const reply = { id, at: now };
  const asked = await askedOf(tx, { snoId, uid, at: now, text: 'text' in body ? body.text : null });
  const outcome = answersTo(await bookFor(tx, services.database, snoId), asked);
  const { rule, by } = outcome;
  if (by === 'open' || outcome.answers.length === 0) {
    if (outcome.held !== null)
      await noteInAccounts(tx, [{ snoId, tab: 'reply', kind: 'held', employeeId: uid, result: 'refused', reason: outcome.held }]);
    return { reply, answers: [] };
  }
  const answering = { snoId, employeeId: uid, language: asked.language, by: { id: rule?.id ?? by, name: rule?.name ?? by }, ref: id };
  const answers = await keepAnswers(tx, answering, outcome.answers);
  if (answers.length === 0) return { reply, answers };
  await markAnswered(tx, { snoId, employeeId: uid, auto: true });
  if (rule?.id != null)
    await sql`insert into keyword_reply_fired as f (rule_id, day, n, last_at) values (${rule.id}::uuid, ${dayOf(now)}, 1, ${now})
      on conflict (rule_id, day) do update set n = f.n + 1, last_at = greatest(f.last_at, excluded.last_at)`.execute(tx);
  return { reply, answers };
}

/** So many messages of one person in a minute, the new one counted (15083, with the seconds to wait). */
async function assertPace(tx: Tx, uid: string, now: number): Promise<void> {
  const { rows } = await sql<{ at: number }>`select at from user_message where employee_id = ${uid}::uuid and client_id is not null
    and at > ${now - minuteMillis} order by at desc limit ${replyLimits.messagesInMinute + 1}`.execute(tx);
  if (rows.length <= replyLimits.messagesInMinute) return;
  const n = Math.max(1, Math.ceil((Number(rows[replyLimits.messagesInMinute - 1]!.at) + minuteMillis - now) / 1000));
  throw new Refusal(15083, { n }, { retryAfter: n });
}
