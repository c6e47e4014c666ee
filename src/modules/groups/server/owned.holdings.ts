import { sql } from 'kysely';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { heldBy } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { directory } from '#modules/people/server/public.ts';
import { groups } from './group.ts';

/**
 * Groups that somebody owns: handed to a successor, or else to the first manager, or to who is in them longest; a group in which nobody else
 * is goes with its owner.
 */
export const ownedGroups: HoldingKind = {
  kind: 'imGroup.ownerId',
  title: { zh_CN: '拥有的群', en_US: 'Groups owned', ja_JP: '所有するグループ' },
  order: 'handOver',
  choices: ['remove', 'handOver'],
  visible: (range) =>
    sql<boolean>`exists (select from im_group own where own.id = t.id and ${directory.departmentInRange(range, 'own.owner_dept_id')})`,
  ...heldBy((uids) => sql`select g.owner_id as uid, g.id, g.name from im_group g where g.owner_id = any(${uids}::uuid[])`),
  apply: async (tx, { uid, choice, successorId, caller, options }) => {
    const { rows } = await sql<{
      id: string;
      next: string | null;
    }>`select g.id, (select m.employee_id from im_group_member m join employee e
        on e.id = m.employee_id and e.status = 'active' where m.group_id = g.id and m.employee_id <> ${uid}::uuid
        order by m.role = 'manager' desc, m.joined_at, m.employee_id limit 1) as next
      from im_group g where g.owner_id = ${uid}::uuid order by g.id`.execute(tx);
    const successorOf = (next: string | null): string | null => (choice === 'handOver' ? successorId : next);
    const handed = rows.flatMap(({ id, next }) => {
      const ownerId = successorOf(next);
      return ownerId === null ? [] : [{ id, version: null, fields: { ownerId } }];
    });
    const empty = rows.filter(({ next }) => successorOf(next) === null).map(({ id }) => id);
    if (handed.length > 0) await changeObjects(tx, caller, groups.kind, handed, options);
    if (empty.length > 0) await removeObjects(tx, caller, groups.kind, empty, options);
    return rows.length;
  },
};
