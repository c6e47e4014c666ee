import { sql } from 'kysely';
import { notFound } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { TodoSystem } from '../system.ts';

/** What a system reads of an item of its own: its state, and that of each person. */
export async function readOwn({ database }: Pick<CoreServices, 'database'>, system: TodoSystem, outId: string): Promise<object> {
  const { rows } = await sql<
    { id: string; number: number; closedAt: number | null } & Record<string, unknown>
  >`select i.id, i.out_id as "outId",
      t.code as template, v.number as version, i.stage, i.state, i.revision, i.mode, i.pushed_at as "pushedAt", i.closed_at as "closedAt",
      i.close_action as action, i.close_reason as reason
    from todo_item i join todo_version v on v.id = i.version_id join todo_template t on t.id = i.template_id
    where i.system_id = ${system.id}::uuid and i.out_id = ${outId}`.execute(database.db);
  const [item] = rows;
  if (!item) throw notFound();
  const { rows: people } = await sql<Record<string, unknown>>`select e.id as uid, e.account, e.employee_no as "employeeNo", p.state,
      p.seen_at as "seenAt", p.done_at as "doneAt"
    from todo_person p join employee e on e.id = p.employee_id where p.item_id = ${item.id}::uuid order by p.place, e.id`.execute(
    database.db,
  );
  const { id, ...shown } = item;
  return { itemId: id, ...shown, people };
}

/** Open items of a system by their own ids, in their order. */
export async function openOwn(
  { database }: Pick<CoreServices, 'database'>,
  system: TodoSystem,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ list: { outId: string; itemId: string; revision: number }[]; next: string | null }> {
  const { rows } = await sql<{
    outId: string;
    itemId: string;
    revision: number;
  }>`select out_id as "outId", id as "itemId", revision from todo_item
    where system_id = ${system.id}::uuid and state = 'open' and out_id > ${after} order by out_id limit ${limit + 1}`.execute(database.db);
  const list = rows.slice(0, limit);
  return { list, next: rows.length > limit ? (list.at(-1)?.outId ?? null) : null };
}
