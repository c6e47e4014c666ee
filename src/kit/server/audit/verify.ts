import { sql } from 'kysely';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db } from '../directory.ts';
import './audit.table.ts';
import type { AuditGapTable, AuditSealTable } from './audit.table.ts';
import { BlockCheck, brokenRoot } from './verify-roots.ts';
import { beginning, gapSignature, linkOf, rowsAfter, signatureOf, type SealedRow, type Stream } from './streams.ts';

/** changed: the row or its seal was edited; removed; added: not sealed although later ones are; reordered: it stands in another place; seal: a seal is missing; truncated: the end was cut off; head, day: a signature does not fit; root: the signed tree of a day does not. */
export type Damage = 'changed' | 'removed' | 'added' | 'reordered' | 'seal' | 'truncated' | 'head' | 'day' | 'root';

/** What a verification found in one stream. */
export interface Verdict {
  stream: Stream;
  /** Sealed rows that were compared. */
  checked: number;
  /** Rows of the last moments that are not sealed yet. */
  unsealed: number;
  /** The first damage: what happened, to which row, at which place of the chain, sealed on which UTC day. */
  damage: { what: Damage; seq: number; rowId: string | null; at: number | null; day: number | null } | null;
}

/** What is verified: UTC days since 1970, all unless said; the walk ends when the signal aborts. */
export interface VerifyWish {
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  readonly signal?: AbortSignal;
  /** Told after each piece how many rows were compared. */
  readonly progress?: (checked: number) => Promise<void>;
}

const page = 5_000;

/** Walks the chain of a stream, from its beginning or from the end of the day before, and names the first row that was changed, removed, added, moved or cut off. */
export async function verifyStream(db: Db, secrets: Secrets, stream: Stream, wish: VerifyWish = {}): Promise<Verdict> {
  for (;;) {
    const gaps = await gapsNow(db, stream);
    const verdict = await verifyOnce({ db, secrets, stream }, wish);
    // A month that went, or came back, while the chain was walked is no damage.
    if (!verdict.damage || gaps === (await gapsNow(db, stream))) return verdict;
  }
}

async function gapsNow(db: Db, stream: Stream): Promise<string> {
  const rows = await db.selectFrom('audit_gap').select(['from_seq', 'to_seq']).where('stream', '=', stream).orderBy('from_seq').execute();
  return rows.map(({ from_seq, to_seq }) => `${from_seq}-${to_seq}`).join(' ');
}

async function verifyOnce({ db, secrets, stream }: Chain, wish: VerifyWish): Promise<Verdict> {
  const bounds = await boundsOf(db, stream, wish);
  const walk = new Walk({ db, secrets, stream }, wish);
  const damage =
    (await walk.begin(bounds.after)) ??
    (await walk.run(bounds.until)) ??
    (bounds.until === null ? await walk.end() : null) ??
    (await verifyDays({ db, secrets, stream }, bounds)) ??
    (await verifyRoots(db, stream, { after: bounds.after?.seq ?? 0, until: bounds.until?.seq ?? Number.MAX_SAFE_INTEGER }));
  return {
    stream,
    checked: walk.checked,
    unsealed: damage || bounds.until !== null ? 0 : await walk.unsealed(),
    damage,
  };
}

interface Chain {
  db: Db;
  secrets: Secrets;
  stream: Stream;
}

interface Bounds {
  /** The end of the last day before. */
  after: { day: number; seq: number } | null;
  /** The end of the last day; null where the chain is followed to its end. */
  until: { day: number; seq: number } | null;
}

/** Places of whole days: where the end of a day was not noted, more is verified and not less. */
async function boundsOf(db: Db, stream: Stream, { fromDay, toDay }: VerifyWish): Promise<Bounds> {
  const ends = db.selectFrom('audit_day').select(['day', 'seq']).where('stream', '=', stream).limit(1);
  const after = fromDay === undefined ? undefined : await ends.where('day', '<', fromDay).orderBy('day', 'desc').executeTakeFirst();
  const until = toDay === undefined ? undefined : await ends.where('day', '>=', toDay).orderBy('day').executeTakeFirst();
  return { after: after ?? null, until: until ?? null };
}

class Walk {
  readonly #chain: Chain;
  readonly #wish: VerifyWish;
  seq = 0;
  checked = 0;
  #gaps: ReadonlyMap<number, AuditGapTable> = new Map();
  #hash: Buffer = beginning.hash;
  #place: { tx: number; id: string } = beginning;
  #day: number | null = null;
  #keyId: string | undefined;
  #waiting: SealedRow[] = [];
  readonly #blocks: BlockCheck;

