import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { laterOnDisk } from '#kit/server/change/journal.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { RawRecord } from '../connector/connector.ts';
import type { SourceScope } from '../../../common/source/source-parts.ts';
import type { Mapper } from '../mapping/map-record.ts';
import { rawJson } from '../mapping/raw-json.ts';
import { isTaken } from './scope.ts';

/** Rows of one statement. */
const rowsAtOnce = 1000;

interface StagedRow {
  seq: number;
  object_kind: RawRecord['of'];
  external_id: string | null;
  line: number | null;
  raw: Fields;
  fault: string | null;
  hash: string | null;
  gone: boolean;
}

/** What was read, in numbers. */
export interface Read {
  people: number;
  departments: number;
  valid: number;
  invalid: number;
}

/** Puts records into staging, a thousand rows a statement; while one is written the next are read. At most two pages are in memory. */
export class Stage {
  readonly #db: Db;
  readonly #runId: string;
  readonly #mapper: Mapper;
  readonly #scope: SourceScope;
  readonly read: Read = { people: 0, departments: 0, valid: 0, invalid: 0 };
  /** Names of departments from the source's root down that people are in, where they are known by paths. */
  readonly paths = new Set<string>();
  #rows: StagedRow[] = [];
  #seq = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, parts: { runId: string; mapper: Mapper; scope: SourceScope }) {
    this.#db = db;
    this.#runId = parts.runId;
    this.#mapper = parts.mapper;
    this.#scope = parts.scope;
  }

  async add(records: readonly RawRecord[]): Promise<void> {
    for (const record of records) {
      const raw = rawJson(record.values);
      if (record.of === 'employee' && !isTaken(this.#scope, raw)) continue;
      this.#rows.push(this.#staged(record, raw));
      if (this.#rows.length >= rowsAtOnce) await this.#flush();
    }
  }

  /** Ids that the other side says are gone. */
  async gone(all: readonly { readonly of: RawRecord['of']; readonly id: string }[]): Promise<void> {
    for (const { of, id } of all) {
      this.#rows.push({ seq: this.#seq++, object_kind: of, external_id: id, line: null, raw: {}, fault: null, hash: null, gone: true });
      if (this.#rows.length >= rowsAtOnce) await this.#flush();
    }
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  #staged(record: RawRecord, raw: Fields): StagedRow {
    const { values, hash, issues } = this.#mapper.map(record.of, raw);
    const fault = record.fault ?? null;
    if (record.of === 'employee') this.read.people += 1;
    else this.read.departments += 1;
    if (fault === null && issues.length === 0) this.read.valid += 1;
    else this.read.invalid += 1;
    const path = values[record.of === 'employee' ? 'departmentPath' : 'path'];
    if (record.of === 'employee' && typeof path === 'string') this.paths.add(path);
    const id = values['externalId'] ?? (record.of === 'department' && typeof path === 'string' ? pathId(path) : null);
    return {
      seq: this.#seq++,
      object_kind: record.of,
      external_id: typeof id === 'string' ? id : null,
      line: record.line ?? null,
      raw,
      fault: fault?.slice(0, 500) ?? null,
      hash: fault === null ? hash : null,
      gone: false,
    };
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    await this.#writing;
    if (rows.length === 0) return;
    this.#writing = this.#write(rows);
    // A failure is thrown where the next page waits for it.
    this.#writing.catch(() => undefined);
  }

  async #write(rows: readonly StagedRow[]): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await laterOnDisk(tx);
      await sql`insert into source_staged (run_id, seq, object_kind, external_id, line, raw, fault, hash, gone)
        select ${this.#runId}::uuid, seq, object_kind, external_id, line, raw, fault, hash, gone
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as r(seq int, object_kind text, external_id text, line int, raw jsonb, fault text, hash text, gone boolean)`.execute(tx);
    });
  }
}

/** The external id of a department that is known by its path alone. */
export const pathId = (path: string): string => `path:${path}`;
