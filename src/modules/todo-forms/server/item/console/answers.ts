import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, wrongState } from '#kit/server/refusal.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import type * as contract from '../../../common/item/answer.contract.ts';
import type { AnswerClass, AnswerState } from '../../../common/item/words.ts';
import { systemInReach } from '../../template/reach.ts';
import { lockItems, type LockedItem } from '../close.ts';
import type { ItemLine } from '../item.table.ts';
import { newsOf, tellNews, type News } from '../news.ts';
import { openCall } from '../sealed.ts';
import { cancelIn, closeByHandIn } from '../send/settle.ts';
import { wakeAnswers } from '../wake.ts';
import { assertReach } from './item-writes.ts';
import type { Means } from './items.ts';

interface Stored {
  id: string;
  itemId: string;
  line: ItemLine;
  systemId: string;
  systemName: LocalDraft;
  outId: string;
  employeeId: string;
  action: string;
  at: number;
  state: AnswerState;
  attempts: number;
  lastClass: AnswerClass | '';
  lastMessage: string;
  nextAt: number | null;
  confirmedAt: number | null;
}

const columns = sql`a.id, a.item_id as "itemId", i.line, a.system_id as "systemId", s.name as "systemName", i.out_id as "outId",
  a.employee_id as "employeeId", a.action, a.at, a.state, a.attempts, a.last_class as "lastClass", a.last_message as "lastMessage",
  a.next_at as "nextAt", a.confirmed_at as "confirmedAt"`;
const source = sql`todo_answer a join todo_item i on i.id = a.item_id join todo_system s on s.id = a.system_id`;
const minuteMillis = 60_000;

async function shown({ db, caller, services }: Means, rows: readonly Stored[]): Promise<contract.AnswerRow[]> {
  const people = await services.directory.people(
    db,
    [...new Set(rows.map(({ employeeId }) => employeeId))],
    caller.language,
    caller.scope(),
  );
  const moment = (at: number | null): number | null => (at === null ? null : Number(at));
  return rows.map(({ line, systemName, employeeId, lastClass, ...row }) => ({
    ...row,
    title: pick(line.title, caller.language),
    systemName: pick(systemName, caller.language),
    personName: people.get(employeeId)?.name ?? '',
    lastClass: lastClass === '' ? null : lastClass,
    at: Number(row.at),
    nextAt: moment(row.nextAt),
    confirmedAt: moment(row.confirmedAt),
  }));
}

/** A page of answers. */
export async function listAnswers(
  means: Means,
  { pageNum, pageSize, sort = '-at', systemId, state, lastClass, olderThan }: Parsed<typeof contract.answerList>,
): Promise<Reply<typeof contract.answerList>> {
  const where: RawBuilder<boolean>[] = [systemInReach(means.caller.scope(), 'a.system_id')];
  if (systemId !== undefined) where.push(sql<boolean>`a.system_id = ${systemId}::uuid`);
  if (state !== undefined) where.push(sql<boolean>`a.state = ${state}`);
  if (lastClass !== undefined) where.push(sql<boolean>`a.last_class = ${lastClass}`);
  if (olderThan !== undefined)
    where.push(
      sql<boolean>`a.state in ('queued', 'sending', 'unknown', 'failed') and a.at < ${means.services.now() - olderThan * minuteMillis}::bigint`,
    );
  const order = orderOf(sort, { at: sql`a.at`, nextAt: sql`a.next_at` }, sql`a.id`);
  const { list, ...counted } = await readPage<Stored>(means.db, { columns, from: source, where, order }, { pageNum, pageSize });
  return { list: await shown(means, list), ...counted };
}

