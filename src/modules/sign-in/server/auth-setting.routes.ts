import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/auth-setting.contract.ts';
import { besideOf, getSetting, listSettings } from './auth-setting.query.ts';
import { addSetting, removeSettings, reorderSettings, switchSettings, updateSetting } from './auth-setting.service.ts';
import { endSessionsOf } from './end-sessions.ts';
import { confirmGuard, openGuard, undoGuard } from './guard.ts';
import { testSetting } from './test-setting.ts';

/** Operations on sign-in settings. */
export const authSettingRoutes: readonly BoundRoute[] = [
  handle(contract.authSettingList, (call, input) => listSettings(call, input)),
  handle(contract.authSettingGet, (call, input) => getSetting(besideOf(call), input.id)),
  handle(contract.authSettingAdd, (call, input) => call.write((tx) => addSetting(tx, call.caller, call.services.secrets, input))),
  handle(contract.authSettingUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateSetting(tx, call.caller, call.services.secrets, input);
      return getSetting({ ...besideOf(call), db: tx }, input.id);
    }),
  ),
  handle(contract.authSettingEnable, (call, input) =>
    call.write(async (tx) => ({ count: await switchSettings(tx, call.caller, input, true), guard: await openGuard(tx) })),
  ),
  handle(contract.authSettingDisable, (call, input) =>
    call.write(async (tx) => {
      const count = await switchSettings(tx, call.caller, input, false);
      await endSessionsOf(tx, call, input.ids);
      return { count, guard: await openGuard(tx) };
    }),
  ),
  handle(contract.authSettingRemove, (call, input) => call.write(async (tx) => ({ count: await removeSettings(tx, call.caller, input) }))),
  handle(contract.authSettingReorder, (call, input) =>
    call.write(async (tx) => ({ count: await reorderSettings(tx, call.caller, input) })),
  ),
  handle(contract.authSettingTest, (call, input) => testSetting(call, input)),
  handle(contract.guardConfirm, (call, { guardId, undo }) =>
    call.write(async (tx) => {
      if (undo) await undoGuard(tx, call.services.kinds, guardId);
      else await confirmGuard(tx, call.caller, guardId);
      return null;
    }),
  ),
];
