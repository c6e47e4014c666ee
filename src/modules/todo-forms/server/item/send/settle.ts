import { sql } from 'kysely';
import { inEach } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import type { AnswerState } from '../../../common/item/words.ts';
import { endItems, endWhenAnswered, lockItems, touchItem, touchPeople, type LockedItem } from '../close.ts';
import { formOf } from '../form.ts';
import { newsOf, queueNotices, tellNews, type News } from '../news.ts';
import { sealCall } from '../sealed.ts';
import { todoSettings } from '../settings.ts';
import type { TodoSystem } from '../system.ts';
import { raiseFailed } from './alarm.ts';
import type { CallResult } from './call-system.ts';
import type { Claimed } from './claim.ts';
import { answerTimes } from './times.ts';

const hourMillis = 3_600_000;

/** A call that was made, with its result. */
export interface Made {
  readonly answer: Claimed;
  readonly system: TodoSystem;
  readonly result: CallResult;
  readonly begun: number;
  readonly ms: number;
}

/** Notes a call, and does what follows of it: the part is done, open again, waits for another try, or has failed. */
export async function settle(services: CoreServices, made: Made): Promise<void> {
  const news = newsOf();
  await retryConflicts(() => {
    news.all.length = 0;
    return services.database.db.transaction().execute((tx) => settleIn(tx, services, made, news));
  });
  await tellNews(services, news);
}

async function settleIn(tx: Tx, services: CoreServices, { answer, system, result, begun, ms }: Made, news: News): Promise<void> {
  const [item] = await lockItems(tx, [answer.itemId]);
  const { rows } = await sql<{ state: AnswerState; attempts: number }>`select state, attempts from todo_answer
    where id = ${answer.id}::uuid for update`.execute(tx);
  const [stored] = rows;
  if (!item || !stored) return;
  const n = await noteCall(tx, services, { answer, result, begun, ms });
  // What another try has settled meanwhile stays so; a clear answer that comes late counts while there is none.
  const isWaiting = stored.state === 'sending' || stored.state === 'unknown';
  if (!isWaiting || (stored.attempts !== answer.attempts && result.outcome !== 'confirmed')) return;
  const write = (state: AnswerState, nextAt: number | null): Promise<unknown> =>
    sql`update todo_answer set state = ${state}, next_at = ${nextAt}, last_class = ${result.class}, last_message = ${result.message},
      fields = ${JSON.stringify(result.fields)}::jsonb, confirmed_at = ${state === 'confirmed' ? services.now() : null},
      attempts = attempts - ${result.outcome === 'notSent' ? 1 : 0}
      where id = ${answer.id}::uuid`.execute(tx);
  if (result.outcome === 'confirmed') {
    await write('confirmed', null);
    await confirmed(tx, services, { item, answer, result }, news);
  } else if (result.outcome === 'refused') {
    await write('refused', null);
    await reopen(tx, services, { item, answer, kind: 'refused' }, news);
  } else {
    const next = result.outcome === 'failed' ? null : await nextTry(services, answer, result);
    const sentBefore = n > 1 || result.outcome === 'unknown';
    await write(next === null ? 'failed' : sentBefore ? 'unknown' : 'queued', next);
    if (next === null) await failed(tx, services, { item, answer, system, result }, news);
  }
}

