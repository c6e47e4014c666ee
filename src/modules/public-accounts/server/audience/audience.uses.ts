import { sql } from 'kysely';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';
import { fieldHolding } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { directory } from '#modules/people/server/public.ts';
import { audienceKinds, kindNames } from './audience.kind.ts';

const title = { zh_CN: '公众号订阅范围', en_US: 'Audience of a public account', ja_JP: '公式アカウントの購読範囲' };
const accountName = sql<string>`(select sno.name ->> 'zh_CN' from sno where sno.id = t.sno_id)`;

/**
 * Departments in audiences: one that is named is not deleted. Where it is merged into another one, that one takes its place; where both are
 * named, the stronger mode stays.
 */
export const audienceDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: kindNames.department,
    title,
    uses: usesInTable({
      table: 'sno_audience',
      columns: ['member_id'],
      kind: kindNames.department,
      name: sql<string>`coalesce(${accountName}, '')`,
      where: sql<boolean>`t.member_kind = 'department'`,
    }),
    replace: async (tx, { caller }, { ids, replacing, options }) => {
      for (const id of ids) {
        const { rows } = await sql<{ sno: string; member: string; mode: string }>`select sno_id as sno, member_id as member, mode
          from sno_audience where id = ${id}::uuid`.execute(tx);
        const next = replacing.get(rows[0]?.member ?? '');
        if (rows[0] === undefined || next === undefined) continue;
        const { sno, mode } = rows[0];
        const { rows: there } = await sql<{ id: string; mode: string }>`select id, mode from sno_audience
          where sno_id = ${sno}::uuid and member_kind = 'department' and member_id = ${next}::uuid`.execute(tx);
        const [other] = there;
        if (other === undefined) {
          await changeObjects(tx, caller, audienceKinds.department, [{ id, version: null, fields: { departmentId: next } }], options);
          continue;
        }
        await removeObjects(tx, caller, audienceKinds.department, [id], options);
        if (strength[mode]! > strength[other.mode]!)
          await changeObjects(tx, caller, audienceKinds.department, [{ id: other.id, version: null, fields: { mode } }], options);
      }
    },
  },
];

const strength: Readonly<Record<string, number>> = { forced: 3, preset: 2, allowed: 1 };

/** Dynamic groups in audiences. */
export const audienceCrowdUses: readonly CrowdUse[] = [
  {
    kind: kindNames.crowd,
    title,
    uses: sql`select t.member_id as crowd_id, t.id::text as id, coalesce(${accountName}, '') as name from sno_audience as t where t.member_kind = 'crowd'`,
  },
];

/** Rows of audiences that name somebody who leaves go with them. */
export const audienceHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'sno.audience',
    title,
    order: 'remove',
    choices: ['remove'],
    of: audienceKinds.employee,
    visible: (range) =>
      sql<boolean>`exists (select from sno_audience own join sno on sno.id = own.sno_id
        where own.id = t.id and ${directory.departmentInRange(range, 'sno.owner_dept_id')})`,
    held: (uids) => sql<{ uid: string; id: string; name: string }>`select t.member_id as uid, t.id, coalesce(${accountName}, '') as name
      from sno_audience as t where t.member_kind = 'employee' and t.member_id = any(${uids}::uuid[])`,
    change: () => 'delete',
  }),
];
