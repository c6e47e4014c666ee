import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/erase.contract.ts';
import { listErasures, readErasure } from './erase.query.ts';
import { addErase, approveErase, cancelErase, closeErase, confirmErase, retryErase } from './erase.service.ts';
import { assertApp, assertHasApp, assertOfApp } from './of-app.ts';
import { previewErase } from './preview.ts';

/** Operations on erasures, of devices and of the data of applications. */
export const eraseRoutes: readonly BoundRoute[] = [
  handle(contract.erasePreview, (call, { deviceIds, empIds, scope }) => previewErase(call, { deviceIds, empIds, scope, appId: null })),
  handle(contract.eraseAdd, (call, input) => addErase(call, input, 'administrator')),
  handle(contract.eraseList, (call, input) => listErasures(call, input, undefined)),
  handle(contract.eraseGet, (call, { id }) => readErasure(call, id)),
  handle(contract.eraseApprove, approveErase),
  handle(contract.eraseCancel, cancelErase),
  handle(contract.eraseRetry, retryErase),
  handle(contract.eraseClose, closeErase),
  handle(contract.eraseConfirm, confirmErase),
  handle(contract.appErasePreview, async (call, { appId, deviceIds, empId }) => {
    await assertApp(call, appId);
    const empIds = empId === undefined ? undefined : [empId];
    const preview = await previewErase(call, { deviceIds, empIds, scope: 'eraseApp', appId });
    await assertHasApp(call, appId, deviceIds ?? []);
    return preview;
  }),
  handle(contract.appEraseAdd, (call, input) => addErase(call, input, 'application')),
  handle(contract.appEraseList, (call, input) => listErasures(call, input, true)),
  handle(contract.appEraseGet, async (call, { id }) => {
    await assertOfApp(call, id);
    return readErasure(call, id);
  }),
  handle(contract.appEraseCancel, async (call, input) => {
    await assertOfApp(call, input.id);
    return cancelErase(call, input);
  }),
  handle(contract.appEraseRetry, async (call, input) => {
    await assertOfApp(call, input.id);
    return retryErase(call, input);
  }),
];
