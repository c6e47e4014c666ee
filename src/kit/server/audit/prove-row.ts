import type { Db } from '../directory.ts';
import { blocksOf, signedText } from './day-root.ts';
import { gapAt, goneRows } from './gaps.ts';
import { leafOf, treePath, treeRoot, type Neighbour } from './hash-tree.ts';
import type { Selectable } from 'kysely';
import type { AuditBlockTable, AuditRootTable } from './root.table.ts';
import { publicKeys, type PublicKey } from './signing-key.ts';
import { beginning, rowsAfter, type Stream } from './streams.ts';

/** Proof of one row for a reader who has only the public key. */
export interface RowProof {
  readonly block: { readonly first: number; readonly last: number };
  /** From the row's leaf to the root of its day. */
  readonly path: readonly Neighbour[];
  readonly day: Selectable<AuditRootTable>;
  /** What was signed. */
  readonly signed: string;
  readonly key: PublicKey;
}

/** Why there is none: the day goes on; the row was sealed before days were signed for outsiders; rows of its block went after their time; its block is not as it was sealed. */
export type NoProof = 'dayOpen' | 'older' | 'purged' | 'damaged';

/** The proof of the row at a place of the chain. */
export const proveRow = (db: Db, stream: Stream, seq: number): Promise<RowProof | NoProof> => openProver(db, stream)(seq);

/** Proves rows one after another: what the rows of one block have in common is read once, where they come in the order of the chain. */
export function openProver(db: Db, stream: Stream): (seq: number) => Promise<RowProof | NoProof> {
  let known: { block: AuditBlockTable; shared: Shared | NoProof } | undefined;
  return async (seq) => {
    if (!known || seq < known.block.first_seq || seq > known.block.last_seq) {
      const [block] = await blocksOf(db, stream, { first: seq, last: seq });
      if (!block) return 'older';
      known = { block, shared: await sharedOf(db, stream, block) };
    }
    const { block, shared } = known;
    if (typeof shared === 'string') return shared;
    const { leaves, up, day, key } = shared;
    return {
      block: { first: block.first_seq, last: block.last_seq },
      path: [...treePath(leaves, seq - block.first_seq), ...up],
      day,
      signed: signedText(day),
      key,
    };
  };
}

/** What the proofs of all rows of a block have in common. */
interface Shared {
  leaves: readonly Buffer[];
  /** From the root of the block to that of its day. */
  up: readonly Neighbour[];
  day: Selectable<AuditRootTable>;
  key: PublicKey;
}

async function sharedOf(db: Db, stream: Stream, block: AuditBlockTable): Promise<Shared | NoProof> {
  const day = await db
    .selectFrom('audit_root')
    .selectAll()
    .where('stream', '=', stream)
    .where('first_seq', '<=', block.first_seq)
    .where('last_seq', '>=', block.last_seq)
    .executeTakeFirst();
  if (!day) return 'dayOpen';
  // Held rows stay; the others of their block are in its archive.
  if ((await goneRows(db, stream, { first: block.first_seq, last: block.last_seq })) > 0) return 'purged';
  const key = (await publicKeys(db)).find(({ id }) => id === day.key_id);
  const leaves = await leavesOf(db, stream, { first: block.first_seq, last: block.last_seq });
  if (!key || !leaves || !treeRoot(leaves).equals(block.hash)) return 'damaged';
  const blocks = await blocksOf(db, stream, { first: day.first_seq, last: day.last_seq });
  const hashes = blocks.map(({ hash }) => hash);
  const at = blocks.findIndex(({ last_seq }) => last_seq === block.last_seq);
  if (at < 0 || !treeRoot(hashes).equals(day.root)) return 'damaged';
  return { leaves, up: treePath(hashes, at), day, key };
}

/** Leaves of the rows of a block as they stand now; undefined where there are not as many as were sealed. */
async function leavesOf(db: Db, stream: Stream, { first, last }: { first: number; last: number }): Promise<Buffer[] | undefined> {
  const seals = db.selectFrom('audit_seal').select(['tx', 'row_id', 'seq']).where('stream', '=', stream);
  const before =
    first === 1 ? undefined : ((await seals.where('seq', '=', first - 1).executeTakeFirst()) ?? (await gapAt(db, stream, first - 1)));
  if (first > 1 && !before) return undefined;
  const place = before ? { tx: before.tx, id: before.row_id } : beginning;
  const { rows } = await rowsAfter(stream, place, last - first + 1).execute(db);
  return rows.length === last - first + 1 ? rows.map(({ digest }) => leafOf(digest)) : undefined;
}
