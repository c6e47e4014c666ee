import { sql } from 'kysely';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { settingServer } from '#kit/server/setting/setting-server.ts';
import { peopleSetting, settingGet, settingUpdate } from '../../common/setting.contract.ts';
import { numberPattern } from '../employee/number-format.ts';
import { keepZone } from './site-zone.ts';

/** What is set about people. How long the recycle bin keeps them is told to it at once. */
export const peopleSettings = settingServer(peopleSetting, {
  table: 'muc_setting',
  title: '组织与员工设置',
  check: async (_tx, _caller, operations) => checkFormats(operations),
  written: writeRecycleDays,
});

async function writeRecycleDays(tx: Tx): Promise<void> {
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

/** Reads what this process remembers of the settings again: the zone, which is asked for with every rule. */
export async function refreshSettings(db: Db): Promise<void> {
  keepZone((await peopleSettings.read(db)).timeZone);
}

/** What is set about people, for who sees the whole company. */
export const settingRoutes: readonly BoundRoute[] = [
  handle(settingGet, (call) => {
    if (!call.caller.scope().all) throw outOfRange();
    return peopleSettings.view(call);
  }),
  handle(settingUpdate, async (call, change) => {
    const view = await call.write(async (tx) => {
      await peopleSettings.save(tx, call.caller, change);
      return peopleSettings.view({ ...call, db: tx });
    });
    await refreshSettings(call.db);
    return view;
  }),
];
