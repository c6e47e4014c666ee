import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { wrongState } from '#kit/server/refusal.ts';
import { isPushed } from '../../common/source-kinds.ts';
import * as contract from '../../common/source-run.contract.ts';
import { sourceMappingTry } from '../../common/source-try.contract.ts';
import { applyRun, rejectRun, stopRun, undoRun } from './decide-run.ts';
import { exportRunJob } from './export-run.job.ts';
import { tryMapping } from './mapping-try.ts';
import { resolveItem } from './resolve-item.ts';
import { itemsOf } from './run-items.ts';
import { detailOf, findRun, findSource, listRuns } from './run-query.ts';
import { startRun } from './start-run.ts';

/** Operations on the runs of sources. */
export const sourceRunRoutes: readonly BoundRoute[] = [
  handle(contract.sourceSync, async (call, { id, mode, dryRunOnly }) => {
    const { name, path, kind } = await findSource(call, id);
    if (isPushed(kind)) throw wrongState(kind);
    call.caller.touch({ kind: 'source', id, name, path });
    return call.write((tx) =>
      startRun(tx, call.services, { sourceId: id, mode, trigger: 'manual', dryRun: dryRunOnly, caller: call.caller }),
    );
  }),
  handle(contract.sourceLog, (call, input) => listRuns(call, input)),
  handle(contract.sourceRunGet, async (call, { runId }) => detailOf(call, await findRun(call, runId))),
  handle(contract.sourceRunItems, (call, input) => itemsOf(call, input)),
  handle(contract.sourceRunResolve, (call, input) => call.write((tx) => resolveItem(call, tx, input))),
  handle(contract.sourceRunApply, (call, input) => call.write((tx) => applyRun(call, tx, input, false))),
  handle(contract.sourceRunRelease, (call, input) => call.write((tx) => applyRun(call, tx, input, true))),
  handle(contract.sourceRunReject, (call, input) => call.write(async (tx) => ({ count: await rejectRun(call, tx, input) }))),
  handle(contract.sourceRunUndo, (call, input) => call.write((tx) => undoRun(call, tx, input))),
  handle(contract.sourceRunCancel, (call, input) => call.write(async (tx) => ({ count: await stopRun(call, tx, input) }))),
  handle(contract.sourceRunExport, async (call, input) => {
    await findRun(call, input.runId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, exportRunJob, input) }));
  }),
  handle(sourceMappingTry, (call, input) => tryMapping(call, input)),
];
