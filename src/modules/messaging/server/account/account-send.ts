import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { idOf, newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import type { MessageKind } from '../../common/words.ts';
import { directory } from '../directory.ts';
import { engineOf } from '../engine/engine-state.ts';
import { announce } from '../engine/message-events.ts';
import { writePosts } from '../engine/post-many.ts';
import type { Post } from '../engine/post.ts';
import { changeOf, recallIn, type Recallable } from '../engine/recall.ts';
import '../im.table.ts';

/** Messages that are taken at once. */
export const mostFromAccount = 500;

/** What an account writes to one person. The same key again writes nothing and is answered with the first message. */
export interface AccountMessage {
  readonly key: string;
  readonly accountId: string;
  readonly employeeId: string;
  readonly kind: MessageKind;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What became of it: the message, or a word why it was refused (`gone`: not an active person; `tooLarge`). */
export type AccountSent = { readonly messageId: string } | { readonly refused: 'gone' | 'tooLarge' };

const mostBytes = 64 * 1024;

/**
 * Writes messages of accounts into their chats with people, at most 500 at once, in one transaction: when it answers, all of them are kept.
 * Throws 16014 while the engine is paused.
 */
export async function deliverFromAccount(services: CoreServices, messages: readonly AccountMessage[]): Promise<Map<string, AccountSent>> {
  if (messages.length > mostFromAccount) throw new RangeError(`At most ${mostFromAccount} messages at once`);
  const { db } = services.database;
  const { rows: active } = await sql<{ id: string }>`select id from (${directory.activeEmployees()}) as who
    where id = any(${messages.map(({ employeeId }) => employeeId)}::uuid[])`.execute(db);
  const here = new Set(active.map(({ id }) => id));
  const answers = new Map<string, AccountSent>();
  const sent: AccountMessage[] = [];
  for (const message of messages) {
    if (!here.has(message.employeeId)) answers.set(message.key, { refused: 'gone' });
    else if (JSON.stringify(message.body).length > mostBytes) answers.set(message.key, { refused: 'tooLarge' });
    else sent.push(message);
  }
  if (sent.length === 0) return answers;
  const { pausedUntil } = await engineOf(services).now();
  if (pausedUntil !== null && pausedUntil > services.now()) throw new Refusal(16014);
  const news = await retryConflicts(() =>
    db.transaction().execute(async (tx) => {
      const chats = await openAccountChats(tx, sent);
      const posts = sent.map((message): Post => ({
        conversationId: chats.get(pairKey(message))!,
        sender: { kind: 'account', id: message.accountId, platform: null, deviceId: null, via: 'account' },
        // So that the index which takes a client id once takes a key once.
        clientId: idOf(`account ${message.key}`),
        kind: message.kind,
        body: message.body,
      }));
      const written = await writePosts(tx, services, posts);
      const before = await earlierOf(
        tx,
        posts.filter((_post, at) => written[at]!.sent === 'twice'),
      );
      return sent.flatMap((message, at) => {
        const one = written[at]!.sent;
        const { sender, clientId, conversationId } = posts[at]!;
        const messageId = one === 'twice' || one === 'notThere' ? before.get(`${sender.id} ${clientId}`) : one.messageId;
        if (messageId === undefined) throw new Error(`A message of the account ${sender.id} was neither written nor found`);
        answers.set(message.key, { messageId });
        return typeof one === 'string' ? [] : [{ what: 'message' as const, conversation: conversationId, seq: one.seq }];
      });
    }),
  );
  await announce(services, news);
  return answers;
}

const pairKey = ({ accountId, employeeId }: Pick<AccountMessage, 'accountId' | 'employeeId'>): string => `${accountId} ${employeeId}`;

/** The chats of accounts with people; those that are not there begin. */
async function openAccountChats(tx: Db, pairs: readonly Pick<AccountMessage, 'accountId' | 'employeeId'>[]): Promise<Map<string, string>> {
  const wanted = [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()].toSorted((one, other) =>
    pairKey(one) < pairKey(other) ? -1 : 1,
  );
  const given = sql`unnest(${wanted.map(() => newId())}::uuid[], ${wanted.map(({ accountId }) => accountId)}::uuid[],
    ${wanted.map(({ employeeId }) => employeeId)}::uuid[])`;
  // Two statements: the second sees what another process began in the meantime.
  await sql`with given as (select * from ${given} as g(id, account_id, employee_id)),
    made as (insert into im_conversation (id, kind, account_id, other_id, created_at)
      select id, 'account', account_id, employee_id, ${clock.now()} from given order by account_id, employee_id
      on conflict (account_id, other_id) where kind = 'account' do nothing returning id, other_id)
    insert into im_member (conversation_id, employee_id, changed_at) select id, other_id, ${clock.now()} from made`.execute(tx);
  const { rows } = await sql<{ id: string; accountId: string; employeeId: string }>`select c.id, c.account_id as "accountId",
      c.other_id as "employeeId" from ${given} as g(id, account_id, employee_id)
    join im_conversation c on c.kind = 'account' and c.account_id = g.account_id and c.other_id = g.employee_id`.execute(tx);
  return new Map(rows.map((row) => [pairKey(row), row.id]));
}

async function earlierOf(tx: Db, posts: readonly Post[]): Promise<Map<string, string>> {
  if (posts.length === 0) return new Map();
  const { rows } = await sql<{ id: string; sender: string; client: string }>`select m.id, m.sender_id as sender, m.client_id as client
    from unnest(${posts.map(({ sender }) => sender.id)}::uuid[], ${posts.map(({ clientId }) => clientId!)}::uuid[]) as g(sender, client)
    join im_message m on m.sender_id = g.sender and m.client_id = g.client`.execute(tx);
  return new Map(rows.map((row) => [`${row.sender} ${row.client}`, row.id]));
}

/** Takes messages of accounts back, at most 500 at once: terminals get a recall behind each. Answers those that are gone, whenever that was. */
export async function withdrawFromAccount(services: CoreServices, messageIds: readonly string[]): Promise<Set<string>> {
  if (messageIds.length > mostFromAccount) throw new RangeError(`At most ${mostFromAccount} messages at once`);
  if (messageIds.length === 0) return new Set();
  const recalled = await retryConflicts(() =>
    services.database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<Recallable & { sender_id: string }>`select m.id, m.conversation_id, m.seq, m.state, m.sender_id
        from im_message m where m.id = any(${[...messageIds]}::uuid[]) and m.sender_kind = 'account'
        order by m.conversation_id, m.seq`.execute(tx);
      const done = [];
      for (const { sender_id: id, ...message } of rows) {
        const sender = { kind: 'account', id, platform: null, deviceId: null, via: 'account' } as const;
        done.push(...(await recallIn(tx, services, [message], { sender, shownText: null })));
      }
      return done;
    }),
  );
  await announce(services, changeOf(recalled));
  return new Set(messageIds);
}
