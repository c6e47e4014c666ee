import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { Tx } from '#kit/server/services.ts';
import * as contract from '../../common/extra/extra.contract.ts';
import { readExtras } from './extra.known.ts';
import { formFields, getExtra, listExtras, usageOf } from './extra.query.ts';
import { addExtra, removeExtras, reorderExtras, switchExtras, tryExtra, updateExtra } from './extra.service.ts';

/** Who wrote fields finds them so with the next call, before the news of it has come round. */
async function written<T>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T> {
  const reply = await call.write(work);
  await readExtras(call.services.database.db);
  return reply;
}

/** Operations on extra fields. */
export const extraRoutes: readonly BoundRoute[] = [
  handle(contract.extraList, ({ db }, input) => listExtras(db, input)),
  handle(contract.extraGet, ({ db }, { id }) => getExtra(db, id)),
  handle(contract.extraUsage, (call, input) => usageOf(call, input)),
  handle(contract.extraForm, async ({ db, caller }, { target }) => ({ fields: await formFields(db, target, caller.language) })),
  handle(contract.extraTry, (call, input) => tryExtra(call, input)),
  handle(contract.extraAdd, (call, input) => written(call, (tx) => addExtra(call, tx, input))),
  handle(contract.extraUpdate, (call, input) => written(call, (tx) => updateExtra(call, tx, input))),
  handle(contract.extraRemove, (call, input) => written(call, async (tx) => ({ count: await removeExtras(call, tx, input) }))),
  handle(contract.extraEnable, (call, input) => written(call, async (tx) => ({ count: await switchExtras(call, tx, input, true) }))),
  handle(contract.extraDisable, (call, input) => written(call, async (tx) => ({ count: await switchExtras(call, tx, input, false) }))),
  handle(contract.extraReorder, (call, input) => written(call, async (tx) => ({ count: await reorderExtras(call, tx, input) }))),
];
