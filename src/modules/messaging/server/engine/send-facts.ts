import { sql } from 'kysely';
import { gatherer, placed } from '#platform/gather.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import type { SendTarget, SendRequest } from '../rule/send-request.ts';
import { messagingSettings } from '../settings.ts';
import { conversationColumns, type Conversation } from './conversations.ts';
import '../im.table.ts';

/**
 * What sending asks about people and conversations. Messages that are sent at the same time are asked about together, in one statement for
 * each question: a statement for each message costs more than what it looks up.
 */
const mostTogether = 500;

/** Under load questions of so many milliseconds go together: nobody notices the wait, and each saves the others a statement. */
export const askedApartMillis = 8;

/** A statement that connections keep. */
const kept = sql.raw(preparedMark);

/** What a conversation is; how far it has come stands in the database alone. */
type Known = Omit<Conversation, 'lastSeq'>;

/** What is remembered of conversations: it never changes, and writing into one that is gone finds nothing. */
const mostKnown = 20_000;
const knownOf = perProduct((): Map<string, Known> => new Map());

/** A conversation by its id. */
export async function conversationFor(services: Pick<CoreServices, 'database'>, id: string): Promise<Known | undefined> {
  const known = knownOf(services);
  const found = known.get(id) ?? (await readConversation(services)(id));
  if (known.size >= mostKnown) known.clear();
  if (found) known.set(id, found);
  return found;
}

const readConversation = perProduct(({ database: { db } }: Pick<CoreServices, 'database'>) =>
  gatherer(mostTogether, async (ids: readonly string[]) => {
    const { rows } = await sql<Conversation & { n: number }>`${kept} select n::int as n, ${conversationColumns}
      from unnest((select ${ids}::uuid[])) with ordinality as asked(wanted, n) join im_conversation on id = wanted`.execute(db);
    return placed(ids.length, rows);
  }),
);

/** The message that somebody sent before under a client id. */
export interface SentBefore {
  readonly n: number;
  readonly id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly sent_at: number;
  readonly wish_hash: Buffer;
  readonly original: string | null;
}

export const sentUnder = perProduct(({ database: { db } }) =>
  gatherer(mostTogether, async (asked: readonly { readonly uid: string; readonly clientId: string }[]) => {
    const [uids, clients] = [asked.map(({ uid }) => uid), asked.map(({ clientId }) => clientId)];
    const { rows } = await sql<SentBefore>`${kept} select n::int as n, m.id, conversation_id, seq, sent_at, wish_hash, original
      from unnest((select ${uids}::uuid[]), (select ${clients}::uuid[])) with ordinality as asked(uid, client, n)
      join im_message m on m.sender_id = asked.uid and m.client_id = asked.client`.execute(db);
    return placed(asked.length, rows);
  }),
);

/** Status of somebody's account; undefined where there is none. */
export const statusOf = perProduct(({ database: { db } }: Pick<CoreServices, 'database'>) =>
  gatherer(
    mostTogether,
    async (ids: readonly string[]) => {
      const { rows } = await sql<{ n: number; status: string }>`${kept} select n::int as n, e.status
      from unnest((select ${ids}::uuid[])) with ordinality as asked(id, n) join employee e on e.id = asked.id`.execute(db);
      return placed(ids.length, rows);
    },
    { apartMillis: askedApartMillis },
  ),
);

/** Whether somebody is in a conversation now; undefined where not. */
export const seatOf = perProduct(({ database: { db } }) =>
  gatherer(mostTogether, async (seats: readonly { readonly conversationId: string; readonly uid: string }[]) => {
    const [conversations, uids] = [seats.map(({ conversationId }) => conversationId), seats.map(({ uid }) => uid)];
    const { rows } = await sql<{ n: number }>`${kept} select n::int as n
      from unnest((select ${conversations}::uuid[]), (select ${uids}::uuid[])) with ordinality as asked(conversation, uid, n)
      join im_member m on m.conversation_id = asked.conversation and m.employee_id = asked.uid and m.left_seq is null`.execute(db);
    return placed(seats.length, rows);
  }),
);

/** What is asked about whoever sends. */
export interface SenderFacts {
  /** Of the account; null where there is none. */
  readonly status: string | null;
  /** Until when a decision on a report silences them. */
  readonly until: number | null;
  /** Whether they are in the conversation now. */
  readonly seated: boolean;
  /** How much they wrote in the last ten seconds, since when, and in the last hour. */
  readonly brief: number;
  readonly oldest: number | null;
  readonly hour: number;
}

const factsFor = perProduct((services: Pick<CoreServices, 'database' | 'now'>) =>
  gatherer(
    mostTogether,
    async (asked: readonly { readonly uid: string; readonly conversationId: string | null }[]) => {
      const { perHour } = await messagingSettings.now(services);
      const now = services.now();
      const [uids, conversations] = [asked.map(({ uid }) => uid), asked.map(({ conversationId }) => conversationId)];
      const { rows } = await sql<SenderFacts & { n: number }>`${kept}
      select n::int as n, e.status, s.until_at as until, m.employee_id is not null as seated, own.*
      from unnest((select ${uids}::uuid[]), (select ${conversations}::uuid[])) with ordinality as asked(uid, conversation, n)
      left join employee e on e.id = asked.uid
      left join im_silence s on s.employee_id = e.id and s.until_at > ${now}
      left join im_member m on m.conversation_id = asked.conversation and m.employee_id = asked.uid and m.left_seq is null
      cross join lateral (
        select count(*) filter (where sent_at > ${now - 10_000})::int as brief, count(*)::int as hour,
          min(sent_at) filter (where sent_at > ${now - 10_000}) as oldest
        from (select sent_at from im_message where sender_id = asked.uid and sent_at > ${now - 3_600_000}
          and not flags @> '{bulk}' order by sent_at desc limit ${perHour + 1}) as last) as own`.execute(services.database.db);
      return placed(asked.length, rows);
    },
    { apartMillis: askedApartMillis },
  ),
);

const askedOf = new WeakMap<SendTarget, Promise<SenderFacts>>();

/** What all steps of one question ask about whoever sends: read once for all of them. */
export function senderFacts(services: Pick<CoreServices, 'database' | 'now'>, { sender, target }: SendRequest): Promise<SenderFacts> {
  const known = askedOf.get(target);
  if (known) return known;
  const asked = factsFor(services)({ uid: sender.id, conversationId: target.conversationId }).then((found) => found!);
  askedOf.set(target, asked);
  return asked;
}
