import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { sendDraft } from '../../common/client/message.schema.ts';
import type { clientBroadcast } from '../../common/client/pass.contract.ts';
import { send } from '../engine/send.ts';
import type { Sender } from '../rule/send-request.ts';
import { assertMay, partOf } from './pass.ts';

const dayMillis = 86_400_000;
/** So often a day one person writes to many. */
const broadcastsPerDay = 5;
/** What refuses the text itself, whoever it is for. */
const ofTheText: readonly number[] = [16008, 16014, 16061, 16065];

/** Counts a broadcast; one that was counted before goes on where it was broken off. */
async function count({ services: { database, now }, caller: { uid } }: ClientCall, clientId: string): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 18))`.execute(tx);
    const { rows } = await sql<{ known: boolean; n: number }>`select coalesce(bool_or(client_id = ${clientId}::uuid), false) as known,
      (count(*) filter (where at > ${now() - dayMillis}))::int as n from im_broadcast where sender_id = ${uid}::uuid`.execute(tx);
    if (rows[0]!.known) return;
    if (rows[0]!.n >= broadcastsPerDay) throw new Refusal(16007, { seconds: 3600 }, { seconds: 3600 });
    await sql`insert into im_broadcast (sender_id, client_id, at) values (${uid}::uuid, ${clientId}::uuid, ${now()})`.execute(tx);
  });
}

/** Sends one text to many: each is a send of its own, asked like any other; who may not be written to is named, and the others get it. */
export async function broadcast(
  call: ClientCall,
  sender: Sender,
  { people, text, clientId }: ClientInput<typeof clientBroadcast>,
): Promise<ClientReply<typeof clientBroadcast>> {
  await assertMay(call, 'im.broadcast');
  await count(call, clientId);
  const done: ClientReply<typeof clientBroadcast> = { count: 0, refused: [] };
  for (const peerId of new Set(people)) {
    const draft = sendDraft.parse({ kind: 'text', body: { text }, peerId, clientId: partOf(clientId, peerId) });
    try {
      await send(call.services, sender, draft, { bulk: true });
      done.count += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || ofTheText.includes(error.answer)) throw error;
      done.refused.push({ employeeId: peerId, code: error.answer });
    }
  }
  return done;
}
