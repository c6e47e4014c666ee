import { sql } from 'kysely';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db } from '../directory.ts';
import './audit.table.ts';
import type { AuditGapTable, AuditSealTable } from './audit.table.ts';
import { beginning, gapSignature, linkOf, linkOfBytes, rowsAfter, signatureOf, type SealedRow, type Stream } from './streams.ts';
import type { Verdict, VerifyRequest } from './verdict.ts';
import { Pieces, spelled, type Piece } from './verify-pieces.ts';
import { BlockCheck } from './verify-roots.ts';

/** A chain of seals, with what is needed to compute it again. */
export interface Chain {
  db: Db;
  secrets: Secrets;
  stream: Stream;
}

/** Places of whole days. */
export interface Bounds {
  /** The end of the last day before. */
  after: { day: number; seq: number } | null;
  /** The end of the last day; null where the chain is followed to its end. */
  until: { day: number; seq: number } | null;
}

/** Rows after the last seal that are counted at once. */
const countedRows = 5_000;

/** Whether a row stands before the one that was sealed here (negative), is it (0), or stands behind it. */
const orderOf = (row: SealedRow, seal: AuditSealTable): number =>
  row.tx - seal.tx || (row.id < seal.row_id ? -1 : row.id > seal.row_id ? 1 : 0);

/** Follows a chain from a place on and stops at the first damage. */
export class Walk {
  readonly #chain: Chain;
  readonly #request: VerifyRequest;
  seq = 0;
  checked = 0;
  /** Up to which place the signed end of the chain told of rows that are gone. */
  told = 0;
  #gaps: ReadonlyMap<number, AuditGapTable> = new Map();
  #hash: Buffer = beginning.hash;
  #place: { tx: number; id: string } = beginning;
  #day: number | null = null;
  #keyId: string | undefined;
  /** Rows that stand before the next seal and were not compared, the last one first. */
  #waiting: SealedRow[] = [];
  readonly #blocks: BlockCheck;

  /** `blocksFrom`: where blocks are known to begin. */
  constructor(chain: Chain, request: VerifyRequest, blocksFrom?: number) {
    this.#chain = chain;
    this.#request = request;
    this.#blocks = new BlockCheck(chain.db, chain.stream, blocksFrom);
  }

