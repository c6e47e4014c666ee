import { sql } from 'kysely';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { heldBy } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { systemInReach } from '../template/reach.ts';
import { lockItems } from './close.ts';
import { managerKind } from './console/managers.ts';
import { newsOf } from './news.ts';
import { handOver } from './terminal/transfer.ts';

const openParts: HoldingKind = {
  kind: 'todo.open',
  title: { zh_CN: '未完成的待办', en_US: 'Open to-dos', ja_JP: '未完了の ToDo' },
  order: 'handOver',
  choices: ['remove', 'handOver'],
  visible: (range) => sql<boolean>`exists (select from todo_item own where own.id = t.id and ${systemInReach(range, 'own.system_id')})`,
  ...heldBy(
    (uids) => sql<{ uid: string; id: string; name: string }>`select p.employee_id as uid, i.id, i.line #>> '{title,zh_CN}' as name
      from todo_person p join todo_item i on i.id = p.item_id
      where p.employee_id = any(${[...uids]}::uuid[]) and p.state = 'open' and i.state = 'open'`,
  ),
  // Without a successor the part goes back: the system sees it as withdrawn and names somebody else.
  apply: async (tx, { uid, choice, successorId, services }) => {
    const { rows } = await sql<{ id: string }>`select p.item_id as id from todo_person p join todo_item i on i.id = p.item_id
      where p.employee_id = ${uid}::uuid and p.state = 'open' and i.state = 'open' order by p.item_id`.execute(tx);
    const items = await lockItems(
      tx,
      rows.map(({ id }) => id),
    );
    const now = services.now();
    // What terminals are told of comes with their next look; the notices stand in the transaction.
    const news = newsOf();
    for (const item of items)
      if (choice === 'handOver' && successorId !== null)
        await handOver(tx, services, item, { from: uid, to: successorId, reason: '', news });
      else
        await sql`update todo_person set state = 'withdrawn', draft = null, changed_at = ${now}
          where item_id = ${item.id}::uuid and employee_id = ${uid}::uuid and state = 'open'`.execute(tx);
    return items.length;
  },
};

const managed: HoldingKind = {
  kind: 'todo.manager',
  title: { zh_CN: '管理的待办业务系统', en_US: 'Business systems looked after', ja_JP: '担当する業務システム' },
  order: 'handOver',
  choices: ['remove', 'handOver'],
  visible: (range) => sql<boolean>`exists (select from todo_manager own where own.id = t.id and ${systemInReach(range, 'own.system_id')})`,
  ...heldBy(
    (uids) => sql<{ uid: string; id: string; name: string }>`select m.employee_id as uid, m.id, s.name ->> 'zh_CN' as name
      from todo_manager m join todo_system s on s.id = m.system_id where m.employee_id = any(${[...uids]}::uuid[])`,
  ),
  apply: async (tx, { uid, choice, successorId, caller, options }) => {
    const { rows } = await sql<{
      id: string;
      taken: boolean;
    }>`select m.id, exists (select from todo_manager o where o.system_id = m.system_id
        and o.employee_id = ${successorId}::uuid) as taken
      from todo_manager m where m.employee_id = ${uid}::uuid order by m.id`.execute(tx);
    const isHanded = choice === 'handOver' && successorId !== null;
    const handed = rows.filter(({ taken }) => isHanded && !taken);
    const gone = rows.filter((row) => !handed.includes(row)).map(({ id }) => id);
    const changes = handed.map(({ id }) => ({ id, version: null, fields: { employeeId: successorId } }));
    if (changes.length > 0) await changeObjects(tx, caller, managerKind, changes, options);
    if (gone.length > 0) await removeObjects(tx, caller, managerKind, gone, options);
    return rows.length;
  },
};

/** To-dos of somebody who leaves, and the systems that they look after. */
export const todoHoldings: readonly HoldingKind[] = [openParts, managed];
