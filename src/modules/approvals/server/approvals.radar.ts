import { sql } from 'kysely';
import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { primaryDepartments } from '#modules/people/server/public.ts';
import { changeApproval as page } from '../common/permissions.ts';

interface Ending {
  id: string;
  from_uid: string;
  to_uid: string;
  until_at: number;
}

/** Who decides in somebody's place, and until when. */
export const approvalsRadar: readonly RadarKind[] = [
  {
    kind: 'delegation.end',
    objectKind: 'delegation',
    title: local('审批代理', 'Delegation of approvals', '承認の代理'),
    measure: 'end',
    quiet: true,
    impact: local(
      '“{name}”的审批不再由 {delegate} 代为决定',
      '{delegate} no longer decides in the place of {name}',
      '{delegate} は「{name}」に代わって承認できなくなります',
    ),
    nextStep: local('仍不在岗时再次委托', 'Delegate again if still away', '不在が続くなら改めて委任する'),
    code: page.code,
    facts: { delegate: { label: local('代理人', 'Delegate', '代理人'), personIn: 'delegateId' } },
    link: () => `${page.route}?tab=waiting`,
    list: async (db, { now, directory }) => {
      const { rows } = await sql<Ending>`select id, from_uid, to_uid, until_at from change_delegation
        where until_at > ${now()} order by until_at limit ${mostFindings}`.execute(db);
      const people = rows.flatMap((row) => [row.from_uid, row.to_uid]);
      const names = await directory.people(db, people);
      const homes = await primaryDepartments(db, people);
      return rows.map((row) => ({
        objectId: row.id,
        name: names.get(row.from_uid)?.name ?? '',
        dueAt: row.until_at,
        deptId: homes.get(row.from_uid) ?? null,
        facts: { delegate: names.get(row.to_uid)?.name ?? '', delegateId: row.to_uid },
      }));
    },
  },
];
