import { code, moduleOfCode } from '#kit/common/codes.ts';
import { isDatabaseAway } from '#platform/database/away.ts';
import { isRoomError } from '#platform/disk-capacity.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { callerOf, systemCaller, systemUid, type Caller } from '../caller.ts';
import { callerOfBatch } from '../change/callers.ts';
import type { Json } from '../change/kind.ts';
import type { Db } from '../directory.ts';
import { limitedTo } from '../narrow-grants.ts';
import { Refusal } from '../refusal.ts';
import type { JobContext, JobKind, Progress, Services } from '../services.ts';
import { jobFailed } from '../warning/kit-warnings.ts';
import { endJob, isHopeless, leaseMillis, renewLease, writeProgress, type JobEnd, type JobRowData } from './job-store.ts';

/** Why a running job is told to stop. */
export type StopReason = 'cancel' | 'drain' | 'lost' | 'right' | 'room';

/** The reason of a job's signal. */
class StopError extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`The job is to stop: ${reason}`);
    this.reason = reason;
  }
}

const renewMillis = leaseMillis / 4;
const publishMillis = 400;

/** One run of one job in this process: renews the lease, watches the right, throttles progress, ends the row. */
export class JobRun {
  readonly id: string;
  readonly #row: JobRowData;
  readonly #kind: JobKind<never, unknown>;
  readonly #services: Services;
  readonly #owner: string;
  readonly #publish: (row: JobRowData) => void;
  readonly #stop = new AbortController();
  #reason: StopReason | undefined;
  #caller: Caller | undefined;
  #progress: Progress | undefined;
  #written = 0;
  #lastRenewal = Date.now();
  readonly #needed: string | null;

  constructor(parts: {
    row: JobRowData;
    kind: JobKind<never, unknown>;
    services: Services;
    owner: string;
    publish: (row: JobRowData) => void;
  }) {
    this.#row = parts.row;
    this.#kind = parts.kind;
    const needed = parts.kind.code as JobKind<unknown, unknown>['code'];
    this.#needed = typeof needed === 'function' ? needed(parts.row.payload) : needed;
    this.#services = parts.services;
    this.#owner = parts.owner;
    this.#publish = parts.publish;
    this.id = parts.row.id;
  }

  /** Tells the work to stop. */
  stop(reason: StopReason): void {
    this.#reason ??= reason;
    this.#stop.abort(new StopError(reason));
  }

