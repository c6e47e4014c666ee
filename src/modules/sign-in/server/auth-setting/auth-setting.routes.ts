import { code } from '#kit/common/codes.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import * as contract from '../../common/auth-setting.contract.ts';
import { besideOf, getSetting, listSettings } from './auth-setting.query.ts';
import { addSetting, removeSettings, reorderSettings, switchSettings, updateSetting } from './auth-setting.service.ts';
import { endSessionsOf } from '../end-sessions.ts';
import { confirmGuard, openGuard, undoGuard } from '../guard.ts';
import { testSetting } from '../test-setting.ts';

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
    call.write(async (tx) => ({ count: await switchSettings(tx, call.caller, input, true), guard: await openGuard(tx, call.caller) })),
  ),
  handle(contract.authSettingDisable, (call, input) =>
    call.write(async (tx) => {
      const count = await switchSettings(tx, call.caller, input, false);
      await endSessionsOf(tx, call, input.ids);
      return { count, guard: await openGuard(tx, call.caller) };
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
      else await confirmGuard(tx, call.caller, guardId).catch((error: unknown) => Promise.reject(inWords(call, error)));
      return null;
    }),
  ),
];

/** A session from before the change proves nothing: said in words, for here somebody reads it. */
function inWords({ services, caller }: Call, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.answer !== code.wrongState) return error;
  const state = String(error.params['state']);
  return new Refusal(code.wrongState, { state: services.texts.text(caller.language, 'sign-in', `guard.${state}`) }, { state });
}
