import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/life/life.contract.ts';
import { checklistJob } from './checklist.export.ts';
import { cancelEvents } from './events.ts';
import { assertWritable, cancelLeaves, holdingsOfPerson, leavePeople, previewLeave, retryLeave } from './leave.service.ts';
import { findEvent, getLife, listLife } from './life.query.ts';
import { transferIsOver } from './life.warnings.ts';
import { offerOf, rehireEmployee } from './rehire.service.ts';
import { confirmTransfer } from './transfer.run.ts';
import { lookAhead, previewTransfer, transferEmployee } from './transfer.service.ts';

/** Transfers, leaving, coming back. */
export const lifeRoutes: readonly BoundRoute[] = [
  handle(contract.transferPreview, previewTransfer),
  handle(contract.employeeTransfer, async (call, input) => {
    const planned = await lookAhead(call, input);
    return call.write((tx) => transferEmployee(tx, call, planned));
  }),
  handle(contract.transferConfirm, (call, { id }) => call.write((tx) => confirmTransfer(tx, call.services, call.caller, id))),
  handle(contract.transferCancel, ({ services, caller, write }, { ids }) =>
    write(async (tx) => {
      await assertWritable(tx, caller, ids);
      const count = await cancelEvents(tx, services, { ids, kind: 'transfer' });
      for (const id of ids) await transferIsOver(tx, services, id);
      return { count };
    }),
  ),
  handle(contract.employeeHoldings, (call, { id }) => holdingsOfPerson(call, id)),
  handle(contract.leavePreview, previewLeave),
  handle(contract.employeeLeave, (call, input) =>
    call.write((tx) => leavePeople(tx, call.services, call.caller, { ...input, decided: true })),
  ),
  handle(contract.leaveCancel, (call, input) =>
    call.write(async (tx) => ({ count: await cancelLeaves(tx, call.services, call.caller, input) })),
  ),
  handle(contract.leaveRetry, (call, input) => call.write((tx) => retryLeave(tx, call.services, call.caller, input))),
  handle(contract.rehireOffer, (call, { id }) => offerOf(call, id)),
  handle(contract.employeeRehire, (call, input) => call.write((tx) => rehireEmployee(tx, call, input))),
  handle(contract.lifeList, listLife),
  handle(contract.lifeGet, (call, { id }) => getLife(call, id)),
  handle(contract.lifeExport, async (call, input) => {
    await findEvent(call, input.id);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, checklistJob, input) }));
  }),
];
