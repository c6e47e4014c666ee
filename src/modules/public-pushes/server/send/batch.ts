import { sql } from 'kysely';
import { pick, type Language } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { personFacts, siteZone } from '#modules/people/server/public.ts';
import { hoursEnd, noteInAccounts, whyNoFans } from '#modules/public-accounts/server/public.ts';
import type { AccountMessage } from '#modules/messaging/server/public.ts';
import type { TargetReason } from '../../common/words.ts';
import { accountRules, type AccountRules } from '../push/account-rules.ts';
import { languageFor, languagesOf, shownOf, type FrozenContent } from '../push/content.ts';
import { count } from '../push/counters.ts';
import { pushOf, type Push } from '../push/push-record.ts';
import { release, reserve } from './caps.ts';
import { messengerOf, type Delivered } from './messenger.ts';

/** People who are sent to at once. */
export const batchSize = 500;
/** When somebody is tried again whom the messaging service did not take. */
const retryMillis = [1_000, 5_000, 30_000, 120_000, 600_000] as const;
const downMillis = 5_000;
const hourMillis = 3_600_000;

interface Claimed {
  readonly id: string;
  readonly tries: number;
  readonly at: number;
  readonly language: Language | null;
  readonly zone: string | null;
}

/** What becomes of somebody now. */
interface Outcome {
  readonly id: string;
  readonly state: 1 | 2 | 3 | 4;
  readonly reason: '' | TargetReason;
  readonly due?: number;
  readonly tries: number;
  readonly messageId?: string;
  readonly language?: string;
  /** The try in its own words; nothing where nothing was tried. */
  readonly said?: string;
}

/** What a batch came to. */
export interface BatchResult {
  /** `gone`: the push does not run any more. `idle`: nobody's time has come. */
  readonly state: 'gone' | 'idle' | 'sent' | 'down';
  readonly sent: number;
  /** What became of each attempt, in a word: empty where it was delivered. */
  readonly attempts: readonly string[];
}

/**
 * Sends to the next people of a push whose time has come. They are locked until it is written what became of them: a process that dies leaves
 * them to others, who ask by the same keys, so that nobody gets it twice. Several processes share a push.
 */
export async function sendBatch(services: CoreServices, pushId: string, size: number): Promise<BatchResult> {
  return services.database.db.transaction().execute(async (tx) => {
    const push = await pushOf(tx, pushId, 'work');
    if (!push || (push.state !== 'running' && push.state !== 'finishing')) return { state: 'gone', sent: 0, attempts: [] };
    const now = services.now();
    const { rows: claimed } = await sql<Claimed>`with claimed as (
        select employee_id, tries, at from push_target where push_id = ${pushId}::uuid and state = 4 and due_at <= ${now}
        order by due_at limit ${Math.min(size, batchSize)} for update skip locked)
      select c.employee_id as id, c.tries, c.at, facts.language, facts."timeZone" as zone from claimed c
      left join (${personFacts()}) as facts on facts.id = c.employee_id`.execute(tx);
    if (claimed.length === 0) return { state: 'idle', sent: 0, attempts: [] };
    const account = await accountRules(tx, push.sno_id);
    const { outcomes, sending } = await judge(tx, push, { claimed, account, now });
    const { said, down } = await deliver(services, push, { sending, account });
    const results = [...outcomes, ...sending.map(({ target, language }) => resultOf(target, said.get(target.id), { language, now, down }))];
    await write(tx, push, results, now);
    return {
      state: down ? 'down' : 'sent',
      sent: results.filter(({ state }) => state === 1).length,
      attempts: down ? [] : results.flatMap(({ state, said: word }) => (word === undefined ? [] : [state === 1 ? '' : word])),
    };
  });
}

interface Sending {
  readonly target: Claimed;
  readonly language: Language;
}

