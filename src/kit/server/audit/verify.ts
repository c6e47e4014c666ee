import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db } from '../directory.ts';
import './audit.table.ts';
import type { AuditSealTable } from './audit.table.ts';
import { beginning, linkOf, rowsAfter, signatureOf, type SealedRow, type Stream } from './streams.ts';

/** changed: the row or its seal was edited; removed; added: not sealed although later ones are; seal: a seal is missing; truncated: the end was cut off; head, day: a signature does not fit. */
export type Damage = 'changed' | 'removed' | 'added' | 'seal' | 'truncated' | 'head' | 'day';

/** What a verification found in one stream. */
export interface Verdict {
  stream: Stream;
  /** Sealed rows that were compared. */
  checked: number;
  /** Rows of the last moments that are not sealed yet. */
  unsealed: number;
  /** The first damage: what happened, to which row, at which place of the chain. */
  damage: { what: Damage; seq: number; rowId: string | null; at: number | null } | null;
}

const page = 5_000;

/** Walks the chain of a stream from its beginning and names the first row that was changed, removed, added or cut off. */
export async function verifyStream(db: Db, secrets: Secrets, stream: Stream): Promise<Verdict> {
  const walk = new Walk(db, secrets, stream);
  const damage = (await walk.run()) ?? (await walk.end()) ?? (await verifyDays(db, secrets, stream));
  return { stream, checked: walk.seq, unsealed: damage ? 0 : await walk.unsealed(), damage };
}

class Walk {
  readonly #db: Db;
  readonly #secrets: Secrets;
  readonly #stream: Stream;
  seq = 0;
  #hash: Buffer = beginning.hash;
  #place: { tx: number; id: string } = beginning;
  #keyId: string | undefined;
  #waiting: SealedRow[] = [];

  constructor(db: Db, secrets: Secrets, stream: Stream) {
    this.#db = db;
    this.#secrets = secrets;
    this.#stream = stream;
  }

  async run(): Promise<Verdict['damage']> {
    for (;;) {
      const seals = await this.#db
        .selectFrom('audit_seal')
        .selectAll()
        .where('stream', '=', this.#stream)
        .where('seq', '>', this.seq)
        .orderBy('seq')
        .limit(page)
        .execute();
      for (const seal of seals) {
        const damage = this.#compare(seal, await this.#nextRow());
        if (damage) return damage;
      }
      if (seals.length < page) return null;
    }
  }

  async #nextRow(): Promise<SealedRow | undefined> {
    if (this.#waiting.length === 0) this.#waiting = (await rowsAfter(this.#stream, this.#place, page).execute(this.#db)).rows.toReversed();
    return this.#waiting.at(-1);
  }

  #compare(seal: AuditSealTable, row: SealedRow | undefined): Verdict['damage'] {
    const place = { seq: seal.seq, rowId: seal.row_id, at: row?.id === seal.row_id ? row.at : null };
    if (seal.seq !== this.seq + 1) return { what: 'seal', seq: this.seq + 1, rowId: null, at: null };
    const order = row ? row.tx - seal.tx || (row.id < seal.row_id ? -1 : row.id > seal.row_id ? 1 : 0) : 1;
    if (order > 0) return { what: 'removed', ...place };
    if (order < 0 && row) return { what: 'added', seq: seal.seq, rowId: row.id, at: row.at };
    this.#keyId = seal.key_id ?? this.#keyId;
    const hash = linkOf(this.#secrets, { before: this.#hash, seq: seal.seq, row: row! }, this.#keyId);
    if (!hash.equals(seal.hash)) return { what: 'changed', ...place };
    this.seq = seal.seq;
    this.#hash = hash;
    this.#place = { tx: seal.tx, id: seal.row_id };
    this.#waiting.pop();
    return null;
  }

  /** The signed end: says so when rows and seals were cut off together. */
  async end(): Promise<Verdict['damage']> {
    const head = await this.#db.selectFrom('audit_head').selectAll().where('stream', '=', this.#stream).executeTakeFirst();
    if (!head) return this.seq === 0 ? null : { what: 'head', seq: this.seq, rowId: null, at: null };
    const place = { seq: this.seq + 1, rowId: null, at: null };
    if (!signatureOf(this.#secrets, this.#stream, head, head.key_id).equals(head.mac)) return { what: 'head', ...place };
    if (head.seq > this.seq) return { what: 'truncated', ...place };
    return head.seq === this.seq && head.hash.equals(this.#hash) ? null : { what: 'head', ...place };
  }

  /** Rows after the last seal. */
  async unsealed(): Promise<number> {
    let [count, place] = [0, this.#place];
    for (;;) {
      const { rows } = await rowsAfter(this.#stream, place, page).execute(this.#db);
      count += rows.length;
      const last = rows.at(-1);
      if (!last || rows.length < page) return count;
      place = { tx: last.tx, id: last.id };
    }
  }
}

async function verifyDays(db: Db, secrets: Secrets, stream: Stream): Promise<Verdict['damage']> {
  const days = await db
    .selectFrom('audit_day')
    .leftJoin('audit_seal', (join) =>
      join.onRef('audit_seal.stream', '=', 'audit_day.stream').onRef('audit_seal.seq', '=', 'audit_day.seq'),
    )
    .select(['audit_day.day', 'audit_day.seq', 'audit_day.hash', 'audit_day.mac', 'audit_day.key_id', 'audit_seal.hash as sealed'])
    .where('audit_day.stream', '=', stream)
    .orderBy('audit_day.day')
    .execute();
  const bad = days.find(
    (day) => !day.sealed?.equals(day.hash) || !signatureOf(secrets, `${stream} ${day.day}`, day, day.key_id).equals(day.mac),
  );
  return bad ? { what: 'day', seq: bad.seq, rowId: null, at: null } : null;
}
