import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/sample-thing.contract.ts';
import { getSampleThing, listSampleThings } from './sample-thing.query.ts';
import { addSampleThing, removeSampleThings, switchSampleThings, updateSampleThing } from './sample-thing.service.ts';

/** Operations on sample things. */
export const sampleThingRoutes: readonly BoundRoute[] = [
  handle(contract.sampleThingList, ({ db, caller }, input) => listSampleThings(db, caller, input)), // #scoped
  handle(contract.sampleThingGet, ({ db, caller }, input) => getSampleThing(db, caller, input.id)), // #scoped
  // #unscoped handle(contract.sampleThingList, ({ db }, input) => listSampleThings(db, input)),
  // #unscoped handle(contract.sampleThingGet, ({ db }, input) => getSampleThing(db, input.id)),
  handle(contract.sampleThingAdd, (call, input) => call.write((tx) => addSampleThing(tx, call.caller, input))),
  handle(contract.sampleThingUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateSampleThing(tx, call.caller, input);
      return getSampleThing(tx, call.caller, input.id); // #scoped
      // #unscoped return getSampleThing(tx, input.id);
    }),
  ),
  handle(contract.sampleThingEnable, (call, input) =>
    call.write(async (tx) => ({ count: await switchSampleThings(tx, call.caller, input, true) })),
  ),
  handle(contract.sampleThingDisable, (call, input) =>
    call.write(async (tx) => ({ count: await switchSampleThings(tx, call.caller, input, false) })),
  ),
  handle(contract.sampleThingRemove, (call, input) =>
    call.write(async (tx) => ({ count: await removeSampleThings(tx, call.caller, input) })),
  ),
];
