import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { messageManage } from '../common/permissions.ts';
import { settingGet, settingUpdate } from '../common/setting.contract.ts';
import { readSettingRow, settingChanges, settingColumns, settingId } from './settings.ts';

const base = siteKind(
  tableKind({
    kind: 'imSetting',
    module: 'messaging',
    codes: { read: messageManage.code, revert: messageManage.button.saveSetting },
    table: 'im_setting',
    name: 'readMarks',
    fields: Object.fromEntries(Object.entries(settingColumns).map(([name, column]) => [name, { column }])),
  }),
);

/** The settings of messaging in the change engine: one object, for the whole site. */
export const settingKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    settingChanges.happens();
  },
};

async function shown(call: Call, db: Db): Promise<Reply<typeof settingGet>> {
  const { updatedBy, ...row } = await readSettingRow(db);
  const names = await namesOf({ ...call, db }, [updatedBy]);
  return { ...row, updatedBy: names(updatedBy) };
}

/** The settings of messaging. */
export const settingRoutes: readonly BoundRoute[] = [
  handle(settingGet, (call) => shown(call, call.db)),
  handle(settingUpdate, (call, { version, ...changed }) =>
    call.write(async (tx) => {
      const fields: Fields = {};
      for (const [name, value] of Object.entries(changed)) if (value !== undefined) fields[name] = value;
      await changeObjects(tx, call.caller, settingKind, [{ id: settingId, version, fields }]);
      return shown(call, tx);
    }),
  ),
];
