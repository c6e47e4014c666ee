import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../directory.ts';
import { chunksOf, isLine } from './journal.ts';
import type { Kind, Operation } from './kind.ts';
import { operationOf } from './plan/make-plan.ts';
import './plan/plan.table.ts';

/** Lines of one transaction. */
export const linesAtOnce = 2000;

/** Lines prepared at a stretch: about a millisecond. */
const pieceSize = 25;

/** Lines of a plan as they are applied: those that do something, how many were read, and the last one. */
export interface Lines {
  operations: { seq: number; operation: Operation }[];
  count: number;
  last: number | undefined;
}

/**
 * Reads the next lines of a plan while those before them are written, and lets their kind prepare them: the database and this
 * process work at the same time. Nobody changes the request of a line once its plan is being applied.
 */
export class LinesAhead {
  readonly #db: Db;
  readonly #planId: string;
  #next: { after: number; lines: Promise<Lines | undefined>; begin: () => void } | undefined;

  constructor(db: Db, planId: string) {
    this.#db = db;
    this.#planId = planId;
  }

  /** Waits for what is being read; called outside a transaction, which would hold one connection while it waits for another. */
  async ready(): Promise<void> {
    this.begin();
    await this.#next?.lines;
  }

  /** Says that the database is busy writing: now the next lines are prepared, which would only be in the way of many small questions. */
  begin(): void {
    this.#next?.begin();
  }

  /** The lines after the cursor; begins to read those that follow. */
  async after(db: Db, kind: Kind, cursor: number): Promise<Lines> {
    this.begin();
    const ahead = this.#next?.after === cursor ? await this.#next.lines : undefined;
    const lines = ahead ?? (await this.#read(db, kind, cursor));
    this.#next = undefined;
    if (lines.count === linesAtOnce && lines.last !== undefined) {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      // What can't be read ahead is read in its turn, where the failure counts.
      this.#next = { after: lines.last, lines: this.#read(this.#db, kind, lines.last, begun).catch(() => undefined), begin };
    }
    return lines;
  }

  async #read(db: Db, kind: Kind, cursor: number, begun?: Promise<void>): Promise<Lines> {
    // Lines are numbered without gaps. With an end to the range and no limit the index serves it, whatever the planner knows of a new table.
    const items = await db
      .selectFrom('change_plan_item')
      .selectAll()
      .where('plan_id', '=', this.#planId)
      .where('seq', '>', cursor)
      .where('seq', '<=', cursor + linesAtOnce)
      .orderBy('seq')
      .execute();
    const operations = items.flatMap((item) => {
      const { action, object_id: id, object_name: name, path, before, after, version } = item;
      const operation = operationOf({ action, id, name, path, before, after, version });
      if (operation?.action === 'create') isLine(operation, { planId: this.#planId, seq: item.seq });
      return operation ? [{ seq: item.seq, operation }] : [];
    });
    await begun;
    // In small pieces: the database's answers to the lines before are not kept waiting.
    for (const piece of kind.prepare ? chunksOf(operations, pieceSize) : []) {
      kind.prepare?.(piece.map(({ operation }) => operation));
      await turn();
    }
    return { operations, count: items.length, last: items.at(-1)?.seq };
  }
}

/** The same kind, which calls `begin` when a write begins. */
export function signallingKind(kind: Kind, begin: () => void): Kind {
  return {
    ...kind,
    get fields() {
      return kind.fields;
    },
    write: (tx, caller, operations) => {
      begin();
      return kind.write(tx, caller, operations);
    },
  };
}