  /** Goes to the seal after which it begins; its own hash is proved by the signature of its day. */
  async begin(after: Bounds['after']): Promise<Verdict['damage']> {
    const { db, stream } = this.#chain;
    const gaps = await db
      .selectFrom('audit_gap')
      .selectAll()
      .where('stream', '=', stream)
      .where('to_seq', '>=', after?.seq ?? 0)
      .execute();
    this.#gaps = new Map(gaps.map((gap) => [gap.from_seq, gap]));
    if (!after) return null;
    this.#day = after.day;
    const around = gaps.find((gap) => gap.from_seq <= after.seq);
    if (around) {
      // Rows before it that were held are none of those that follow.
      this.#place = { tx: around.tx, id: around.row_id };
      return this.#enter(around);
    }
    const seals = db.selectFrom('audit_seal').selectAll().where('stream', '=', stream);
    const seal = await seals.where('seq', '=', after.seq).executeTakeFirst();
    if (!seal) return { what: 'seal', seq: after.seq, rowId: null, at: null, day: after.day };
    const keyed = await seals
      .where('seq', '<=', after.seq)
      .where('key_id', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const ended = db.selectFrom('audit_gap').select(['to_seq', 'chain_key']).where('stream', '=', stream);
    const gone = await ended.where('to_seq', '<', after.seq).orderBy('to_seq', 'desc').limit(1).executeTakeFirst();
    // The key is noted where it changes, and at the end of each gap.
    this.#keyId = (gone && gone.to_seq > (keyed?.seq ?? 0) ? gone.chain_key : keyed?.key_id) ?? undefined;
    [this.seq, this.#hash, this.#day] = [seal.seq, seal.hash, seal.day];
    this.#place = { tx: seal.tx, id: seal.row_id };
    return null;
  }

  async run(until: Bounds['until']): Promise<Verdict['damage']> {
    const last = until?.seq ?? Number.MAX_SAFE_INTEGER;
    const pieces = new Pieces({ ...this.#chain, last }, { seq: this.seq, row: this.#place });
    for (let piece = await pieces.next(); piece; piece = await pieces.next()) {
      this.#request.signal?.throwIfAborted();
      await this.#blocks.load(piece.seals);
      const damage = this.#isWhole(piece) ? null : await this.#spell(piece);
      if (damage) return damage;
      await this.#request.progress?.(this.checked);
    }
    const broken = this.#skip(last);
    if (broken) return broken;
    return until && this.seq < last ? { what: 'seal', seq: this.seq + 1, rowId: null, at: null, day: until.day } : null;
  }

  /** Whether every seal of a piece stands for its row, one after another. What is so is compared as bytes, anything else one by one. */
  #isWhole(piece: Piece): boolean {
    const { seals, rows } = piece;
    const isEven = seals.first === this.seq + 1 && seals.last === this.seq + seals.count && rows.count === seals.count;
    if (!isEven || this.#waiting.length > 0 || !rows.ids.equals(seals.ids) || !rows.txs.equals(seals.txs)) return false;
    if ([...this.#gaps.values()].some((gap) => gap.from_seq <= seals.last && gap.to_seq > this.seq)) return false;
    let [hash, keyId] = [this.#hash, this.#keyId];
    for (let at = 0; at < seals.count; at++) {
      const seq = seals.first + at;
      keyId = seals.keys[seq] ?? keyId;
      const row = { id: rows.ids.subarray(at * 16, at * 16 + 16), digest: rows.digests.subarray(at * 32, at * 32 + 32) };
      hash = linkOfBytes(this.#chain.secrets, { before: hash, seq, ...row }, keyId);
      if (hash.compare(seals.hashes, at * 32, at * 32 + 32) !== 0) return false;
    }
    if (!this.#blocks.rows(seals.first, rows.digests)) return false;
    [this.seq, this.#hash, this.#day, this.#keyId, this.#place] = [seals.last, hash, seals.day, keyId, piece.end];
    this.checked += seals.count;
    return true;
  }

  /** Goes through a piece one by one. */
  async #spell(piece: Piece): Promise<Verdict['damage']> {
    const { seals, rows } = await spelled(this.#chain.db, this.#chain.stream, piece);
    this.#waiting = [...rows.toReversed(), ...this.#waiting];
    for (const seal of seals) {
      const broken = this.#skip(seal.seq);
      if (broken) return broken;
      // Rows that went after their time: their seals stand until they are removed too.
      if (seal.seq <= this.seq) continue;
      const damage = await this.#goOver(seal);
      if (damage) return damage;
    }
    return null;
  }

  /** Compares a seal with the row that stands in its place; goes on behind damage that is known. */
  async #goOver(seal: AuditSealTable): Promise<Verdict['damage']> {
    for (;;) {
      const found = this.#compare(seal, this.#waiting.at(-1));
      if (!found) return null;
      const damage = await this.#moved(found, seal);
      if (damage && !this.#isKnown(damage)) return damage;
      if (found.what === 'added') this.#waiting.pop();
      else return this.#leave(seal);
    }
  }

  /** What was sealed here is not as it was: the chain goes on with its hash as it was written. Its block can't be computed any more. */
  #leave(seal: AuditSealTable): null {
    for (let row = this.#waiting.at(-1); row && orderOf(row, seal) <= 0; row = this.#waiting.at(-1)) this.#waiting.pop();
    this.#keyId = seal.key_id ?? this.#keyId;
    [this.seq, this.#hash, this.#day] = [seal.seq, seal.hash, seal.day];
    this.#place = { tx: seal.tx, id: seal.row_id };
    return null;
  }

  #isKnown(damage: NonNullable<Verdict['damage']>): boolean {
    return this.#request.known?.(damage) ?? false;
  }

  /** Goes over the gaps that begin here and before `until`. */
  #skip(until: number): Verdict['damage'] {
    for (let gap = this.#gaps.get(this.seq + 1); gap && gap.from_seq <= until; gap = this.#gaps.get(this.seq + 1)) {
      if (!gap.hash_before.equals(this.#hash)) return this.#forged(gap);
      const damage = this.#enter(gap);
      if (damage) return damage;
    }
    return null;
  }

  /** The chain goes on at the end of a gap, where that is signed. */
  #enter(gap: AuditGapTable): Verdict['damage'] {
    if (!gapSignature(this.#chain.secrets, gap, gap.key_id).equals(gap.mac)) return this.#forged(gap);
    [this.seq, this.#hash, this.#keyId] = [gap.to_seq, gap.hash, gap.chain_key ?? undefined];
    return null;
  }

  #forged(gap: AuditGapTable): Verdict['damage'] {
    return { what: 'removed', seq: gap.from_seq, rowId: null, at: null, day: this.#day };
  }

  #compare(seal: AuditSealTable, row: SealedRow | undefined): Verdict['damage'] {
    const place = { seq: seal.seq, rowId: seal.row_id, at: row?.id === seal.row_id ? row.at : null, day: seal.day };
    if (seal.seq !== this.seq + 1) return { ...place, what: 'seal', seq: this.seq + 1, rowId: null, at: null };
    const order = row ? orderOf(row, seal) : 1;
    if (order > 0) return { what: 'removed', ...place };
    if (order < 0 && row) return { ...place, what: 'added', rowId: row.id, at: row.at };
    this.#keyId = seal.key_id ?? this.#keyId;
    const hash = linkOf(this.#chain.secrets, { before: this.#hash, seq: seal.seq, row: row! }, this.#keyId);
    if (!hash.equals(seal.hash)) return { what: 'changed', ...place };
    if (!this.#blocks.row(seal.seq, row!.digest)) return { ...place, what: 'root', rowId: null };
    [this.seq, this.#hash, this.#day] = [seal.seq, hash, seal.day];
    this.checked += 1;
    this.#place = { tx: seal.tx, id: seal.row_id };
    this.#waiting.pop();
    return null;
  }

  /** A row that is missed here and stands elsewhere, or stands here and was sealed elsewhere, was moved. Looked for only where there is damage. */
  async #moved(damage: NonNullable<Verdict['damage']>, { row_id }: AuditSealTable): Promise<Verdict['damage']> {
    const { db, stream } = this.#chain;
    if (damage.what === 'changed' && stream === 'change_operation')
      return (await this.#hasBatch(row_id)) ? damage : { ...damage, what: 'batch' };
    if (damage.what !== 'removed' && damage.what !== 'added') return damage;
    const { rows } =
      damage.what === 'removed'
        ? await sql`select from ${sql.table(stream)} where id = ${row_id}::uuid limit 1`.execute(db)
        : await sql`select from audit_seal where stream = ${stream} and seq > ${this.seq} and row_id = ${damage.rowId}::uuid limit 1`.execute(
            db,
          );
    return rows.length === 0 ? damage : { ...damage, what: 'reordered' };
  }

  async #hasBatch(lineId: string): Promise<boolean> {
    const { rows } =
      await sql`select from change_operation line join change_batch batch on batch.id = line.batch_id where line.id = ${lineId}::uuid limit 1`.execute(
        this.#chain.db,
      );
    return rows.length > 0;
  }

  #unlessKnown(damage: NonNullable<Verdict['damage']>): Verdict['damage'] {
    return this.#isKnown(damage) ? null : damage;
  }

  /** The signed end: says so when rows and seals were cut off together. */
  async end(): Promise<Verdict['damage']> {
    const { db, secrets, stream } = this.#chain;
    const from = this.seq;
    const head = await db.selectFrom('audit_head').selectAll().where('stream', '=', stream).executeTakeFirst();
    const place = { rowId: null, at: null, day: this.#day };
    if (!head) return this.seq === 0 ? null : { what: 'head', seq: this.seq, ...place };
    if (!signatureOf(secrets, stream, head, head.key_id).equals(head.mac))
      return this.#unlessKnown({ what: 'head', seq: this.seq + 1, ...place });
    // What was sealed since the walk came to its end.
    if (head.seq > from) {
      const damage = await this.run(null);
      if (damage) return damage;
      if (this.seq > from) return this.end();
      this.told = head.seq;
      return this.#unlessKnown({ what: 'truncated', seq: from + 1, ...place, last: { seq: head.seq, at: null } });
    }
    return head.seq === this.seq && head.hash.equals(this.#hash) ? null : this.#unlessKnown({ what: 'head', seq: this.seq + 1, ...place });
  }

  /** Rows after the last seal. */
  async unsealed(): Promise<number> {
    let [count, place] = [0, this.#place];
    for (;;) {
      const { rows } = await rowsAfter(this.#chain.stream, place, countedRows).execute(this.#chain.db);
      count += rows.length;
      const last = rows.at(-1);
      if (!last || rows.length < countedRows) return count;
      place = { tx: last.tx, id: last.id };
    }
  }
}
