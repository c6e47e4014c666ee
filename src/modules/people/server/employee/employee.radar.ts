import { local } from '#kit/server/warning/warning-kind.ts';
import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { userManagement } from '../../common/permissions.ts';
import './employee.table.ts';

const dayMillis = 86_400_000;
/** Who leaves later is not of interest yet: an enterprise may have more people for a time than anybody could look through. */
const daysAhead = 90;

/** Active people whose time ends. */
export const employeeRadar: readonly RadarKind[] = [
  {
    kind: 'employee.end',
    objectKind: 'employee',
    title: local('人员有效期', 'Time of an employee', '従業員の有効期限'),
    measure: 'end',
    quiet: true,
    impact: local(
      '{name} 无法再登录控制台和终端',
      '{name} can’t sign in any more, neither to the console nor at a terminal',
      '{name} はコンソールにも端末にもサインインできなくなります',
    ),
    nextStep: local('延长有效期，或办理离职', 'Prolong it, or let the person leave', '期限を延ばすか、退職の手続きをする'),
    code: userManagement.code,
    facts: { account: { label: local('账号', 'Account', 'アカウント') } },
    link: ({ objectId }) => `${userManagement.route}?id=${objectId}`,
    list: async (db, { now }) => {
      const rows = await db
        .selectFrom('employee')
        .select(['id', 'name', 'account', 'expires_at', 'primary_department_id'])
        .where('status', '=', 'active')
        .where('expires_at', 'is not', null)
        .where('expires_at', '<', now() + daysAhead * dayMillis)
        .orderBy('expires_at')
        .limit(mostFindings)
        .execute();
      return rows.map((row) => ({
        objectId: row.id,
        name: row.name,
        dueAt: row.expires_at,
        deptId: row.primary_department_id,
        facts: { account: row.account },
      }));
    },
  },
];
