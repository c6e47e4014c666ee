import type { JobKind } from '#kit/server/services.ts';
import { archiveRestoreJob, archiveVerifyJob } from './archive.jobs.ts';
import { cleanJob } from './clean.job.ts';
import { estimateJob } from './estimate.job.ts';
import { recordExportJob } from './record.export.ts';

/** Long work of the cleaning. */
export const cleaningJobs: readonly JobKind<never, unknown>[] = [
  estimateJob,
  cleanJob,
  archiveVerifyJob,
  archiveRestoreJob,
  recordExportJob,
];
