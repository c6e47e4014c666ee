import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/member-limit.contract.ts';
import { getMemberLimit, listMemberLimits, previewMemberLimit, sizesOfMemberLimits } from './member-limit.query.ts';
import { addMemberLimit, removeMemberLimits, reorderMemberLimits, switchMemberLimits, updateMemberLimit } from './member-limit.service.ts';

/** Operations on member limits. */
export const memberLimitRoutes: readonly BoundRoute[] = [
  handle(contract.memberLimitList, ({ db, caller }, input) => listMemberLimits(db, caller, input)),
  handle(contract.memberLimitGet, ({ db, caller }, input) => getMemberLimit(db, caller, input.id)),
  handle(contract.memberLimitPreview, ({ db, caller }, input) => previewMemberLimit(db, caller, input)),
  handle(contract.memberLimitSizes, ({ db, caller }, input) => sizesOfMemberLimits(db, caller, input.ids)),
  handle(contract.memberLimitAdd, (call, input) => call.write((tx) => addMemberLimit(tx, call.caller, input))),
  handle(contract.memberLimitUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateMemberLimit(tx, call.caller, input);
      return getMemberLimit(tx, call.caller, input.id);
    }),
  ),
  handle(contract.memberLimitEnable, (call, input) =>
    call.write(async (tx) => ({ count: await switchMemberLimits(tx, call.caller, input, true) })),
  ),
  handle(contract.memberLimitDisable, (call, input) =>
    call.write(async (tx) => ({ count: await switchMemberLimits(tx, call.caller, input, false) })),
  ),
  handle(contract.memberLimitRemove, (call, input) =>
    call.write(async (tx) => ({ count: await removeMemberLimits(tx, call.caller, input) })),
  ),
  handle(contract.memberLimitReorder, (call, input) =>
    call.write(async (tx) => ({ count: await reorderMemberLimits(tx, call.caller, input.ids) })),
  ),
];
