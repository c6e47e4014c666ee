import { hash } from 'node:crypto';

/** A neighbour on the way from a leaf to the root, and on which side it stands. */
export interface Neighbour {
  readonly side: 'left' | 'right';
  readonly hash: Buffer;
}

// As text of one sign a byte: an answer in bytes costs three times as much, and there are millions of them.
const hashOf = (bytes: Uint8Array): Buffer => Buffer.from(hash('sha256', bytes, 'binary'), 'latin1');

// A leaf can't be taken for a node, nor a node for a leaf (RFC 6962, 2.1). Written over again for each.
const leaf = Buffer.alloc(33, 0);
const node = Buffer.alloc(65, 1);

/** The leaf of a row: SHA-256 over a zero byte and the row's digest. */
export function leafOf(digest: Buffer): Buffer {
  if (digest.length !== 32) throw new RangeError('A digest has 32 bytes');
  leaf.set(digest, 1);
  return hashOf(leaf);
}

function nodeOf(left: Buffer, right: Buffer): Buffer {
  node.set(left, 1);
  node.set(right, 33);
  return hashOf(node);
}

/** One level up: neighbours are hashed after a byte of one; who has none goes up as it is. */
function above(hashes: readonly Buffer[]): Buffer[] {
  const next: Buffer[] = [];
  for (let at = 0; at < hashes.length; at += 2) {
    const [left, right] = [hashes[at], hashes[at + 1]];
    if (left) next.push(right ? nodeOf(left, right) : left);
  }
  return next;
}

/** The root of a tree over these hashes. */
export function treeRoot(hashes: readonly Buffer[]): Buffer {
  let level = [...hashes];
  while (level.length > 1) level = above(level);
  return level[0] ?? hashOf(Buffer.alloc(0));
}

/** The neighbours that lead from one of the hashes to the root. */
export function treePath(hashes: readonly Buffer[], index: number): Neighbour[] {
  const path: Neighbour[] = [];
  let [level, at] = [[...hashes], index];
  while (level.length > 1) {
    const neighbour = level[at ^ 1];
    if (neighbour) path.push({ side: at % 2 === 0 ? 'right' : 'left', hash: neighbour });
    [level, at] = [above(level), at >> 1];
  }
  return path;
}