  /** Runs to the end; never throws. */
  async run(): Promise<void> {
    const timer = setInterval(() => void this.#renew(), renewMillis);
    this.#publish(this.#row);
    try {
      const end = await this.#work();
      await this.#finish(end);
    } catch (error) {
      // The row could not be ended: the lease lapses and the job is taken again.
      this.#services.log.error({ err: error, job: this.id }, 'A job could not be ended');
    } finally {
      clearInterval(timer);
    }
  }

  async #work(): Promise<JobEnd> {
    if (isHopeless(this.#row)) return { state: 'failed', error: { code: code.internal, params: { requestId: this.id } } };
    if (this.#row.cancel) return { state: 'cancelled', result: null };
    try {
      this.#caller = await this.#freshCaller();
      const run = this.#kind.run as (context: JobContext, payload: unknown) => Promise<unknown>;
      const result = JSON.parse(JSON.stringify((await run(this.#context(), this.#row.payload)) ?? null)) as Json;
      return this.#reason === 'cancel' ? { state: 'cancelled', result } : { state: 'done', result };
    } catch (error) {
      return this.#endOf(error);
    }
  }

  #endOf(error: unknown): JobEnd {
    if (this.#reason === 'cancel') return { state: 'cancelled', result: null };
    if (this.#reason === 'right') return { state: 'failed', error: { code: code.notGranted, params: { code: this.#needed } } };
    if (this.#reason === 'drain' || this.#reason === 'lost') return { state: 'queued', pause: false, counts: false };
    // Only a full disk may last for hours; what breaks or is too slow again and again is the job's own trouble.
    if (this.#reason === 'room' || isFull(error)) return { state: 'queued', pause: true, counts: false };
    if (isPassing(error)) return { state: 'queued', pause: true, counts: true };
    if (error instanceof Refusal) return { state: 'failed', error: { code: error.answer, params: { ...error.params } } };
    this.#services.log.error({ err: error, job: this.id, kind: this.#kind.kind }, 'A job failed');
    return { state: 'failed', error: { code: code.internal, params: { requestId: this.id } } };
  }

  async #finish(end: JobEnd): Promise<void> {
    if (this.#reason === 'lost') return;
    if (this.#progress)
      await writeProgress(this.#services.database.db, { id: this.id, owner: this.#owner }, this.#progress, end.state !== 'queued');
    const row = await this.#services.database.db.transaction().execute(async (tx) => {
      const ended = await endJob(tx, { id: this.id, owner: this.#owner }, end);
      if (ended) await tellOver(tx, this.#kind, ended);
      if (ended) await this.#note(tx, ended);
      if (ended) await this.#warn(tx, ended);
      return ended;
    });
    if (row) this.#publish(row);
  }

  /** What somebody asked for and what then failed stands in the log as that: the call that began it only said that it was begun. */
  async #note(tx: Db, row: JobRowData): Promise<void> {
    if (row.state !== 'failed' || !row.error || row.uid === systemUid || !this.#caller) return;
    const caller = callerOfBatch(this.#caller, row.caller.operation);
    await writeAudit(tx, caller, { path: `job/${row.kind}`, module: this.#kind.title.namespace, code: row.error.code, durationMs: 0 });
  }

  /** Who lost the right ended it: that is no failure. */
  async #warn(tx: Db, row: JobRowData): Promise<void> {
    const { texts, warnings } = this.#services;
    if (row.state !== 'failed' || !row.error || row.error.code === code.notGranted) return;
    const { code: answer, params } = row.error;
    const words = texts.inAll(moduleOfCode(answer), `error.${answer}`, params);
    const reason = words.en_US === `error.${answer}` ? String(answer) : words;
    const name = texts.inAll(this.#kind.title.namespace, this.#kind.title.key, row.title_params);
    await warnings.raise(tx, {
      kind: jobFailed.kind,
      object: { kind: 'job', id: row.kind, name },
      facts: { reason, person: row.caller.name, jobId: row.id },
    });
  }

  #context(): JobContext {
    const current = (): Caller => {
      if (!this.#caller || this.#reason === 'right') throw new Refusal(code.notGranted, { code: this.#needed });
      return this.#caller;
    };
    return {
      jobId: this.id,
      get caller() {
        return current();
      },
      services: this.#services,
      signal: this.#stop.signal,
      progress: (progress) => this.#report(progress),
    };
  }

  async #report(progress: Progress): Promise<void> {
    this.#progress = progress;
    if (Date.now() - this.#written < publishMillis) return;
    this.#written = Date.now();
    const row = await writeProgress(this.#services.database.db, { id: this.id, owner: this.#owner }, progress);
    if (row) this.#publish(row);
    else this.stop('lost');
  }

  async #renew(): Promise<void> {
    try {
      const lease = await renewLease(this.#services.database.db, this.id, this.#owner);
      if (!lease) return this.stop('lost');
      this.#lastRenewal = Date.now();
      if (lease.cancel) return this.stop('cancel');
      if (await this.#services.room.isFull()) return this.stop('room');
      this.#caller = await this.#freshCaller();
    } catch (error) {
      if (error instanceof Refusal) return this.stop('right');
      // Without the database nobody can take the job either; but after the lease somebody else may.
      if (Date.now() - this.#lastRenewal > leaseMillis) this.stop('lost');
    }
  }

  /** The person with the rights of now; a Refusal when they were lost. */
  async #freshCaller(): Promise<Caller> {
    const { uid, caller } = this.#row;
    if (uid === systemUid) return systemCaller(caller.operation, caller.language);
    const { access, database, directory } = this.#services;
    const [person, own] = await Promise.all([directory.byUid(database.db, uid), access.grants(uid)]);
    const needed = this.#needed;
    const grants = caller.token ? limitedTo(own, caller.token.codes) : own;
    const fresh = callerOf({
      ...caller,
      uid,
      grants,
      sessionId: null,
      confirmedAt: 0,
      mustChangePassword: false,
      codes: needed ? [needed] : [],
    });
    if (!person?.mayEnter || (needed !== null && !fresh.can(needed))) throw new Refusal(code.notGranted, { code: needed ?? '' });
    return fresh;
  }
}

/** Lets a kind clean up after a job that ended without being done; may be repeated. */
export async function tellOver(
  db: Db,
  kind: JobKind<never, unknown> | undefined,
  row: Pick<JobRowData, 'payload' | 'state'>,
): Promise<void> {
  if (row.state !== 'failed' && row.state !== 'cancelled') return;
  const over = kind?.over as JobKind<unknown, unknown>['over'];
  await over?.(db, row.payload, row.state);
}

/** Errors that pass by themselves: the database is away, busy or full, or two transactions waited for each other. */
function isPassing(error: unknown): boolean {
  return isDatabaseAway(error) || isFull(error) || /^40(001|P01)$|^57014$/.test(codeOf(error));
}

/** No room on the disk, or another resource of the database is used up (class 53). */
const isFull = (error: unknown): boolean => isRoomError(error) || codeOf(error).startsWith('53');

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
