import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { settingGet, settingUpdate } from '../../common/setting.contract.ts';
import { getSetting, refreshSettings, updateSetting } from './setting.ts';

/** What is set about people. */
export const settingRoutes: readonly BoundRoute[] = [
  handle(settingGet, ({ db, caller }) => getSetting(db, caller)),
  handle(settingUpdate, async (call, input) => {
    const view = await call.write((tx) => updateSetting(tx, call.caller, input));
    await refreshSettings(call.db);
    return view;
  }),
];
