import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/extra/extra.contract.ts';
import { formFields, getExtra, listExtras, usageOf } from './extra.query.ts';
import { addExtra, removeExtras, reorderExtras, switchExtras, tryExtra, updateExtra } from './extra.service.ts';

/** Operations on extra fields. */
export const extraRoutes: readonly BoundRoute[] = [
  handle(contract.extraList, ({ db }, input) => listExtras(db, input)),
  handle(contract.extraGet, ({ db }, { id }) => getExtra(db, id)),
  handle(contract.extraUsage, (call, input) => usageOf(call, input)),
  handle(contract.extraForm, async ({ db, caller }, { target }) => ({ fields: await formFields(db, target, caller.language) })),
  handle(contract.extraTry, (call, input) => tryExtra(call, input)),
  handle(contract.extraAdd, (call, input) => call.write((tx) => addExtra(call, tx, input))),
  handle(contract.extraUpdate, (call, input) => call.write((tx) => updateExtra(call, tx, input))),
  handle(contract.extraRemove, (call, input) => call.write(async (tx) => ({ count: await removeExtras(call, tx, input) }))),
  handle(contract.extraEnable, (call, input) => call.write(async (tx) => ({ count: await switchExtras(call, tx, input, true) }))),
  handle(contract.extraDisable, (call, input) => call.write(async (tx) => ({ count: await switchExtras(call, tx, input, false) }))),
  handle(contract.extraReorder, (call, input) => call.write(async (tx) => ({ count: await reorderExtras(call, tx, input) }))),
];
