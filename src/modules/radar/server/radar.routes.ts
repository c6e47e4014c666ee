import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/radar.contract.ts';
import { beginExport } from './radar.export.job.ts';
import { getItem, listItems, timelineOf } from './radar.query.ts';
import { addItem, assignItems, recheckItems, removeItems, snoozeItems, updateItem } from './radar.service.ts';

/** Operations on what ends or ages. */
export const radarRoutes: readonly BoundRoute[] = [
  handle(contract.radarList, listItems),
  handle(contract.radarGet, (call, { id }) => getItem(call, id)),
  handle(contract.radarTimeline, timelineOf),
  handle(contract.radarAssign, (call, input) => call.write(async (tx) => ({ count: await assignItems(tx, call, input) }))),
  handle(contract.radarSnooze, (call, input) => call.write(async (tx) => ({ count: await snoozeItems(tx, call, input) }))),
  handle(contract.radarRecheck, async (call, input) => ({ count: await recheckItems(call, input) })),
  handle(contract.radarAdd, (call, input) => call.write((tx) => addItem(tx, call, input))),
  handle(contract.radarUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateItem(tx, call, input);
      return getItem({ ...call, db: tx }, input.id);
    }),
  ),
  handle(contract.radarRemove, (call, input) => call.write(async (tx) => ({ count: await removeItems(tx, call, input) }))),
  handle(contract.radarExport, beginExport),
];
