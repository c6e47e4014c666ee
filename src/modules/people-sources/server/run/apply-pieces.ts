import { callerOfBatch } from '#kit/server/change/callers.ts';
import { laterOnDisk, manyRows, seqAfter } from '#kit/server/change/journal.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { JobContext } from '#kit/server/services.ts';
import { applyItems, areNew, itemsAhead, TurnedOut } from './apply-items.ts';
import { endRun } from './end-run.ts';
import { ItemsAhead } from './items-ahead.ts';
import { startPasswords } from './password.job.ts';
import { lockRun, type RunRowData } from './run-store.ts';

/** Where the piece before ends, whose transaction is still going on. */
interface Before {
  /** The run as that piece leaves it. */
  run: RunRowData;
  /** Number of the next line of the journal. */
  seq: number;
  /** Resolves when it has ended well. */
  ended: Promise<void>;
}

/** A piece that was begun while the one before it is written. */
interface Begun {
  /** Whether the run has ended with it. */
  piece: Promise<boolean>;
  /** Lets it go on, or roll back, when the one before has ended. */
  goOn(): void;
  giveUp(): void;
}

/**
 * The pieces of a run, each in one transaction, one after another. Of new people journal, feed and ties are written by a second connection
 * while those before them are written: nothing of it asks for the people themselves. Where the piece before it, or the piece itself, turns
 * out otherwise than was expected, its transaction is rolled back and it is applied from its beginning.
 */
export class ApplyPieces {
  readonly #context: JobContext;
  readonly #runId: string;
  readonly #items: ItemsAhead;
  #begun: Begun | undefined;

  constructor(context: JobContext, runId: string) {
    this.#context = context;
    this.#runId = runId;
    this.#items = new ItemsAhead(context.services.database.db, runId);
  }

  /** Applies everything that is left; throws where the job is to stop. */
  async all(): Promise<void> {
    try {
      for (let ended = false; !ended;) {
        this.#context.signal.throwIfAborted();
        ended = (await this.#goOn()) ?? (await this.#alone());
      }
    } finally {
      await this.#giveUp();
    }
  }

  /** The piece that was begun; undefined when there is none, or when it has to be applied from its beginning. */
  async #goOn(): Promise<boolean | undefined> {
    const begun = this.#begun;
    this.#begun = undefined;
    begun?.goOn();
    try {
      return await begun?.piece;
    } catch (error) {
      if (!(error instanceof TurnedOut)) this.#context.services.log.debug({ err: error }, 'A piece of a run is applied anew');
      await this.#giveUp();
      return undefined;
    }
  }

  async #giveUp(): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    begun?.giveUp();
    await begun?.piece.catch(() => undefined);
  }

  async #alone(): Promise<boolean> {
    await this.#items.ready();
    return this.#context.services.database.db.transaction().execute((tx) => this.#apply(tx));
  }

  /** Begins the piece that follows. */
  #begin(before: Omit<Before, 'ended'>): void {
    if (this.#begun) return;
    const { promise: ended, resolve: goOn, reject } = Promise.withResolvers<void>();
    // Both are looked at where they are waited for.
    ended.catch(() => undefined);
    const piece = this.#context.services.database.db.transaction().execute((tx) => this.#apply(tx, { ...before, ended }));
    piece.catch(() => undefined);
    this.#begun = { piece, goOn, giveUp: () => reject(new TurnedOut()) };
  }

  async #apply(tx: Tx, before?: Before): Promise<boolean> {
    const { services, caller: jobCaller } = this.#context;
    await manyRows(tx);
    const caller = callerOfBatch(jobCaller, 'source.apply');
    const early = before && (await this.#items.after(tx, before.run.applied_seq));
    const isAhead = early !== undefined && areNew(early.items);
    if (isAhead) await itemsAhead(tx, caller, { run: before!.run, items: early.items, services }, before!.seq);
    await before?.ended;
    // The lock and the number of the last line let a line be applied once, even if two processes hold the job for a moment.
    const locked = await lockRun(tx, this.#runId, ['applying']);
    if (before && (locked?.applied_seq !== before.run.applied_seq || locked.batch_id !== before.run.batch_id)) throw new TurnedOut();
    if (!locked) return true;
    const run = { ...locked, batch_id: locked.batch_id ?? newId() };
    const page = early ?? (await this.#items.after(tx, run.applied_seq));
    const last = page.last ?? run.applied_seq;
    const next = { ...run, applied_seq: last };
    const begin = (): void => {
      this.#items.begin();
      if (isAhead && !page.ended) this.#begin({ run: next, seq: before!.seq + page.items.length });
    };
    const source = await tx.selectFrom('source').selectAll().where('id', '=', run.source_id).executeTakeFirstOrThrow();
    const done = await applyItems(tx, caller, { run, source, items: page.items, services, begin, isAhead });
    const outcome = { ...run.outcome };
    for (const [name, count] of Object.entries(done)) outcome[name] = (outcome[name] ?? 0) + count;
    await tx
      .updateTable('source_run')
      .set({ applied_seq: last, outcome: JSON.stringify(outcome), batch_id: run.batch_id })
      .where('id', '=', this.#runId)
      .execute();
    if (caller.touched.length > 0)
      await writeAudit(tx, caller, { path: 'muc/source/log/apply', module: 'user-centre', code: 0, durationMs: 0, batchId: run.batch_id });
    if (page.ended) {
      await endRun(tx, services, { ...run, outcome });
      await startPasswords(tx, services, { run: { id: this.#runId, made: outcome['add'] ?? 0 }, source, caller: jobCaller });
    } else await laterOnDisk(tx);
    const seq = seqAfter(tx);
    if (!isAhead && !page.ended && seq !== undefined) this.#begin({ run: next, seq });
    await this.#tell(run, outcome);
    return page.ended;
  }

  async #tell(run: RunRowData, outcome: Readonly<Record<string, number>>): Promise<void> {
    const total = Object.values(run.counts).reduce((sum, count) => sum + count, 0) - (run.counts['unchanged'] ?? 0);
    const counted = Object.values(outcome).reduce((sum, count) => sum + count, 0);
    await this.#context.progress({ done: counted, total, failed: (outcome['failed'] ?? 0) + (outcome['stale'] ?? 0) });
  }
}
