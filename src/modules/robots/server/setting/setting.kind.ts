import type { Tx } from '#kit/server/directory.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { robotService } from '../../common/permissions.ts';
import { directory } from '../directory.ts';
import { widened } from '../../common/setting/narrow.ts';
import { noValues, robotSettingNames, type OwnValues } from '../../common/setting/values.ts';
import { effectiveAbove, ownValues, settingColumns } from './effective.ts';
import { settingChanges } from './robot-settings.ts';

const { commonSetting } = robotService;

/** What is set for robots in the change engine: the row of the site, and those of companies. */
const base = tableKind({
  kind: 'robotSetting',
  module: 'robots',
  codes: { read: commonSetting.code, revert: commonSetting.button.save },
  table: 'robot_setting',
  name: 'companyDeptId',
  fields: {
    companyDeptId: { column: 'company_dept_id', refers: 'department' },
    ...Object.fromEntries(robotSettingNames.map((name) => [name, { column: settingColumns[name] }])),
  },
  department: { field: 'companyDeptId', paths: departmentPaths },
  unique: { robot_setting_company_dept_id: 'companyDeptId' },
  check,
});

/** The same, called by the company; what was changed holds at once. */
export const robotSettingKind: Kind = {
  ...base,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const companies = await directory.departments(
      tx,
      [...states.values()].flatMap(({ fields }) => idIn(fields['companyDeptId'])),
    );
    for (const state of states.values()) state.name = companies.get(idIn(state.fields['companyDeptId'])[0] ?? '')?.name ?? '';
    return states;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    settingChanges.happens();
  },
};

/** The site says something of everything; a company only narrows what stands above. */
async function check(tx: Tx, _caller: unknown, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { id, before, after }] of operations.entries()) {
    if (!after) continue;
    const stored = before ? await ownValues(tx, id) : undefined;
    const companyDeptId = after['companyDeptId'] ?? stored?.companyDeptId ?? null;
    const all = { ...stored?.values, ...after } as OwnValues;
    const wrong =
      typeof companyDeptId === 'string'
        ? widened(await effectiveAbove(tx, companyDeptId), filled(all)).map((name) => ({ name, key: 'robotSetting.wider' }))
        : robotSettingNames
            .filter((name) => name !== 'quietHours' && (all[name] ?? null) === null)
            .map((name) => ({ name, key: 'robotSetting.needed' }));
    if (wrong.length > 0)
      issues.set(
        index,
        wrong.map(({ name, key }) => ({ path: name, namespace: 'robots', key })),
      );
  }
  return issues;
}

const idIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);

const filled = (values: Partial<OwnValues>): OwnValues => ({ ...noValues, ...values });
