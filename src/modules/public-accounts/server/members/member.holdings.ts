import { sql } from 'kysely';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { heldBy } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { directory } from '#modules/people/server/public.ts';
import { editorRights } from '../../common/words.ts';
import { leavingMemberKind } from './member.kind.ts';

/** Which rows of somebody who leaves: of what they manage, or of what they edit. */
const ofRole = (role: 'manager' | 'editor') => {
  const rows = (uids: readonly string[]) => sql<{
    uid: string;
    id: string;
    name: string;
  }>`select m.employee_id as uid, m.id, s.name ->> 'zh_CN' as name
    from sno_member m join sno s on s.id = m.sno_id where m.role = ${role} and m.employee_id = any(${uids}::uuid[])`;
  return heldBy(rows);
};

/**
 * What somebody does for accounts, handed to a successor or given up. An account without any other manager stays enabled and is marked; the
 * successor keeps the larger role where they work for the account already.
 */
function holding(role: 'manager' | 'editor', title: HoldingKind['title']): HoldingKind {
  return {
    kind: `sno.${role}`,
    title,
    order: 'handOver',
    choices: ['remove', 'handOver'],
    visible: (range) =>
      sql<boolean>`exists (select from sno_member own join sno on sno.id = own.sno_id
        where own.id = t.id and ${directory.departmentInRange(range, 'sno.owner_dept_id')})`,
    ...ofRole(role),
    apply: async (tx, { uid, choice, successorId, caller, options }) => {
      const { rows } = await sql<{
        id: string;
        successor: string | null;
        lower: boolean;
      }>`select m.id, s.id as successor, s.role = 'editor' as lower
        from sno_member m left join sno_member s on s.sno_id = m.sno_id and s.employee_id = ${successorId}::uuid
        where m.employee_id = ${uid}::uuid and m.role = ${role} order by m.id`.execute(tx);
      const isHanded = choice === 'handOver' && successorId !== null;
      const handed = rows.filter(({ successor }) => isHanded && successor === null);
      const gone = rows.filter((row) => !handed.includes(row));
      const raised = gone.flatMap(({ successor, lower }) =>
        isHanded && role === 'manager' && lower && successor !== null ? [successor] : [],
      );
      if (handed.length > 0)
        await changeObjects(
          tx,
          caller,
          leavingMemberKind,
          handed.map(({ id }) => ({ id, version: null, fields: { employeeId: successorId } })),
          options,
        );
      if (raised.length > 0)
        await changeObjects(
          tx,
          caller,
          leavingMemberKind,
          raised.map((id) => ({ id, version: null, fields: { role: 'manager', rights: [...editorRights] } })),
          options,
        );
      if (gone.length > 0)
        await removeObjects(
          tx,
          caller,
          leavingMemberKind,
          gone.map(({ id }) => id),
          options,
        );
      return rows.length;
    },
  };
}

/** Accounts that somebody who leaves manages, and those they edit. */
export const memberHoldings: readonly HoldingKind[] = [
  holding('manager', { zh_CN: '管理的公众号', en_US: 'Public accounts managed', ja_JP: '管理する公式アカウント' }),
  holding('editor', { zh_CN: '编辑的公众号', en_US: 'Public accounts edited', ja_JP: '編集する公式アカウント' }),
];
