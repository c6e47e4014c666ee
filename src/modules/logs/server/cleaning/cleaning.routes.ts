import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as archive from '../../common/cleaning/archive.contract.ts';
import { archiveChanges } from '../../common/cleaning/archive-changes.contract.ts';
import * as clear from '../../common/cleaning/clear.contract.ts';
import * as hold from '../../common/cleaning/hold.contract.ts';
import { archivedChanges } from './archive.changes.ts';
import { beginRestore, beginVerifyArchive } from './archive.jobs.ts';
import { askDelete, decideDelete, getArchive, listArchives } from './archive.service.ts';
import { cancelClean, retryClean, runNow } from './clean.record.ts';
import { beginEstimate } from './estimate.job.ts';
import { addHold, askRelease, askUpdate, decideHold, getHold, listHolds } from './hold.service.ts';
import { beginRecordExport } from './record.export.ts';
import { getRecord, listRecords } from './record.view.ts';
import { updateRetention, withdrawRetention } from './retention.service.ts';
import { getRetention, listRetentions } from './retention.view.ts';
import { listTargets, saveTarget, testTarget } from './target.service.ts';

/** Retention, cleaning, holds and archives of the logs of all modules. */
export const cleaningRoutes: readonly BoundRoute[] = [
  handle(clear.clearConfigList, listRetentions),
  handle(clear.clearConfigGet, (call, { kind }) => getRetention(call, kind)),
  handle(clear.clearConfigUpdate, updateRetention),
  handle(clear.clearConfigWithdraw, withdrawRetention),
  handle(clear.clearEstimate, beginEstimate),
  handle(clear.clearRun, runNow),
  handle(clear.clearCancel, cancelClean),
  handle(clear.clearLogList, listRecords),
  handle(clear.clearLogGet, (call, { id }) => getRecord(call, id)),
  handle(clear.clearLogRetry, retryClean),
  handle(clear.clearLogExport, beginRecordExport),
  handle(hold.holdList, listHolds),
  handle(hold.holdGet, (call, { id }) => getHold(call, id)),
  handle(hold.holdAdd, addHold),
  handle(hold.holdUpdate, askUpdate),
  handle(hold.holdRelease, askRelease),
  handle(hold.holdDecide, decideHold),
  handle(archive.archiveList, listArchives),
  handle(archive.archiveGet, (call, { id }) => getArchive(call, id)),
  handle(archiveChanges, archivedChanges),
  handle(archive.archiveVerify, beginVerifyArchive),
  handle(archive.archiveRestore, beginRestore),
  handle(archive.archiveDelete, askDelete),
  handle(archive.archiveDecide, decideDelete),
  handle(archive.targetList, listTargets),
  handle(archive.targetSave, saveTarget),
  handle(archive.targetTest, testTarget),
];