/** What looks like a secret in what a system answered. */
const secret = /("(?:[^"]*(?:password|secret|token|key|authorization)[^"]*)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/** One answer with its calls. */
export async function getAnswer(means: Means, { id }: Parsed<typeof contract.answerGet>): Promise<Reply<typeof contract.answerGet>> {
  const { db, caller, services } = means;
  const range = caller.scope();
  const { rows } = await sql<Stored & { closedBy: string; closeReason: string }>`select ${columns}, a.closed_by as "closedBy",
      a.close_reason as "closeReason"
    from ${source} where a.id = ${id}::uuid and ${systemInReach(range, 'a.system_id')}`.execute(db);
  const [row] = rows;
  if (!row) throw range.all ? notFound() : outOfRange();
  const { closedBy, closeReason, ...stored } = row;
  const { rows: calls } = await sql<{ n: number; at: number; ms: number; status: number; class: AnswerClass; answer: string | null }>`
    select n, at, ms, status, class, answer from todo_answer_call where answer_id = ${id}::uuid order by n`.execute(db);
  const closer = (await services.directory.people(db, closedBy === '' ? [] : [closedBy], caller.language)).get(closedBy)?.name ?? '';
  return {
    ...(await shown(means, [stored]))[0]!,
    closedBy: closer,
    closeReason,
    calls: calls.map((one) => ({
      ...one,
      at: Number(one.at),
      answer: one.answer === null ? '' : openCall(services, id, one.n, one.answer).replaceAll(secret, '$1"***"'),
    })),
  };
}

interface Locked {
  readonly id: string;
  readonly itemId: string;
  readonly employeeId: string;
  readonly action: string;
  readonly state: AnswerState;
}

/** Does something to answers that the caller may manage; another state than these is refused (10412). */
async function managing(
  call: Call,
  { ids, states }: { readonly ids: readonly string[]; readonly states: readonly AnswerState[] },
  work: (tx: Tx, answer: Locked, item: LockedItem, news: News) => Promise<unknown>,
): Promise<{ count: number }> {
  const news = newsOf();
  const n = await call.write(async (tx) => {
    news.all.length = 0;
    await assertReach(tx, call, 'todo_answer', { ids, right: 'answer' });
    const { rows: named } = await sql<{
      itemId: string;
    }>`select item_id as "itemId" from todo_answer where id = any(${[...ids]}::uuid[])`.execute(tx);
    const items = await lockItems(
      tx,
      named.map(({ itemId }) => itemId),
    );
    const byId = new Map(items.map((item) => [item.id, item]));
    const { rows } = await sql<Locked>`select id, item_id as "itemId", employee_id as "employeeId", action, state from todo_answer
      where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx);
    for (const answer of rows) {
      if (!states.includes(answer.state))
        throw wrongState(answer.state, { namespace: 'todo-forms', key: `todoAnswer.state.${answer.state}` });
      const item = byId.get(answer.itemId)!;
      call.caller.touch({ kind: 'todoAnswer', id: answer.id, name: pick(item.line.title, 'zh_CN') });
      await work(tx, answer, item, news);
    }
    return rows.length;
  });
  wakeAnswers(call.services);
  await tellNews(call.services, news);
  return { count: n };
}

/** Sends answers again now, with the same id. */
export const retryAnswers = (call: Call, { ids }: Parsed<typeof contract.answerRetry>): Promise<{ count: number }> =>
  managing(call, { ids, states: ['queued', 'unknown', 'failed'] }, (tx, { id }) => {
    const now = call.services.now();
    // What failed for its time begins its time again; its calls stay.
    return sql`update todo_answer set next_at = ${now}, at = case when state = 'failed' then ${now} else at end,
      state = case when attempts = 0 then 'queued' else 'unknown' end where id = ${id}::uuid`.execute(tx);
  });

/** Cancels answers that never reached their system, or failed: the part is open again. */
export const cancelAnswers = (call: Call, { ids, reason }: Parsed<typeof contract.answerCancel>): Promise<{ count: number }> =>
  managing(call, { ids, states: ['queued', 'failed'] }, async (tx, answer, item, news) => {
    await sql`update todo_answer set state = 'cancelled', next_at = null, closed_by = ${call.caller.uid}, close_reason = ${reason}
      where id = ${answer.id}::uuid`.execute(tx);
    await cancelIn(tx, call.services, { item, news }, answer);
  });

/** Closes failed answers that their system has by another way. */
export const closeAnswers = (call: Call, { ids, reason }: Parsed<typeof contract.answerClose>): Promise<{ count: number }> =>
  managing(call, { ids, states: ['failed'] }, async (tx, answer, item, news) => {
    await sql`update todo_answer set state = 'closedByHand', next_at = null, closed_by = ${call.caller.uid}, close_reason = ${reason}
      where id = ${answer.id}::uuid`.execute(tx);
    await closeByHandIn(tx, call.services, { item, news }, { ...answer, reason });
  });