  constructor(chain: Chain, wish: VerifyWish) {
    this.#chain = chain;
    this.#wish = wish;
    this.#blocks = new BlockCheck(chain.db, chain.stream);
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
    if (around) return this.#enter(around);
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
    for (;;) {
      this.#wish.signal?.throwIfAborted();
      const seals = await this.#chain.db
        .selectFrom('audit_seal')
        .selectAll()
        .where('stream', '=', this.#chain.stream)
        .where('seq', '>', this.seq)
        .where('seq', '<=', last)
        .orderBy('seq')
        .limit(page)
        .execute();
      await this.#blocks.load(seals);
      for (const seal of seals) {
        const broken = this.#skip(seal.seq);
        if (broken) return broken;
        // Rows that went after their time: their seals stand until they are removed too.
        if (seal.seq <= this.seq) continue;
        const damage = this.#compare(seal, await this.#nextRow());
        if (damage) return this.#moved(damage, seal);
      }
      await this.#wish.progress?.(this.checked);
      if (seals.length === page) continue;
      const broken = this.#skip(last);
      if (broken) return broken;
      return until && this.seq < last ? { what: 'seal', seq: this.seq + 1, rowId: null, at: null, day: until.day } : null;
    }
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

  async #nextRow(): Promise<SealedRow | undefined> {
    if (this.#waiting.length === 0)
      this.#waiting = (await rowsAfter(this.#chain.stream, this.#place, page).execute(this.#chain.db)).rows.toReversed();
    return this.#waiting.at(-1);
  }

  #compare(seal: AuditSealTable, row: SealedRow | undefined): Verdict['damage'] {
    const place = { seq: seal.seq, rowId: seal.row_id, at: row?.id === seal.row_id ? row.at : null, day: seal.day };
    if (seal.seq !== this.seq + 1) return { ...place, what: 'seal', seq: this.seq + 1, rowId: null, at: null };
    const order = row ? row.tx - seal.tx || (row.id < seal.row_id ? -1 : row.id > seal.row_id ? 1 : 0) : 1;
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
    if (damage.what !== 'removed' && damage.what !== 'added') return damage;
    const { rows } =
      damage.what === 'removed'
        ? await sql`select from ${sql.table(stream)} where id = ${row_id}::uuid limit 1`.execute(db)
        : await sql`select from audit_seal where stream = ${stream} and seq > ${this.seq} and row_id = ${damage.rowId}::uuid limit 1`.execute(
            db,
          );
    return rows.length === 0 ? damage : { ...damage, what: 'reordered' };
  }

  /** The signed end: says so when rows and seals were cut off together. */
  async end(): Promise<Verdict['damage']> {
    const { db, secrets, stream } = this.#chain;
    const from = this.seq;
    const head = await db.selectFrom('audit_head').selectAll().where('stream', '=', stream).executeTakeFirst();
    const place = { rowId: null, at: null, day: this.#day };
    if (!head) return this.seq === 0 ? null : { what: 'head', seq: this.seq, ...place };
    if (!signatureOf(secrets, stream, head, head.key_id).equals(head.mac)) return { what: 'head', seq: this.seq + 1, ...place };
    // What was sealed since the walk came to its end.
    if (head.seq > from) {
      const damage = await this.run(null);
      if (damage) return damage;
      return this.seq > from ? this.end() : { what: 'truncated', seq: from + 1, ...place };
    }
    return head.seq === this.seq && head.hash.equals(this.#hash) ? null : { what: 'head', seq: this.seq + 1, ...place };
  }

  /** Rows after the last seal. */
  async unsealed(): Promise<number> {
    let [count, place] = [0, this.#place];
    for (;;) {
      const { rows } = await rowsAfter(this.#chain.stream, place, page).execute(this.#chain.db);
      count += rows.length;
      const last = rows.at(-1);
      if (!last || rows.length < page) return count;
      place = { tx: last.tx, id: last.id };
    }
  }
}

async function verifyDays({ db, secrets, stream }: Chain, { after, until }: Bounds): Promise<Verdict['damage']> {
  const days = await db
    .selectFrom('audit_day')
    .leftJoin('audit_seal', (join) =>
      join.onRef('audit_seal.stream', '=', 'audit_day.stream').onRef('audit_seal.seq', '=', 'audit_day.seq'),
    )
    // A day whose rows went keeps its signed end.
    .leftJoin('audit_gap', (join) =>
      join
        .onRef('audit_gap.stream', '=', 'audit_day.stream')
        .onRef('audit_gap.from_seq', '<=', 'audit_day.seq')
        .onRef('audit_gap.to_seq', '>=', 'audit_day.seq'),
    )
    .select(['audit_day.day', 'audit_day.seq', 'audit_day.hash', 'audit_day.mac', 'audit_day.key_id', 'audit_seal.hash as sealed'])
    .select(['audit_gap.to_seq as gone', 'audit_gap.hash as gap_hash'])
    .where('audit_day.stream', '=', stream)
    .where('audit_day.day', '>=', after?.day ?? 0)
    .where('audit_day.seq', '<=', until?.seq ?? Number.MAX_SAFE_INTEGER)
    .orderBy('audit_day.day')
    .execute();
  const bad = days.find(
    (day) =>
      !(day.sealed?.equals(day.hash) ?? (day.gone !== null && (day.gone !== day.seq || (day.gap_hash?.equals(day.hash) ?? false)))) ||
      !signatureOf(secrets, `${stream} ${day.day}`, day, day.key_id).equals(day.mac),
  );
  return bad ? { what: 'day', seq: bad.seq, rowId: null, at: null, day: bad.day } : null;
}

async function verifyRoots(db: Db, stream: Stream, places: { after: number; until: number }): Promise<Verdict['damage']> {
  const bad = await brokenRoot(db, stream, places);
  return bad && { what: 'root', seq: bad.seq, rowId: null, at: null, day: bad.day };
}
