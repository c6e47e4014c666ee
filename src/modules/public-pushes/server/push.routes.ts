import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import { pick } from '#kit/common/language.ts';
import * as contract from '../common/push.contract.ts';
import { pushExportJob, pushProofJob } from './exports.ts';
import { addPush } from './push/add.ts';
import { changePush, reschedule } from './push/change.ts';
import { previewPush } from './push/preview.ts';
import { rollback } from './push/recall.ts';
import { repush } from './push/repush.ts';
import { testSend } from './push/test-send.ts';
import { getPush, ledgerOf, timelineOf } from './read/detail.ts';
import { listPushes, seenPush, statOf } from './read/list.ts';
import { pageOfTargets } from './read/targets.ts';

/** What the console does with pushes. */
export const pushRoutes: readonly BoundRoute[] = [
  handle(contract.pushPreview, previewPush),
  handle(contract.pushAdd, addPush),
  handle(contract.pushTest, testSend),
  handle(contract.pushList, listPushes),
  handle(contract.pushGet, getPush),
  handle(contract.pushLedger, ledgerOf),
  handle(contract.pushTargets, pageOfTargets),
  handle(contract.pushTimeline, timelineOf),
  handle(contract.pushStat, statOf),
  handle(contract.pushPause, (call, input) => changePush(call, 'pause', input)),
  handle(contract.pushResume, (call, input) => changePush(call, 'resume', input)),
  handle(contract.pushCancel, (call, input) => changePush(call, 'cancel', input)),
  handle(contract.pushApprove, (call, input) => changePush(call, 'approve', input)),
  handle(contract.pushRefuse, (call, input) => changePush(call, 'refuse', input)),
  handle(contract.pushReschedule, reschedule),
  handle(contract.pushRollback, rollback),
  handle(contract.pushRepush, repush),
  handle(contract.pushExport, (call, input) => startJob(call, pushExportJob, input)),
  handle(contract.pushExportProof, (call, input) => startJob(call, pushProofJob, input)),
];

async function startJob<P extends { id: string }>(call: Call, kind: JobKind<P, unknown>, payload: P): Promise<{ jobId: string }> {
  const { caller, services } = call;
  const push = await seenPush(call.db, caller.scope(), payload.id);
  return call.write(async (tx) => {
    caller.touch({ kind: 'push', id: push.id, name: pick(push.title, 'zh_CN') });
    return { jobId: await services.jobs.start(tx, caller, kind, payload) };
  });
}
