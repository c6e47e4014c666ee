import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import { blocksOf, signedText } from './day-root.ts';
import { isAllGone } from './gaps.ts';
import { leafOf, treeRoot } from './hash-tree.ts';
import type { AuditBlockTable } from './root.table.ts';
import { isSigned, publicKeys } from './signing-key.ts';
import type { Stream } from './streams.ts';
import type { Verdict, VerifyRequest } from './verdict.ts';

/** Compares sealed rows with the blocks that bind them for outsiders. Rows sealed before there were blocks belong to none. */
export class BlockCheck {
  readonly #db: Db;
  readonly #stream: Stream;
  /** From this place on every row has a block. */
  #begun: number | undefined;
  readonly #known: number;
  #blocks: AuditBlockTable[] = [];
  #leaves: Buffer[] = [];

  /** `from`: where blocks are known to begin from elsewhere. */
  constructor(db: Db, stream: Stream, from?: number) {
    this.#db = db;
    this.#stream = stream;
    this.#known = from ?? Number.MAX_SAFE_INTEGER;
  }

  /** Reads the blocks of the seals that are looked at next. */
  async load(places: { first: number; last: number }): Promise<void> {
    this.#begun ??= Math.min((await firstPlace(this.#db, this.#stream)) ?? Number.MAX_SAFE_INTEGER, this.#known);
    const [before] = this.#blocks;
    this.#blocks = await blocksOf(this.#db, this.#stream, places);
    if (before?.last_seq !== this.#blocks[0]?.last_seq) this.#leaves = [];
  }

  /** Whether the next rows fit their blocks, from this place on; where one does not it is as if none was looked at. */
  rows(first: number, digests: Buffer): boolean {
    const before = { blocks: [...this.#blocks], leaves: [...this.#leaves] };
    for (let at = 0; at * 32 < digests.length; at++)
      if (!this.row(first + at, digests.subarray(at * 32, at * 32 + 32))) {
        [this.#blocks, this.#leaves] = [before.blocks, before.leaves];
        return false;
      }
    return true;
  }

  /** Whether the next row fits the block it stands in. */
  row(seq: number, digest: Buffer): boolean {
    while (this.#blocks[0] && this.#blocks[0].last_seq < seq) {
      this.#blocks.shift();
      this.#leaves = [];
    }
    const [block] = this.#blocks;
    if (!block || block.first_seq > seq) return seq < (this.#begun ?? Number.MAX_SAFE_INTEGER);
    this.#leaves.push(leafOf(digest));
    if (block.last_seq > seq) return true;
    // A block whose beginning lies before the walk, or of which rows went after their time, can't be computed; its hash is bound by its day.
    return this.#leaves.length !== block.last_seq - block.first_seq + 1 || treeRoot(this.#leaves).equals(block.hash);
  }
}

/** Where the blocks of a log begin, as far as the log itself tells. Roots stay when blocks go. */
export async function firstPlace(db: Db, stream: Stream): Promise<number | undefined> {
  const { rows } = await sql<{ first: number | null }>`select least(
    (select first_seq from audit_root where stream = ${stream} order by day limit 1),
    (select first_seq from audit_block where stream = ${stream} order by last_seq limit 1)) as first`.execute(db);
  return rows[0]?.first ?? undefined;
}

/** The first signed day between two places whose tree or signature does not fit, or that does not follow the day before. */
export async function brokenRoot(
  db: Db,
  stream: Stream,
  { after, until }: { after: number; until: number },
  known: NonNullable<VerifyRequest['known']>,
): Promise<Verdict['damage']> {
  const keys = new Map((await publicKeys(db)).map((key) => [key.id, key]));
  const days = await db
    .selectFrom('audit_root')
    .selectAll()
    .where('stream', '=', stream)
    .where('last_seq', '>', after)
    .where('first_seq', '<=', until)
    .orderBy('day')
    .execute();
  const [first] = days;
  let before = first && (await rootBefore(db, stream, first.day));
  for (const day of days) {
    const blocks = await blocksOf(db, stream, { first: day.first_seq, last: day.last_seq });
    const fits =
      blocks.length === 0
        ? // Its rows went after their time, and its blocks with them.
          await isAllGone(db, stream, { first: day.first_seq, last: day.last_seq })
        : isWhole(blocks, day) && treeRoot(blocks.map(({ hash }) => hash)).equals(day.root);
    const isGood = fits && before?.equals(day.previous_root) && isSigned(keys.get(day.key_id), signedText(day), day.signature);
    const bad = { what: 'root', seq: day.last_seq, rowId: null, at: null, day: day.day } as const;
    if (!isGood && !known(bad)) return bad;
    before = day.root;
  }
  return null;
}

/** Blocks that follow each other from the first row of a day to its last. */
function isWhole(blocks: readonly AuditBlockTable[], day: { first_seq: number; last_seq: number }): boolean {
  return (
    blocks.at(-1)?.last_seq === day.last_seq &&
    blocks.every((block, index) => block.first_seq === (index === 0 ? day.first_seq : (blocks[index - 1]?.last_seq ?? 0) + 1))
  );
}

async function rootBefore(db: Db, stream: Stream, day: number): Promise<Buffer> {
  const roots = db.selectFrom('audit_root').select('root').where('stream', '=', stream).where('day', '<', day);
  return (await roots.orderBy('day', 'desc').limit(1).executeTakeFirst())?.root ?? Buffer.alloc(32);
}
