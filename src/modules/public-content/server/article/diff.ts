import type { Reply } from '#kit/common/contract.ts';
import type { articleDiff, DiffBlock } from '../../common/article-reading.contract.ts';
import { plainTextOf, type BodyNode } from '../../common/body.ts';

/** One side of a comparison. */
export interface Side {
  readonly title: string;
  readonly digest: string;
  readonly body: BodyNode;
}

const most = 800;

/** Blocks of a body as text; a picture stands as what describes it. */
function blocksOf(body: BodyNode): string[] {
  return (body.content ?? []).map((node) => {
    if (node.type === 'horizontalRule') return '———';
    if (node.type === 'picture') return `▣ ${[node.attrs?.['alt'], node.attrs?.['caption']].filter(Boolean).join(' · ')}`;
    return plainTextOf(node);
  });
}

const line = (left: string, right: string): DiffBlock => ({ kind: left === right ? 'same' : 'changed', left, right });

/** Lengths of the longest common sequences from each place on. */
function lengthsOf(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let at = left.length - 1; at >= 0; at -= 1)
    for (let to = right.length - 1; to >= 0; to -= 1)
      lengths[at]![to] = left[at] === right[to] ? lengths[at + 1]![to + 1]! + 1 : Math.max(lengths[at + 1]![to]!, lengths[at]![to + 1]!);
  return lengths;
}

/** Blocks side by side: what was removed right before something was added stands beside it as changed. */
function sideBySide(left: readonly string[], right: readonly string[]): DiffBlock[] {
  const lengths = lengthsOf(left, right);
  const found: DiffBlock[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [was, is] = [removed[at], added[at]];
      found.push({ kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', left: was ?? '', right: is ?? '' });
    }
    [removed, added] = [[], []];
  };
  for (let at = 0, to = 0; at < left.length || to < right.length;) {
    if (at < left.length && to < right.length && left[at] === right[to]) {
      flush();
      found.push({ kind: 'same', left: left[at]!, right: right[to]! });
      [at, to] = [at + 1, to + 1];
    } else if (to >= right.length || (at < left.length && lengths[at + 1]![to]! >= lengths[at]![to + 1]!)) removed.push(left[at++]!);
    else added.push(right[to++]!);
  }
  flush();
  return found;
}

/** Two texts side by side, block by block; of very long ones the first 800 blocks. */
export function diffOf(left: Side, right: Side): Reply<typeof articleDiff> {
  return {
    title: line(left.title, right.title),
    digest: line(left.digest, right.digest),
    blocks: sideBySide(blocksOf(left.body).slice(0, most), blocksOf(right.body).slice(0, most)),
  };
}