/** Looks again at each person at the moment of sending: who may not get it, who not now, and who gets it in which language. */
async function judge(
  tx: Tx,
  push: Push,
  { claimed, account, now }: { claimed: readonly Claimed[]; account: AccountRules; now: number },
): Promise<{ outcomes: Outcome[]; sending: Sending[] }> {
  const outcomes: Outcome[] = [];
  const open: Sending[] = [];
  const why = await whyNoFans(
    tx,
    push.sno_id,
    claimed.map(({ id }) => id),
  );
  const had = await hadBefore(tx, push, claimed);
  const languages = languagesOf(push.frozen as FrozenContent);
  const expireMillis = account.platform.expireHours * hourMillis;
  for (const target of claimed) {
    const language = languageFor(languages, target.language ?? 'zh_CN');
    const end = target.at + expireMillis;
    const quiet = push.urgent ? undefined : hoursEnd(now, target.zone ?? siteZone(), account.quietHours);
    const skip =
      why.get(target.id) ?? had.get(target.id) ?? (language === undefined ? 'noContentInAnyLanguage' : end <= now ? 'expired' : undefined);
    const { id, tries } = target;
    if (skip !== undefined) outcomes.push({ id, state: 3, reason: skip, tries });
    else if (quiet !== undefined) outcomes.push({ id, state: 4, reason: 'quietHours', due: Math.min(quiet, end), tries });
    else open.push({ target, language: language! });
  }
  if (push.ignore_cap) return { outcomes, sending: open };
  const full = await reserve(tx, push, { ids: open.map(({ target }) => target.id), account, now });
  for (const { target } of open) {
    const until = full.get(target.id);
    if (until !== undefined)
      outcomes.push({ id: target.id, state: 4, reason: 'cap', due: Math.min(until, target.at + expireMillis), tries: target.tries });
  }
  return { outcomes, sending: open.filter(({ target }) => !full.has(target.id)) };
}

/** Who had it in another wave, or has read it since they were to be reminded. */
async function hadBefore(tx: Tx, push: Push, claimed: readonly Claimed[]): Promise<Map<string, 'duplicate' | 'readAlready'>> {
  if (push.wave === 0 || push.scope === 'all') return new Map();
  const { rows } = await sql<{
    id: string;
    read: boolean;
  }>`select t.employee_id as id, bool_or(t.read_at is not null) as read from push_target t
    join push p on p.id = t.push_id and p.root_id = ${push.root_id}::uuid and p.id <> ${push.id}::uuid
    where t.state = 1 and t.employee_id = any(${claimed.map(({ id }) => id)}::uuid[]) group by t.employee_id`.execute(tx);
  if (push.scope === 'unread') return new Map(rows.flatMap(({ id, read }) => (read ? [[id, 'readAlready'] as const] : [])));
  return new Map(rows.map(({ id }) => [id, 'duplicate'] as const));
}

/** Gives the messages to the messaging service, each under the key of root, person and wave. */
async function deliver(
  services: CoreServices,
  push: Push,
  { sending, account }: { sending: readonly Sending[]; account: AccountRules },
): Promise<{ said: Map<string, Delivered>; down: boolean }> {
  if (sending.length === 0) return { said: new Map(), down: false };
  const keyOf = (id: string): string => `push ${push.root_id} ${id} ${push.wave}`;
  const bodies = new Map<Language, Readonly<Record<string, unknown>>>();
  for (const { language } of sending) if (!bodies.has(language)) bodies.set(language, await bodyOf(services, push, { account, language }));
  const messages = sending.map(({ target, language }): AccountMessage => ({
    key: keyOf(target.id),
    accountId: push.sno_id,
    employeeId: target.id,
    kind: 'content',
    body: bodies.get(language)!,
  }));
  try {
    const answers = await messengerOf(services).current.deliver(services, messages);
    return { said: new Map(sending.flatMap(({ target }) => pair(target.id, answers.get(keyOf(target.id))))), down: false };
  } catch (error) {
    services.log.warn({ err: error, push: push.id }, 'The messaging service did not take a batch of a push');
    return { said: new Map(), down: true };
  }
}

