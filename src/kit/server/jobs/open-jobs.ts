import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../change/kind.ts';
import { newId } from '../ids.ts';
import type { JobKind, Jobs, Services } from '../services.ts';
import { addJob, claimJob, isJobWaiting, type JobRowData } from './job-store.ts';
import { JobRun } from './job-run.ts';
import { jobView } from './job-view.ts';

/** The queue together with the means to run it in this process. */
export interface JobRunner extends Jobs {
  /** Begins to take jobs; called once after the migrations. */
  work(services: Services): void;
  /** Takes no more jobs, tells the running ones to stop and hands them back; resolves when they have. */
  stop(): Promise<void>;
}

const atOnce = 2;
const pollMillis = 1_000;
/** How long a drain waits for work that does not listen. */
const drainMillis = 10_000;
/** Channel on which a node learns that one of its jobs is to stop. */
export const cancelChannel = 'job.cancel';

/** Opens the queue over the table `job`: taken under leases with SKIP LOCKED, so that several processes share it. */
export function openJobs(): JobRunner {
  const kinds = new Map<string, JobKind<never, unknown>>();
  const runs = new Map<string, { run: JobRun; ended: Promise<void> }>();
  const owner = newId();
  let services: Services | undefined;
  let unsubscribe = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let taking: Promise<void> | undefined;
  /** A trouble that stays is told once. */
  let told = false;

  const publish = (row: JobRowData): void => {
    if (!services) return;
    const view = jobView(row, kinds.get(row.kind), { texts: services.texts, language: row.caller.language });
    services.live
      .send({ uid: row.uid }, 'job', view)
      .catch((error: unknown) => services?.log.warn({ err: error }, 'News of a job were not sent'));
  };
  const begin = (row: JobRowData, given: Services): void => {
    const kind = kinds.get(row.kind);
    if (!kind) return;
    const run = new JobRun({ row, kind, services: given, owner, publish });
    const ended = run.run().finally(() => {
      runs.delete(row.id);
      take();
    });
    runs.set(row.id, { run, ended });
  };
  const takeAll = async (given: Services): Promise<void> => {
    const names = [...kinds.keys()];
    // Work that writes waits until there is room.
    if (await given.room.isFull()) return;
    while (!stopped && runs.size < atOnce && (await isJobWaiting(given.database.db, names))) {
      const row = await claimJob(given.database.db, owner, names);
      if (!row) return;
      begin(row, given);
    }
  };
  const take = (): void => {
    if (!services || stopped) return;
    taking ??= takeAll(services)
      .then(() => void (told = false))
      .catch((error: unknown) => {
        if (!told) services?.log.warn({ err: error }, 'The job queue could not be read; it is tried again every second');
        told = true;
      })
      .finally(() => (taking = undefined));
  };

  return {
    register: (kind) => {
      if (kinds.has(kind.kind)) throw new Error(`Two kinds of job are called ${kind.kind}`);
      kinds.set(kind.kind, kind as JobKind<never, unknown>);
    },
    kindOf: (kind) => kinds.get(kind),
    start: async (tx, caller, kind, payload) => {
      if (!kinds.has(kind.kind)) throw new Error(`No kind of job is called ${kind.kind}`);
      const id = await addJob(tx, caller, {
        kind: kind.kind,
        payload: payload as Json,
        params: kind.params?.(payload) ?? {},
        exclusive: kind.exclusive?.(payload) ?? null,
      });
      // The transaction commits within moments; the poll finds what these miss.
      for (const delay of [5, 15, 40, 200]) setTimeout(take, delay).unref();
      return id;
    },
    work: (given) => {
      services = given;
      unsubscribe = given.bus.subscribe(cancelChannel, (message) => runs.get(String(message))?.run.stop('cancel'));
      timer = setInterval(take, pollMillis);
      timer.unref();
      take();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      await taking;
      for (const { run } of runs.values()) run.stop('drain');
      await Promise.race([Promise.all([...runs.values()].map(({ ended }) => ended)), sleep(drainMillis, undefined, { ref: false })]);
    },
  };
}