/** Keeps how a call went; answers how many calls of the answer were sent by now. */
async function noteCall(
  tx: Tx,
  services: CoreServices,
  { answer, result, begun, ms }: Pick<Made, 'answer' | 'result' | 'begun' | 'ms'>,
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(max(n), 0)::int as n from todo_answer_call where answer_id = ${answer.id}::uuid`.execute(tx);
  const last = rows[0]?.n ?? 0;
  if (result.outcome === 'notSent') return last;
  const n = last + 1;
  await tx
    .insertInto('todo_answer_call')
    .values({
      answer_id: answer.id,
      n,
      at: begun,
      ms,
      status: result.status,
      class: result.class,
      request_id: '',
      answer: result.answer === '' ? null : sealCall(services, answer.id, n, result.answer),
    })
    .execute();
  return n;
}

/** When an answer is tried again; null once its time is over. */
async function nextTry(services: CoreServices, { attempts, at }: Claimed, { outcome }: CallResult): Promise<number | null> {
  const { pauses, restMillis } = answerTimes(services);
  const { answerHours } = await todoSettings.now(services);
  const next = services.now() + (outcome === 'notSent' ? restMillis : (pauses[Math.min(attempts, pauses.length) - 1] ?? restMillis));
  return next > at + answerHours * hourMillis ? null : next;
}

interface Settling {
  readonly item: LockedItem;
  readonly answer: Claimed;
}

/** The system has it: the part is done, or goes on where the action or the system says so. */
async function confirmed(
  tx: Tx,
  services: CoreServices,
  { item, answer, result }: Settling & { readonly result: CallResult },
  news: News,
): Promise<void> {
  const now = services.now();
  if (item.state !== 'open') return;
  const { content } = await formOf(services, tx, item.versionId);
  const stage = content.stages.some(({ code }) => code === result.stage) ? result.stage : item.stage;
  const effect = content.actions.find(({ code }) => code === answer.action)?.effect ?? 'done';
  const stays = result.state === 'open' || (result.state === '' && effect === 'stays');
  await sql`update todo_item set answering = null, stage = ${stage} where id = ${item.id}::uuid`.execute(tx);
  await sql`update todo_person set state = ${stays ? 'open' : 'done'}, done_at = ${stays ? null : now}, draft = null, changed_at = ${now}
    where item_id = ${item.id}::uuid and employee_id = ${answer.employeeId}::uuid and state = 'submitted'`.execute(tx);
  const ending = { now, by: answer.employeeId, action: answer.action };
  const told = { itemId: item.id, uids: [answer.employeeId], change: 'answer' as const };
  news.add(told);
  // Another stage is another form: who has the old one open must look again. Otherwise the others go on with theirs.
  const touch = stage === item.stage ? touchPeople : touchItem;
  if (stays) return touch(tx, item, now, news);
  if (result.state === 'done') return void (await endItems(tx, [item], { ...ending, state: 'done' }, news));
  if (!(await endWhenAnswered(tx, item, ending, news))) await touch(tx, item, now, news);
}

/** The system does not take it: the part is open again, with what was entered. */
async function reopen(
  tx: Tx,
  services: CoreServices,
  { item, answer, kind }: Settling & { readonly kind: 'refused' | 'failed' },
  news: News,
): Promise<void> {
  const now = services.now();
  await sql`update todo_item set answering = null, changed_at = ${now} where id = ${item.id}::uuid and answering = ${answer.id}::uuid`.execute(
    tx,
  );
  if (item.state === 'open')
    await sql`update todo_person set state = 'open', changed_at = ${now}
      where item_id = ${item.id}::uuid and employee_id = ${answer.employeeId}::uuid and state = 'submitted'`.execute(tx);
  await queueNotices(tx, { itemId: item.id, uids: [answer.employeeId], kind, at: now });
  news.add({ itemId: item.id, uids: [answer.employeeId], change: 'answer' });
  await touchPeople(tx, item, now, news);
}

/** Nobody knows, or the system will never take it: somebody has to look. The part stays as it was sent, never falsely done. */
async function failed(
  tx: Tx,
  services: CoreServices,
  { item, answer, system, result }: Settling & { readonly system: TodoSystem; readonly result: CallResult },
  news: News,
): Promise<void> {
  const now = services.now();
  await queueNotices(tx, { itemId: item.id, uids: [answer.employeeId], kind: 'failed', at: now });
  news.add({ itemId: item.id, uids: [answer.employeeId], change: 'answer' });
  await raiseFailed(tx, services, { id: system.id, name: inEach(system.name), reason: result.class });
}

/** The item of an answer that is handled by hand, and who is told of it. */
interface Handled {
  readonly item: LockedItem;
  readonly news: News;
}

/** An answer that is cancelled: the part is open again. */
export async function cancelIn(
  tx: Tx,
  services: CoreServices,
  { item, news }: Handled,
  answer: { readonly id: string; readonly employeeId: string },
): Promise<void> {
  const now = services.now();
  await sql`update todo_item set answering = null, changed_at = ${now} where id = ${item.id}::uuid and answering = ${answer.id}::uuid`.execute(
    tx,
  );
  await sql`update todo_person set state = 'open', changed_at = ${now}
    where item_id = ${item.id}::uuid and employee_id = ${answer.employeeId}::uuid and state = 'submitted'`.execute(tx);
  news.add({ itemId: item.id, uids: [answer.employeeId], change: 'answer' });
  await touchPeople(tx, item, now, news);
}

/** An answer that somebody closed by hand: the part is done, as the system told them elsewhere. */
export async function closeByHandIn(
  tx: Tx,
  services: CoreServices,
  { item, news }: Handled,
  answer: { readonly id: string; readonly employeeId: string; readonly action: string; readonly reason: string },
): Promise<void> {
  const now = services.now();
  await sql`update todo_item set answering = null where id = ${item.id}::uuid and answering = ${answer.id}::uuid`.execute(tx);
  await sql`update todo_person set state = 'done', done_at = ${now}, draft = null, reason = ${answer.reason}, changed_at = ${now}
    where item_id = ${item.id}::uuid and employee_id = ${answer.employeeId}::uuid and state = 'submitted'`.execute(tx);
  await queueNotices(tx, { itemId: item.id, uids: [answer.employeeId], kind: 'closed', at: now });
  news.add({ itemId: item.id, uids: [answer.employeeId], change: 'answer' });
  if (item.state !== 'open') return;
  const ending = { now, by: answer.employeeId, action: answer.action, reason: answer.reason };
  if (!(await endWhenAnswered(tx, item, ending, news))) await touchPeople(tx, item, now, news);
}
