import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/segment-limit.contract.ts';
import { checkSegments } from './segment-check.ts';
import { getSegmentLimit, listSegmentLimits } from './segment-limit.query.ts';
import {
  addSegmentLimit,
  removeSegmentLimits,
  reorderSegmentLimits,
  switchSegmentLimits,
  updateSegmentLimit,
} from './segment-limit.service.ts';

/** Operations on segment limits. */
export const segmentLimitRoutes: readonly BoundRoute[] = [
  handle(contract.segmentLimitList, ({ db }, input) => listSegmentLimits(db, input)),
  handle(contract.segmentLimitGet, ({ db }, input) => getSegmentLimit(db, input.id)),
  handle(contract.segmentCheck, async (_call, input) => checkSegments(input)),
  handle(contract.segmentLimitAdd, (call, input) => call.write((tx) => addSegmentLimit(tx, call.caller, input))),
  handle(contract.segmentLimitUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateSegmentLimit(tx, call.caller, input);
      return getSegmentLimit(tx, input.id);
    }),
  ),
  handle(contract.segmentLimitEnable, (call, input) =>
    call.write(async (tx) => ({ count: await switchSegmentLimits(tx, call.caller, input, true) })),
  ),
  handle(contract.segmentLimitDisable, (call, input) =>
    call.write(async (tx) => ({ count: await switchSegmentLimits(tx, call.caller, input, false) })),
  ),
  handle(contract.segmentLimitRemove, (call, input) =>
    call.write(async (tx) => ({ count: await removeSegmentLimits(tx, call.caller, input) })),
  ),
  handle(contract.segmentLimitReorder, (call, input) =>
    call.write(async (tx) => ({ count: await reorderSegmentLimits(tx, call.caller, input.ids) })),
  ),
];
