import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import type * as contract from '../../../common/item/item.contract.ts';
import { systemInReach, type ReachRight } from '../../template/reach.ts';
import { endItems, lockItems, type LockedItem } from '../close.ts';
import { formOf } from '../form.ts';
import { newsOf, queueNotices, tellNews, type News } from '../news.ts';
import { calm } from '../quiet.ts';
import { openData } from '../sealed.ts';
import { todoSettings } from '../settings.ts';
import { todoSystems } from '../system.ts';
import { handOver, isActive } from '../terminal/transfer.ts';
import { getItem } from './items.ts';

const dayMillis = 86_400_000;

/** Refuses where one of these rows of a table (with `system_id`) is not seen (10910), or its system is not looked after with this right (17062). */
export async function assertReach(
  db: Db,
  { caller }: Pick<Call, 'caller'>,
  table: 'todo_item' | 'todo_answer' | 'todo_difference' | 'todo_manager',
  { ids, right }: { readonly ids: readonly string[]; readonly right: ReachRight },
): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql<{ may: boolean }>`select ${systemInReach(range, 't.system_id', right)} as may from ${sql.table(table)} as t
    where t.id = any(${[...ids]}::uuid[]) and ${systemInReach(range, 't.system_id')}`.execute(db);
  if (rows.length < new Set(ids).size) throw range.all ? notFound() : outOfRange();
  if (rows.some(({ may }) => !may)) throw new Refusal(17062);
}

/** Does something to items that the caller may manage, and tells whom it concerns once it holds. */
async function managing(
  call: Call,
  ids: readonly string[],
  work: (tx: Tx, items: LockedItem[], news: News) => Promise<number>,
): Promise<{ count: number }> {
  const news = newsOf();
  const done = await call.write(async (tx) => {
    news.all.length = 0;
    await assertReach(tx, call, 'todo_item', { ids, right: 'item' });
    const items = await lockItems(tx, ids);
    for (const { id, line } of items) call.caller.touch({ kind: 'todoItem', id, name: pick(line.title, 'zh_CN') });
    return work(tx, items, news);
  });
  await tellNews(call.services, news);
  return { count: done };
}

const isOpen = ({ state }: LockedItem): boolean => state === 'open';

/** Reminds everybody whose part waits; of each item at most so often a day. */
export const remindItems = (call: Call, { ids }: Parsed<typeof contract.itemRemind>): Promise<{ count: number }> =>
  managing(call, ids, async (tx, items) => {
    const { services } = call;
    const setting = await todoSettings.now(services);
    const systems = await todoSystems(
      tx,
      items.map(({ systemId }) => systemId),
    );
    const now = services.now();
    let reminded = 0;
    for (const item of items.filter(isOpen)) {
      const today = item.reminders.filter((at) => at > now - dayMillis);
      if (today.length >= setting.handReminders) continue;
      const { rows } = await sql<{ uid: string }>`select employee_id as uid from todo_person
        where item_id = ${item.id}::uuid and state = 'open'`.execute(tx);
      await sql`update todo_item set reminders = ${JSON.stringify([...today, now])}::jsonb where id = ${item.id}::uuid`.execute(tx);
      const system = systems.get(item.systemId);
      const at = system ? calm(now, { system, priority: item.priority, setting }) : now;
      await queueNotices(tx, { itemId: item.id, uids: rows.map(({ uid }) => uid), kind: 'remind', at });
      reminded += rows.length;
    }
    return reminded;
  });

/** Hands open parts over, each to the same person. */
export const transferItems = (
  call: Call,
  { ids, fromEmpId, toEmpId, reason }: Parsed<typeof contract.itemTransfer>,
): Promise<{ count: number }> =>
  managing(call, ids, async (tx, items, news) => {
    const { services, caller } = call;
    const range = caller.scope();
    const { rows: named } = await sql<{
      id: string;
    }>`select e.id from employee e where e.id = any(${[toEmpId, ...(fromEmpId ? [fromEmpId] : [])]}::uuid[])
      and ${directory.employeeInRange(range, 'e.id')}`.execute(tx);
    if (named.length < new Set([toEmpId, fromEmpId ?? toEmpId]).size && !range.all) throw outOfRange();
    if (!(await isActive(services, tx, toEmpId))) throw new Refusal(17055, { value: toEmpId });
    let moved = 0;
    for (const item of items.filter(isOpen)) {
      const { rows } = await sql<{
        uid: string;
      }>`select employee_id as uid from todo_person where item_id = ${item.id}::uuid and state = 'open'
        and employee_id <> ${toEmpId}::uuid and ${fromEmpId === undefined ? sql`true` : sql`employee_id = ${fromEmpId}::uuid`}
        and ${directory.employeeInRange(range, 'employee_id')} order by employee_id`.execute(tx);
      for (const { uid } of rows) if (await handOver(tx, services, item, { from: uid, to: toEmpId, reason, news })) moved += 1;
    }
    return moved;
  });

const ending =
  (state: 'withdrawn' | 'done') =>
  (call: Call, { ids, reason }: Parsed<typeof contract.itemWithdraw>): Promise<{ count: number }> =>
    managing(call, ids, (tx, items, news) => {
      call.caller.note({ reason });
      return endItems(tx, items, { state, now: call.services.now(), reason }, news);
    });
/** Takes open items back. */
export const withdrawItems = ending('withdrawn');
/** Marks open items as done. */
export const finishItems = ending('done');

/** The form of an item as somebody of its people sees it. */
export async function readForm(call: Call, { id, empId }: Parsed<typeof contract.itemForm>): Promise<Reply<typeof contract.itemForm>> {
  const { db, caller, services } = call;
  const item = await getItem(call, { id });
  await assertReach(db, call, 'todo_item', { ids: [id], right: 'item' });
  const uid = empId ?? item.parts[0]?.employeeId ?? '';
  if (!item.parts.some(({ employeeId }) => employeeId === uid)) throw caller.scope().all ? notFound() : outOfRange();
  const { rows } = await sql<{
    data: string;
    versionId: string;
  }>`select data, version_id as "versionId" from todo_item where id = ${id}::uuid`.execute(db);
  const [stored] = rows;
  if (!stored) throw notFound();
  caller.touch({ kind: 'todoItem', id, name: item.title });
  const { content } = await formOf(services, db, stored.versionId);
  const data = openData(services, id, stored.data);
  const person = { uid, name: item.parts.find(({ employeeId }) => employeeId === uid)?.name ?? '' };
  return { content, data, stage: item.stage, person };
}
