import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/encryption.contract.ts';
import { assertWholeSite } from '../whole-site.ts';
import { getKey, getPurpose, listKeys, listPurposes } from './encryption.query.ts';
import { destroyKey, retireKey, rotateKey, updatePurpose } from './encryption.service.ts';
import { exportKey } from './export-key.ts';

/** Operations on keys. */
export const encryptionRoutes: readonly BoundRoute[] = [
  handle(contract.encryptionGet, (call) => {
    assertWholeSite(call.caller);
    return listPurposes(call);
  }),
  handle(contract.keyList, (call, input) => {
    assertWholeSite(call.caller);
    return listKeys(call, input);
  }),
  handle(contract.encryptionUpdate, (call, input) =>
    call.write(async (tx) => {
      await updatePurpose(tx, call, input);
      return getPurpose({ db: tx, services: call.services }, input.purpose);
    }),
  ),
  handle(contract.encryptionRotate, (call, input) => call.write((tx) => rotateKey(tx, call, input))),
  handle(contract.encryptionRetire, (call, input) =>
    call.write(async (tx) => {
      await retireKey(tx, call, input);
      return getKey({ db: tx, services: call.services }, input.id);
    }),
  ),
  handle(contract.encryptionDestroy, (call, input) =>
    call.write(async (tx) => {
      await destroyKey(tx, call, input);
      return getKey({ db: tx, services: call.services }, input.id);
    }),
  ),
  handle(contract.encryptionExport, (call, input) => exportKey(call, input)),
];