const pair = (id: string, answer: Delivered | undefined): [string, Delivered][] => (answer ? [[id, answer]] : []);

/** What stands in the chat: enough to show a card; the content itself is fetched by `sno/article`. */
async function bodyOf(
  services: CoreServices,
  push: Push,
  { account, language }: { account: AccountRules; language: Language },
): Promise<Readonly<Record<string, unknown>>> {
  const shown = await shownOf(services.database.db, push, language);
  const [first] = shown.parts;
  return {
    account: pick(account.name, language),
    pushId: push.id,
    content: push.kind,
    title: pick(push.title, language),
    text: first?.digest ?? '',
    parts: shown.parts.length,
    ...(first?.coverFileId && { cover: first.coverFileId }),
    ...(push.urgent && { urgent: true }),
    ...(push.scope === 'unread' && { reminder: true }),
  };
}

function resultOf(
  { id, tries }: Claimed,
  answer: Delivered | undefined,
  { language, now, down }: { language: string; now: number; down: boolean },
): Outcome {
  if (down) return { id, state: 4, reason: 'serviceDown', due: now + downMillis, tries };
  if (answer && 'messageId' in answer)
    return { id, state: 1, reason: '', tries: tries + 1, messageId: answer.messageId, language, said: 'delivered' };
  // No answer for somebody is a lost one: it is asked for again under the same key.
  const word = answer?.refused ?? 'noAnswer';
  if (answer === undefined || ('again' in answer && answer.again)) {
    const wait = retryMillis[tries];
    return wait === undefined
      ? { id, state: 2, reason: 'timeOut', tries: tries + 1, said: word }
      : { id, state: 4, reason: 'retry', due: now + wait, tries: tries + 1, said: word };
  }
  if (word === 'gone') return { id, state: 3, reason: 'left', tries };
  const reason = word === 'tooLarge' || word === 'mailboxFull' ? word : 'refused';
  return { id, state: 2, reason, tries: tries + 1, said: word };
}

/** Writes what became of everybody, with the counters, in the transaction that holds them. */
async function write(tx: Tx, push: Push, results: readonly Outcome[], now: number): Promise<void> {
  const rows = results.map(({ id, state, reason, due, tries, messageId, language, said }) => ({
    id,
    state,
    reason,
    due: due ?? now,
    tries,
    message: messageId ?? null,
    language: language ?? null,
    said: said ?? null,
  }));
  await sql`update push_target t set state = r.state, reason = r.reason, due_at = r.due, tries = r.tries,
      at = case when r.state = 4 then t.at else ${now} end, message_id = coalesce(r.message, t.message_id), language = coalesce(r.language, t.language),
      history = case when r.said is null then t.history else t.history || jsonb_build_array(jsonb_build_object('at', ${now}::bigint, 'what', r.said)) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, state smallint, reason text, due bigint, tries smallint, message uuid,
      language text, said text)
    where t.push_id = ${push.id}::uuid and t.employee_id = r.id`.execute(tx);
  const of = (state: number): Outcome[] => results.filter((one) => one.state === state);
  const [delivered, failed, skipped] = [of(1), of(2), of(3)];
  await count(tx, push.id, {
    delivered: delivered.length,
    failed: failed.length,
    skipped: skipped.length,
    withheld: -(delivered.length + failed.length + skipped.length),
  });
  if (!push.ignore_cap)
    await release(
      tx,
      push.id,
      results.flatMap(({ id, state, reason }) => (state === 1 || reason === 'quietHours' || reason === 'cap' ? [] : [id])),
    );
  const ref = { id: push.id, name: pick(push.title, 'zh_CN') };
  await noteInAccounts(
    tx,
    failed.map(({ id, reason, said }) => ({
      snoId: push.sno_id,
      tab: 'delivery' as const,
      kind: 'failed',
      employeeId: id,
      ref,
      result: 'failed' as const,
      reason: said ?? reason,
    })),
  );
}
