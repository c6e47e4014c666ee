import { sql } from 'kysely';
import { copyAlone, type Cell } from '#platform/database/copy-rows.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { RawRecord } from '../connector/connector.ts';
import type { SourceScope } from '../../common/source-parts.ts';
import { digestText, type Mapper } from '../mapping/map-record.ts';
import { rawJson } from '../mapping/raw-json.ts';
import type { DepartmentKey, KnownDepartments } from './known-departments.ts';
import type { KnownDigests } from './known-digests.ts';
import { isTaken } from './scope.ts';
import { SourcePictures } from './source-pictures.ts';

/** Rows of one statement. */
const rowsAtOnce = 1000;
/** Statements that wait for their turn. */
const mostWaiting = 3;
/** Prints of one statement. */
const printsAtOnce = 5000;
/** Departments that are held until all were read, while they may all be what they were. */
const mostHeld = 50_000;

/** Columns of a staged row, in the order in which they are written. */
const target = 'source_staged (run_id, seq, object_kind, external_id, line, raw, fault, hash, gone, print)';

/** What was read, in numbers. */
export interface Read {
  people: number;
  departments: number;
  valid: number;
  invalid: number;
}

interface Parts {
  runId: string;
  sourceId: string;
  mapper: Mapper;
  scope: SourceScope;
  /** Digests of those who are tied already: who comes with one of them is counted and not staged. */
  known?: Promise<KnownDigests> | undefined;
  /** Departments that are tied already: where all come as they were they are counted and not staged. */
  departments?: Promise<KnownDepartments | undefined> | undefined;
}

/** Puts records into staging, a thousand rows a statement; while some are written the next are read. At most five thousand are in memory. */
export class Stage {
  readonly #database: Pick<Database, 'pool' | 'db'>;
  readonly #parts: Parts;
  readonly #isPlaced: boolean;
  readonly #pictures: SourcePictures;
  readonly read: Read = { people: 0, departments: 0, valid: 0, invalid: 0 };
  /** Names of departments from the source's root down that people are in, where they are known by paths. */
  readonly paths = new Set<string>();
  #known: KnownDigests | undefined;
  #rows: Cell[][] = [];
  /** Undefined where departments are staged as they come. */
  #held: { key: DepartmentKey; row: Cell[] }[] | undefined = [];
  /** Every department came as it was: none was staged. */
  sameDepartments = false;
  #prints: { id: Json | undefined; hash: string; print: string }[] = [];
  #seq = 0;
  /** One after another. */
  #writing: Promise<void>[] = [];

  constructor(database: Pick<Database, 'pool' | 'db'>, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#pictures = new SourcePictures(database.db, parts.mapper);
    this.#isPlaced = parts.mapper.rows('employee').has('departmentPath');
  }

