import { sql } from 'kysely';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { userManagement } from '../../common/permissions.ts';
import { numberPattern } from '../employee/number-format.ts';
import './setting.table.ts';

/** The one row. */
export const settingId = '00000000-0000-7000-8000-000000000012';

const base = siteKind(
  tableKind({
    kind: 'peopleSetting',
    module: 'user-centre',
    codes: { read: userManagement.button.settings, revert: userManagement.button.settings },
    table: 'muc_setting',
    name: 'id',
    fields: {
      id: { column: 'id', internal: true },
      mobileRepeats: { column: 'mobile_repeats' },
      accountReuseDays: { column: 'account_reuse_days' },
      recycleDays: { column: 'recycle_days' },
      linkHours: { column: 'link_hours' },
      locale: { column: 'locale' },
      timeZone: { column: 'time_zone' },
      maskedFields: { column: 'masked_fields' },
      numberFormat: { column: 'number_format' },
    },
    check: async (_tx, _caller, operations) => checkFormats(operations),
  }),
);

/** What is set about people, in the change engine. How long the recycle bin keeps them is told to it at once. */
export const settingKind: Kind = {
  ...base,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    for (const state of states.values()) state.name = '组织与员工设置';
    return states;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await tellRecycleBin(tx);
  },
};

async function tellRecycleBin(tx: Tx): Promise<void> {
  await sql`insert into recycle_days (kind, days) select kind, recycle_days from muc_setting, unnest(array['employee', 'department']) as kind
    on conflict (kind) do update set days = excluded.days`.execute(tx);
}

/** What is no expression would refuse every number. */
async function checkFormats(operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    const format = after?.['numberFormat'];
    if (typeof format === 'string' && !(await numberPattern(format)))
      issues.set(index, [{ path: 'numberFormat', namespace: 'user-centre', key: 'issue.pattern' }]);
  }
  return issues;
}
