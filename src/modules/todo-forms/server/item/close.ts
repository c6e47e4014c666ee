import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { ItemMode, ItemState, PersonState } from '../../common/item/words.ts';
import { queueNotices, todoChanged, type ItemEvents } from './events.ts';

/** An item under its lock. */
export interface LockedItem {
  readonly id: string;
  readonly systemId: string;
  readonly outId: string;
  readonly versionId: string;
  readonly stage: string;
  readonly line: { readonly title: Readonly<Record<'zh_CN' | 'en_US' | 'ja_JP', string>> };
  readonly mode: ItemMode;
  readonly priority: number;
  readonly state: ItemState;
  readonly revision: number;
  readonly dueAt: number | null;
  readonly data: string;
  readonly url: string;
  readonly answering: string | null;
  readonly reminders: readonly number[];
}

/** Columns of an item as its rules need it. */
const itemColumns = sql`i.id, i.system_id as "systemId", i.out_id as "outId", i.version_id as "versionId", i.stage, i.line, i.mode, i.priority,
  i.state, i.revision, i.due_at as "dueAt", i.data, i.url, i.answering, i.reminders`;

/** Locks items by id, in one order; unknown ids are absent. */
export async function lockItems(tx: Tx, ids: readonly string[]): Promise<LockedItem[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LockedItem>`select ${itemColumns} from todo_item i where i.id = any(${[...new Set(ids)]}::uuid[])
    order by i.id for update`.execute(tx);
  return rows.map((row) => ({ ...row, dueAt: row.dueAt === null ? null : Number(row.dueAt) }));
}

/** Locks the item of a system under its own id. */
export async function lockOwn(tx: Tx, systemId: string, outId: string): Promise<LockedItem | undefined> {
  const { rows } = await sql<{ id: string }>`select id from todo_item where system_id = ${systemId}::uuid and out_id = ${outId}`.execute(
    tx,
  );
  return rows[0] && (await lockItems(tx, [rows[0].id]))[0];
}

/** A person's part of an item. */
export interface PersonPart {
  readonly employeeId: string;
  readonly state: PersonState;
}

/** The parts of an item. */
export async function partsOf(db: Db, itemId: string): Promise<PersonPart[]> {
  const { rows } = await sql<PersonPart>`select employee_id as "employeeId", state from todo_person
    where item_id = ${itemId}::uuid order by place, employee_id`.execute(db);
  return rows;
}

/** States of a part that still has to be answered. */
export const isWaiting = ({ state }: Pick<PersonPart, 'state'>): boolean => state === 'open' || state === 'submitted';

/** How an item ends. */
export interface Ending {
  readonly state: Exclude<ItemState, 'open'>;
  readonly now: number;
  /** The person whose answer ended it. */
  readonly by?: string;
  readonly action?: string;
  readonly reason?: string;
}

/** Ends items that are locked: open parts go, and who still had them is told. Answers that were not sent yet are not sent any more. */
export async function endItems(
  tx: Tx,
  items: readonly LockedItem[],
  { state, now, by, action = '', reason = '' }: Ending,
  news: ItemEvents,
): Promise<number> {
  const open = items.filter((item) => item.state === 'open');
  if (open.length === 0) return 0;
  const ids = open.map(({ id }) => id);
  await sql`update todo_item set state = ${state}, closed_at = ${now}, closed_by = ${by ?? null}::uuid, close_action = ${action},
      close_reason = ${reason}, changed_at = ${now}, revision = revision + 1, answering = null, remind_at = null
    where id = any(${ids}::uuid[])`.execute(tx);
  const { rows } = await sql<{ itemId: string; employeeId: string; changed: boolean }>`update todo_person p set
      state = case when p.state in ('open', 'submitted') then 'withdrawn' else p.state end, draft = null, changed_at = ${now}
    where p.item_id = any(${ids}::uuid[]) returning p.item_id as "itemId", p.employee_id as "employeeId"`.execute(tx);
  await sql`update todo_answer set state = 'cancelled', next_at = null, last_message = ${reason} where item_id = any(${ids}::uuid[])
    and state in ('queued', 'failed') and attempts = 0`.execute(tx);
  await sql`delete from todo_notice where item_id = any(${ids}::uuid[]) and kind in ('new', 'remind', 'due')`.execute(tx);
  for (const itemId of ids)
    news.add({ itemId, uids: rows.filter((row) => row.itemId === itemId).map(({ employeeId }) => employeeId), change: 'closed' });
  await todoChanged(tx);
  return open.length;
}

/** Marks an item as changed, and tells those whose parts still wait. */
export async function touchItem(tx: Tx, item: Pick<LockedItem, 'id'>, now: number, news: ItemEvents): Promise<void> {
  await sql`update todo_item set revision = revision + 1, changed_at = ${now} where id = ${item.id}::uuid`.execute(tx);
  await touchPeople(tx, item, now, news);
}

/** Tells those whose parts still wait of a change that is none of the content. */
export async function touchPeople(tx: Tx, item: Pick<LockedItem, 'id'>, now: number, news: ItemEvents): Promise<void> {
  const { rows } = await sql<{ employeeId: string }>`update todo_person set changed_at = ${now} where item_id = ${item.id}::uuid
    and state in ('open', 'submitted') returning employee_id as "employeeId"`.execute(tx);
  news.add({ itemId: item.id, uids: rows.map(({ employeeId }) => employeeId), change: 'changed' });
  await todoChanged(tx);
}

/** Gives people a part of an item; who has one already that waits keeps it. Answers who is new. */
export async function addPeople(
  tx: Tx,
  item: Pick<LockedItem, 'id'>,
  {
    uids,
    now,
    from = null,
    reason = '',
  }: { readonly uids: readonly string[]; readonly now: number; readonly from?: string | null; readonly reason?: string },
): Promise<string[]> {
  const { rows } = await sql<{
    employeeId: string;
  }>`insert into todo_person as p (item_id, employee_id, place, at, changed_at, from_id, reason)
    select ${item.id}::uuid, id, 1000, ${now}::bigint, ${now}::bigint, ${from}::uuid, ${reason} from unnest(${[...new Set(uids)]}::uuid[]) as id
    on conflict (item_id, employee_id) do update set state = 'open', at = excluded.at, changed_at = excluded.changed_at, from_id = excluded.from_id,
      reason = excluded.reason, to_id = null, seen_at = null, done_at = null
      where p.state in ('withdrawn', 'handedOver')
    returning employee_id as "employeeId"`.execute(tx);
  return rows.map(({ employeeId }) => employeeId);
}

/** Tells people who got a part of an item, where its system wants that. */
export async function tellAdded(
  tx: Tx,
  item: Pick<LockedItem, 'id'>,
  { uids, kind, at }: { readonly uids: readonly string[]; readonly kind: 'new' | 'handedOver'; readonly at: number },
  news: ItemEvents,
): Promise<void> {
  if (uids.length === 0) return;
  news.add({ itemId: item.id, uids, change: 'new' });
  await queueNotices(tx, { itemId: item.id, uids, kind, at });
  await todoChanged(tx);
}

/** Ends an item all of whose parts are answered; `any` items end with the first one. */
export async function endWhenAnswered(tx: Tx, item: LockedItem, ending: Omit<Ending, 'state'>, news: ItemEvents): Promise<boolean> {
  const parts = await partsOf(tx, item.id);
  if (item.mode === 'all' && parts.some(isWaiting)) return false;
  return (await endItems(tx, [item], { ...ending, state: 'done' }, news)) > 0;
}
