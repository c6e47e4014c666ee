import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import './audit.table.ts';
import type { AuditSealTable } from './audit.table.ts';
import { rowsAsBytes, rowsBetween, type RowBytes, type SealedRow, type Stream } from './streams.ts';

/** Seals that are read at once. */
const pieceSeals = 10_000;

/** A place in the order of sealing. */
export interface RowPlace {
  readonly tx: number;
  readonly id: string;
}

/** Seals that follow each other, as bytes one after another. */
interface SealBytes {
  count: number;
  first: number;
  last: number;
  /** Day of the last. */
  day: number;
  hashes: Buffer;
  ids: Buffer;
  txs: Buffer;
  /** Keys, where they change. */
  keys: Readonly<Record<string, string>>;
}

/** A piece of a chain: seals, and the rows that stand after the piece before and up to the last of them. */
export interface Piece {
  readonly seals: SealBytes;
  readonly rows: RowBytes;
  /** After which seal and which row it begins. */
  readonly after: { readonly seq: number; readonly row: RowPlace };
  /** Where its last row stands. */
  readonly end: RowPlace;
}

interface Requested {
  db: Db;
  stream: Stream;
  /** The last seal that is read. */
  last: number;
}

/** Pieces that are read while one is compared: the database hashes rows longer than they take to be compared. */
const aheadPieces = 2;

/** A piece whose rows are on their way. */
type Begun = Omit<Piece, 'rows'>;

/** Reads a chain piece by piece: while one is compared the next ones are on their way. */
export class Pieces {
  readonly #request: Requested;
  readonly #ahead: Promise<Piece | undefined>[] = [];
  #last: Promise<Begun | undefined>;

  constructor(request: Requested, after: Piece['after']) {
    this.#request = request;
    this.#last = ahead(sealsAfter(request, after));
    this.#add(this.#last);
  }

  /** The next piece; undefined after the last there is now. */
  async next(): Promise<Piece | undefined> {
    while (this.#ahead.length <= aheadPieces) this.#add(ahead(this.#following(this.#last)));
    return this.#ahead.shift();
  }

  async #following(before: Promise<Begun | undefined>): Promise<Begun | undefined> {
    const begun = await before;
    if (!begun || begun.seals.count < pieceSeals) return undefined;
    return sealsAfter(this.#request, { seq: begun.seals.last, row: begun.end });
  }

  #add(seals: Promise<Begun | undefined>): void {
    this.#last = seals;
    this.#ahead.push(ahead(this.#withRows(seals)));
  }

  async #withRows(seals: Promise<Begun | undefined>): Promise<Piece | undefined> {
    const begun = await seals;
    if (!begun) return undefined;
    const span = { after: begun.after.row, end: begun.end, limit: begun.seals.count + 1 };
    const { rows } = await rowsAsBytes(this.#request.stream, span).execute(this.#request.db);
    return { ...begun, rows: rows[0] ?? noRows };
  }
}

/** Whether it failed is told to who waits for it; somebody may not come to that. */
function ahead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

async function sealsAfter({ db, stream, last }: Requested, after: Piece['after']): Promise<Begun | undefined> {
  const {
    rows: [seals],
  } = await sql<SealBytes>`select count(*)::int as count, min(seq) as first, max(seq) as last, (array_agg(day order by seq desc))[1] as day,
      string_agg(hash, ''::bytea order by seq) as hashes, string_agg(uuid_send(row_id), ''::bytea order by seq) as ids,
      string_agg(int8send(tx), ''::bytea order by seq) as txs, coalesce(json_object_agg(seq, key_id) filter (where key_id is not null), '{}') as keys
    from (select * from audit_seal where stream = ${stream} and seq > ${after.seq} and seq <= ${last} order by seq limit ${pieceSeals}) as piece`.execute(
    db,
  );
  if (!seals || seals.count === 0) return undefined;
  return { seals, after, end: { tx: Number(seals.txs.readBigInt64BE(seals.txs.length - 8)), id: uuidOf(seals.ids.subarray(-16)) } };
}

const noRows: RowBytes = { count: 0, ids: Buffer.alloc(0), txs: Buffer.alloc(0), digests: Buffer.alloc(0) };

/** The same piece one by one, to name what is wrong with it. */
export async function spelled(
  db: Db,
  stream: Stream,
  { seals: { last }, after }: Piece,
): Promise<{ seals: AuditSealTable[]; rows: SealedRow[] }> {
  const seals = await db
    .selectFrom('audit_seal')
    .selectAll()
    .where('stream', '=', stream)
    .where('seq', '>', after.seq)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute();
  // The last of them, whatever somebody made of their order.
  const end = seals.reduce<RowPlace>(
    (most, { tx, row_id: id }) => (tx > most.tx || (tx === most.tx && id > most.id) ? { tx, id } : most),
    after.row,
  );
  const { rows } = await rowsBetween(stream, { after: after.row, end, limit: seals.length + 1 }).execute(db);
  return { seals, rows };
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
