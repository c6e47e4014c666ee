import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, time } from '#kit/common/schema.ts';

/** States of a job; the last three are final. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** A job as the tray shows it; the same object travels live under the topic `job`. */
export const JobRow = z.object({
  id: id(),
  kind: z.string(),
  /** Text of a catalogue, filled by `params`. */
  title: z.object({ namespace: z.string(), key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  state: z.enum(jobStates),
  done: z.int(),
  /** Null while nobody can know. */
  total: z.int().nullable(),
  failed: z.int(),
  createdAt: time(),
  startedAt: time().nullable(),
  endedAt: time().nullable(),
  /** A cancellation is under way. */
  cancelling: z.boolean(),
  /** What it ended with; a made file is `fileId`, a plan `planId`. */
  result: z.json(),
  /** Why it failed, in the caller's language (live: the code alone). */
  error: z.object({ code: z.int(), message: z.string() }).nullable(),
});
export type JobView = z.output<typeof JobRow>;

/** One's own jobs, the newest first. */
export const listJobs = endpoint({
  method: 'GET',
  path: 'job/list',
  summary: "The caller's own long work, newest first",
  access: { signedIn: true },
  input: pageQuery(['createdAt']).extend({ state: z.array(z.enum(jobStates)).max(5).optional(), kind: z.string().max(100).optional() }),
  reply: pageOf(JobRow),
});

/** One of one's own jobs; 10404 for others. */
export const getJob = endpoint({
  method: 'GET',
  path: 'job/get',
  summary: "State, progress and result of one of the caller's jobs",
  access: { signedIn: true },
  input: z.object({ id: id() }),
  reply: JobRow,
});

/** Asks a job to stop; what it already wrote stays. 10412 when it has ended. */
export const cancelJob = endpoint({
  method: 'POST',
  path: 'job/cancel',
  summary: "Stops one of the caller's jobs; what is done stays done",
  access: { signedIn: true },
  audit: 'job.cancel',
  input: z.strictObject({ id: id() }),
  reply: JobRow,
});