  async add(records: readonly RawRecord[]): Promise<void> {
    if (!this.#known && records.some(({ of }) => of === 'employee')) this.#known = await this.#parts.known;
    for (const read of records) {
      const record = this.#pictures.found(read);
      const raw = rawJson(record.values);
      if (record.of === 'employee' && !isTaken(this.#parts.scope, raw)) continue;
      const digest = this.#parts.mapper.digest(record.of, raw);
      if (record.of === 'employee' && record.fault === undefined && this.#known?.take(digest)) this.#unchanged(record, raw, digest);
      else await this.#put(record, await this.#pictures.keep(record, raw), digest);
      if (this.#rows.length >= rowsAtOnce) await this.#flush();
      if (this.#prints.length >= printsAtOnce) await this.#keepPrints();
    }
  }

  /** People who are known by the prints of what they came as. */
  known(count: number): void {
    this.read.people += count;
    this.read.valid += count;
  }

  /** Somebody who is what they were; where they came otherwise than the last time, they are known by it the next time. */
  #unchanged({ print }: RawRecord, raw: Fields, digest: Buffer): void {
    this.known(1);
    if (print !== undefined)
      this.#prints.push({ id: this.#parts.mapper.value('employee', 'externalId', raw), hash: digestText(digest), print });
    const path = this.#isPlaced ? this.#parts.mapper.value('employee', 'departmentPath', raw) : undefined;
    if (typeof path === 'string') this.paths.add(path);
  }

  /** Ids that the other side says are gone. */
  async gone(all: readonly { readonly of: RawRecord['of']; readonly id: string }[]): Promise<void> {
    for (const { of, id } of all) {
      this.#rows.push([this.#parts.runId, this.#seq++, of, id, null, '{}', null, null, true, null]);
      if (this.#rows.length >= rowsAtOnce) await this.#flush();
    }
  }

  /** How many rows there are. */
  get staged(): number {
    return this.sameDepartments ? this.#seq - this.read.departments : this.#seq;
  }

  async end(): Promise<void> {
    const held = this.#held ?? [];
    this.sameDepartments = held.length > 0 && (await this.#parts.departments)?.areAll(held.map(({ key }) => key)) === true;
    if (!this.sameDepartments) await this.#letGo();
    await this.#flush();
    await this.#keepPrints();
    await Promise.all(this.#writing);
  }

  async #keepPrints(): Promise<void> {
    const prints = this.#prints;
    this.#prints = [];
    if (prints.length === 0) return;
    await sql`update source_link l set print = r.print from json_to_recordset(${JSON.stringify(prints)}::json) as r(id text, hash text, print text)
      where l.source_id = ${this.#parts.sourceId}::uuid and l.object_kind = 'employee' and l.external_id = r.id and l.hash = r.hash`.execute(
      this.#database.db,
    );
  }

  async #put(record: RawRecord, raw: Fields, digest: Buffer): Promise<void> {
    const { key, row } = this.#staged(record, raw, digest);
    if (record.of === 'department' && this.#held && (await this.#parts.departments)) {
      this.#held.push({ key, row });
      if (this.#held.length > mostHeld) await this.#letGo();
    } else this.#rows.push(row);
  }

  /** Stages the departments that were held, and all that come. */
  async #letGo(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { row } of held) {
      this.#rows.push(row);
      if (this.#rows.length >= rowsAtOnce) await this.#flush();
    }
  }

  #staged(record: RawRecord, raw: Fields, digest: Buffer): { key: DepartmentKey; row: Cell[] } {
    const { values, issues } = this.#parts.mapper.map(record.of, raw);
    const fault = record.fault ?? null;
    if (record.of === 'employee') this.read.people += 1;
    else this.read.departments += 1;
    if (fault === null && issues.length === 0) this.read.valid += 1;
    else this.read.invalid += 1;
    const path = values[record.of === 'employee' ? 'departmentPath' : 'path'];
    if (record.of === 'employee' && typeof path === 'string') this.paths.add(path);
    const id = values['externalId'] ?? (record.of === 'department' && typeof path === 'string' ? pathId(path) : null);
    const externalId = typeof id === 'string' ? id : null;
    const hash = fault === null && issues.length === 0 ? digestText(digest) : null;
    const { parent } = values;
    return {
      key: { externalId, hash, parent: typeof parent === 'string' && parent !== '' ? parent : null },
      row: [
        this.#parts.runId,
        this.#seq++,
        record.of,
        externalId,
        record.line ?? null,
        JSON.stringify(raw),
        fault?.slice(0, 500) ?? null,
        hash,
        false,
        record.print ?? null,
      ],
    };
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    // Who reads need not stand still for every hitch of the database.
    while (this.#writing.length >= mostWaiting) await this.#writing.shift();
    const before = this.#writing.at(-1) ?? Promise.resolve();
    const written = before.then(() => copyAlone(this.#database, target, rows));
    // A failure is thrown where a later page waits for it.
    written.catch(() => undefined);
    this.#writing.push(written);
  }
}

/** The external id of a department that is known by its path alone. */
export const pathId = (path: string): string => `path:${path}`;
