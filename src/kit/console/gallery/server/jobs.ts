import { cancelJob, getJob, listJobs, type JobView } from '#kit/common/jobs/job.contract.ts';
import { downloadFile, uploadFile } from '#kit/common/files/file.contract.ts';
import { roomExport, roomImport } from '../room.contract.ts';
import { oneDay, planIds, sampleId, sampleNow } from './sample-ids.ts';
import { Refused, serve } from './serve.ts';

/** Milliseconds for which the running jobs have run when the page is opened. */
const ran = 120_000;

const usual: JobView = {
  id: sampleId(5, 0),
  kind: 'gallery.export',
  title: { namespace: 'gallery', key: 'job.export', params: { name: 'rooms' } },
  state: 'done',
  done: 63,
  total: 63,
  failed: 0,
  createdAt: sampleNow,
  startedAt: sampleNow,
  endedAt: sampleNow + 4_000,
  cancelling: false,
  result: null,
  error: null,
};
const imported = { namespace: 'gallery', key: 'job.import', params: { name: 'rooms-2026-05-海川大厦.xlsx' } };

/** A job in each of its states. */
export const sampleJobs: readonly JobView[] = [
  { ...usual, id: sampleId(5, 1), state: 'queued', done: 0, startedAt: null, endedAt: null },
  {
    ...usual,
    id: sampleId(5, 2),
    title: imported,
    state: 'running',
    done: 13_407,
    total: 40_213,
    failed: 12,
    startedAt: Date.now() - ran,
    endedAt: null,
  },
  { ...usual, id: sampleId(5, 3), state: 'running', done: 1_204, total: null, startedAt: Date.now() - ran, endedAt: null },
  { ...usual, id: sampleId(5, 4), state: 'running', done: 31, startedAt: Date.now() - ran, cancelling: true, endedAt: null },
  { ...usual, id: sampleId(5, 5), result: { fileId: sampleId(6, 1) } },
  { ...usual, id: sampleId(5, 6), title: imported, failed: 3, result: { planId: planIds.planned } },
  {
    ...usual,
    id: sampleId(5, 7),
    title: imported,
    state: 'failed',
    done: 7,
    error: {
      code: 10502,
      message: 'The other system refused or failed: timeout after 30 s (https://directory.example.com/a/very/long/path)',
    },
  },
  { ...usual, id: sampleId(5, 8), state: 'cancelled', done: 20 },
  { ...usual, id: sampleId(5, 9), title: { namespace: 'gallery', key: 'no.such.text', params: {} } },
];

/** Jobs that were begun in this page, by id, with the moment they began. */
const begun = new Map<string, { at: number; job: JobView }>();
/** Milliseconds that a job of the gallery takes. */
const lasts = 3_000;

function begin(job: Partial<JobView>): { jobId: string } {
  const jobId = sampleId(5, 100 + begun.size);
  begun.set(jobId, { at: Date.now(), job: { ...usual, ...job, id: jobId } });
  return { jobId };
}

function jobNow(id: string): JobView {
  const found = begun.get(id);
  if (!found) {
    const known = sampleJobs.find((job) => job.id === id);
    if (!known) throw new Refused(10404);
    return known;
  }
  const share = Math.min(1, (Date.now() - found.at) / lasts);
  return share === 1
    ? found.job
    : {
        ...found.job,
        state: 'running',
        startedAt: found.at,
        endedAt: null,
        done: Math.floor(share * (found.job.total ?? 0)),
        result: null,
      };
}

/** Begins the job that applies a plan. */
export const beginApply = (): { jobId: string } =>
  begin({ title: { namespace: 'kit', key: 'job.planApply', params: { name: 'rooms.xlsx' } } });

/** Answers the calls about jobs and files. */
export function serveJobs(): void {
  serve(listJobs, ({ pageSize }) => {
    const list = [...begun.keys()].map(jobNow).toReversed().concat(sampleJobs).slice(0, pageSize);
    return { list, total: list.length, pages: 1 };
  });
  serve(getJob, ({ id }) => jobNow(id));
  serve(cancelJob, ({ id }) => ({ ...jobNow(id), cancelling: true }));
  serve(roomExport, () => begin({ result: { fileId: sampleId(6, 2) } }));
  serve(roomImport, () => begin({ title: imported, result: { planId: planIds.planned } }));
  serve(uploadFile, () => ({ fileId: sampleId(6, 3), name: 'rooms.xlsx', type: 'text/csv', size: 4_096, expiresAt: sampleNow + oneDay }));
  serve(downloadFile, () => new Blob(['name,code\n'], { type: 'text/csv' }));
}
