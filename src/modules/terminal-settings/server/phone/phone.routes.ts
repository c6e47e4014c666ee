import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/phone.contract.ts';
import { assertWholeSite } from '../whole-site.ts';
import { wrongState } from '#kit/server/refusal.ts';
import { phoneExportJob } from './phone.export.job.ts';
import { listSubmissions } from './phone.query.ts';
import { approve, getSetting, readSetting, reject, saveSetting } from './phone.service.ts';
import { remindJob } from './remind.job.ts';

/** Operations on submitted numbers. */
export const phoneRoutes: readonly BoundRoute[] = [
  handle(contract.phoneGet, (call) => {
    assertWholeSite(call.caller);
    return getSetting(call.db);
  }),
  handle(contract.phoneSave, (call, input) =>
    call.write(async (tx) => {
      await saveSetting(tx, call.caller, input);
      return getSetting(tx);
    }),
  ),
  handle(contract.submissionList, (call, input) => listSubmissions(call.db, call.caller, input)),
  handle(contract.submissionApprove, (call, input) => call.write(async (tx) => ({ count: await approve(tx, call, input) }))),
  handle(contract.submissionReject, (call, input) => call.write(async (tx) => ({ count: await reject(tx, call, input) }))),
  handle(contract.submissionRemind, async (call) => {
    call.caller.scope();
    if ((await readSetting(call.db)).mode === 'off') throw wrongState('off');
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, remindJob, {}) }));
  }),
  handle(contract.submissionExport, (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, phoneExportJob, input) }));
  }),
];
