import { sql } from 'kysely';
import { countedChanges } from '#kit/server/client/counted-changes.ts';
import type { ClientPart } from '#kit/server/client/client-part.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { announce } from '#modules/messaging/server/public.ts';
import type { NoticeKind } from '../../common/item/words.ts';
import { wakeNotices } from './wake.ts';
import './item.table.ts';

const { changed, part } = countedChanges('todo_change', 'todo');

/** What waiting terminals are told of to-dos: the last change of a person's own ones. */
export const todoPart: ClientPart = {
  ...part,
  word: async ({ database }, uid) => {
    const { rows } = await sql<{ at: number | null; n: number }>`select max(changed_at) as at, count(*)::int as n from todo_person
      where employee_id = ${uid}::uuid and state in ('open', 'submitted')`.execute(database.db);
    const { rows: last } = await sql<{ at: number | null }>`select changed_at as at from todo_person where employee_id = ${uid}::uuid
      order by changed_at desc limit 1`.execute(database.db);
    return `${last[0]?.at ?? 0}.${rows[0]?.n ?? 0}`;
  },
};

/** Something that people are to learn of an item. */
export interface ItemNews {
  readonly itemId: string;
  readonly uids: readonly string[];
  readonly change: 'new' | 'changed' | 'closed' | 'answer';
}

/** Collects what people are to learn, so that it is told once the transaction holds. */
export interface News {
  readonly all: ItemNews[];
  add(news: ItemNews): void;
}

/** An empty collection. */
export const newsOf = (): News => {
  const all: ItemNews[] = [];
  return { all, add: (news) => void all.push(news) };
};

/** Counts a change of to-dos, in its transaction. */
export const todoChanged = changed;

/** Queues notices, in the transaction of what they tell of. */
export async function queueNotices(
  tx: Db,
  { itemId, uids, kind, at }: { readonly itemId: string; readonly uids: readonly string[]; readonly kind: NoticeKind; readonly at: number },
): Promise<void> {
  const rows = [...new Set(uids)].map((employee_id) => ({ id: newId(), item_id: itemId, employee_id, kind, due_at: at }));
  for (let from = 0; from < rows.length; from += 500)
    await tx
      .insertInto('todo_notice')
      .values(rows.slice(from, from + 500))
      .execute();
}

/** Tells terminals that are on line, and begins to write the notices. */
export async function tellNews(services: CoreServices, news: News): Promise<void> {
  wakeNotices(services);
  await announce(
    services,
    news.all.flatMap(({ itemId, uids, change }) =>
      uids.length === 0 ? [] : [{ what: 'event' as const, uids: [...new Set(uids)], event: { type: 'todo', itemId, change } }],
    ),
  );
}
