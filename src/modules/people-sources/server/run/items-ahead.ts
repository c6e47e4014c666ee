import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunksOf, prepareJournal } from '#kit/server/change/journal.ts';
import type { Fields, Operation } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import type { ItemAction } from '../../common/source-run.contract.ts';
import { prepareEmployees } from '#modules/people/server/for-sources/public.ts';
import { operationOf } from './plan/operations.ts';
import { runEmployeeKind } from './run-kinds.ts';

/** Lines of one transaction, and of one in which everybody is new: nobody waits for a row that was not there. */
const itemsAtOnce = 500;
const newAtOnce = 4000;

/** Lines prepared at a stretch: about a millisecond. */
const pieceSize = 25;

/** A line that is to be applied. */
export interface PlannedItem {
  seq: number;
  objectKind: 'department' | 'employee';
  externalId: string | null;
  action: ItemAction;
  before: Fields | null;
  after: Fields | null;
  objectId: string;
  /** What it does in the change engine; undefined when it only ties, or lets somebody leave. */
  operation: Operation | undefined;
}

/** Lines as they are applied. */
export interface ItemPage {
  items: PlannedItem[];
  /** Number of the last one. */
  last: number | undefined;
  ended: boolean;
}

interface Row extends Omit<PlannedItem, 'operation'> {
  name: string;
  path: string | null;
  version: number | null;
}

/** Reads the next lines while those before are written, and prepares what new people need: the database and this process work at the same time. */
export class ItemsAhead {
  readonly #db: Db;
  readonly #runId: string;
  #next: { after: number; page: Promise<ItemPage | undefined>; begin: () => void } | undefined;

  constructor(db: Db, runId: string) {
    this.#db = db;
    this.#runId = runId;
  }

  /** Waits for what is being read; called outside a transaction, which would hold one connection while it waits for another. */
  async ready(): Promise<void> {
    this.begin();
    await this.#next?.page;
  }

  /** Says that the database is busy writing: now the next lines are prepared, which would only be in the way of many small questions. */
  begin(): void {
    this.#next?.begin();
  }

  /** The lines after one; begins to read those that follow. */
  async after(db: Db, seq: number): Promise<ItemPage> {
    this.begin();
    const ahead = this.#next?.after === seq ? await this.#next.page : undefined;
    const page = ahead ?? (await this.#read(db, seq));
    this.#next = undefined;
    if (!page.ended && page.last !== undefined) {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      // What can't be read ahead is read in its turn, where the failure counts.
      this.#next = { after: page.last, page: this.#read(this.#db, page.last, begun).catch(() => undefined), begin };
    }
    return page;
  }

  async #read(db: Db, seq: number, begun?: Promise<void>): Promise<ItemPage> {
    const { rows } = await sql<Row>`select seq, object_kind as "objectKind", external_id as "externalId", action, name, before, after,
        object_id as "objectId", object_version as version, path::text as path
      from source_item where run_id = ${this.#runId}::uuid and seq > ${seq} and state = 'planned' order by seq limit ${newAtOnce}`.execute(
      db,
    );
    const size = rows.every(({ action }) => action === 'add') ? newAtOnce : itemsAtOnce;
    const ended = rows.length < newAtOnce && rows.length <= size;
    rows.length = Math.min(rows.length, size);
    const items = rows.map((row): PlannedItem => ({ ...row, operation: row.action === 'leave' ? undefined : operationOf(row) }));
    const made = items.flatMap(({ objectKind, operation }) =>
      objectKind === 'employee' && operation?.action === 'create' ? [operation] : [],
    );
    await begun;
    for (const piece of chunksOf(made, pieceSize)) {
      prepareEmployees(piece);
      prepareJournal(runEmployeeKind, piece);
      await turn();
    }
    return { items, last: rows.at(-1)?.seq, ended };
  }
}
