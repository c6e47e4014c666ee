import { said } from '#kit/server/audit/words.ts';
import { legalFloorDays, mostKeepDays, type LogKind } from '#kit/server/log-kind.ts';

/** Who opened a mailbox of somebody else. */
export const mailAccessLogs: readonly LogKind[] = [
  {
    code: 'mailAccess',
    name: said('邮箱访问', 'Mailbox access', 'メールボックスへのアクセス'),
    table: 'mail_access',
    time: 'at',
    monthly: false,
    floorDays: legalFloorDays,
    defaultDays: 365,
    maxDays: mostKeepDays,
    columns: ['at', 'id', 'account_id', 'address', 'employee_id', 'employee_name', 'auth_id', 'action', 'platform'],
    holds: { people: ['employee_id'], objects: ['account_id', 'auth_id'], addresses: ['address'] },
  },
];
