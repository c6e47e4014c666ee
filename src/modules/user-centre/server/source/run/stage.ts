import { copyAlone, type Cell } from '#platform/database/copy-rows.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { RawRecord } from '../connector/connector.ts';
import type { SourceScope } from '../../../common/source/source-parts.ts';
import { digestText, type Mapper } from '../mapping/map-record.ts';
import { rawJson } from '../mapping/raw-json.ts';
import type { KnownDigests } from './known-digests.ts';
import { isTaken } from './scope.ts';

/** Rows of one statement. */
const rowsAtOnce = 1000;

/** Columns of a staged row, in the order in which they are written. */
const target = 'source_staged (run_id, seq, object_kind, external_id, line, raw, fault, hash, gone)';

/** What was read, in numbers. */
export interface Read {
  people: number;
  departments: number;
  valid: number;
  invalid: number;
}

interface Parts {
  runId: string;
  mapper: Mapper;
  scope: SourceScope;
  /** Digests of those who are tied already: who comes with one of them is counted and not staged. */
  known?: KnownDigests | undefined;
}

/** Puts records into staging, a thousand rows a statement; while one is written the next are read. At most two pages are in memory. */
export class Stage {
  readonly #database: Pick<Database, 'pool'>;
  readonly #parts: Parts;
  readonly #isPlaced: boolean;
  readonly read: Read = { people: 0, departments: 0, valid: 0, invalid: 0 };
  /** Names of departments from the source's root down that people are in, where they are known by paths. */
  readonly paths = new Set<string>();
  #rows: Cell[][] = [];
  #seq = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Pick<Database, 'pool'>, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#isPlaced = parts.mapper.rows('employee').has('departmentPath');
  }

  async add(records: readonly RawRecord[]): Promise<void> {
    for (const record of records) {
      const raw = rawJson(record.values);
      if (record.of === 'employee' && !isTaken(this.#parts.scope, raw)) continue;
      const digest = this.#parts.mapper.digest(record.of, raw);
      if (record.of === 'employee' && record.fault === undefined && this.#parts.known?.take(digest)) this.#unchanged(raw);
      else this.#rows.push(this.#staged(record, raw, digest));
      if (this.#rows.length >= rowsAtOnce) await this.#flush();
    }
  }

  /** Somebody who is what they were. */
  #unchanged(raw: Fields): void {
    this.read.people += 1;
    this.read.valid += 1;
    const path = this.#isPlaced ? this.#parts.mapper.value('employee', 'departmentPath', raw) : undefined;
    if (typeof path === 'string') this.paths.add(path);
  }

  /** Ids that the other side says are gone. */
  async gone(all: readonly { readonly of: RawRecord['of']; readonly id: string }[]): Promise<void> {
    for (const { of, id } of all) {
      this.#rows.push([this.#parts.runId, this.#seq++, of, id, null, '{}', null, null, true]);
      if (this.#rows.length >= rowsAtOnce) await this.#flush();
    }
  }

  /** How many rows there are. */
  get staged(): number {
    return this.#seq;
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  #staged(record: RawRecord, raw: Fields, digest: Buffer): Cell[] {
    const { values, issues } = this.#parts.mapper.map(record.of, raw);
    const fault = record.fault ?? null;
    if (record.of === 'employee') this.read.people += 1;
    else this.read.departments += 1;
    if (fault === null && issues.length === 0) this.read.valid += 1;
    else this.read.invalid += 1;
    const path = values[record.of === 'employee' ? 'departmentPath' : 'path'];
    if (record.of === 'employee' && typeof path === 'string') this.paths.add(path);
    const id = values['externalId'] ?? (record.of === 'department' && typeof path === 'string' ? pathId(path) : null);
    return [
      this.#parts.runId,
      this.#seq++,
      record.of,
      typeof id === 'string' ? id : null,
      record.line ?? null,
      JSON.stringify(raw),
      fault?.slice(0, 500) ?? null,
      fault === null && issues.length === 0 ? digestText(digest) : null,
      false,
    ];
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    await this.#writing;
    if (rows.length === 0) return;
    this.#writing = copyAlone(this.#database, target, rows);
    // A failure is thrown where the next page waits for it.
    this.#writing.catch(() => undefined);
  }
}

/** The external id of a department that is known by its path alone. */
export const pathId = (path: string): string => `path:${path}`;
