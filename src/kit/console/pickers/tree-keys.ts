import type { KeyboardEvent } from 'react';
import type { Step, TreeRow } from './tree-rows.ts';

/** What a key asks a tree to do. */
export type TreeRequest =
  | { to: string }
  | { toggle: string; open: boolean }
  | { choose: string }
  | { step: Step; id: string }
  | { moveTo: string };

const steps: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' };

/** Reads a key as the pattern for trees has it (WAI-ARIA Authoring Practices, tree view), with Alt and an arrow for moving a node and Alt+M for choosing where to. */
export function requestOf(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  rows: readonly TreeRow[],
  active: string | undefined,
): TreeRequest | undefined {
  const at = rows.findIndex(({ choice }) => choice.id === active);
  const row = rows[at];
  const to = (line: TreeRow | undefined): TreeRequest | undefined => line && { to: line.choice.id };
  if (!row) return to(rows[0]);
  const { id, leaf, disabled } = row.choice;
  if (event.ctrlKey || event.metaKey) return undefined;
  if (event.altKey) {
    const step = steps[event.key];
    if (event.key.toLowerCase() === 'm') return { moveTo: id };
    return step && { step, id };
  }
  switch (event.key) {
    case 'ArrowDown':
      return to(rows[at + 1]);
    case 'ArrowUp':
      return to(rows[at - 1]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows.at(-1));
    case 'ArrowRight':
      if (leaf) return undefined;
      return row.open ? to(rows[at + 1]) : { toggle: id, open: true };
    case 'ArrowLeft':
      return row.open ? { toggle: id, open: false } : to(rows.find(({ choice }) => choice.id === row.parentId));
    case 'Enter':
    case ' ':
      return disabled === undefined ? { choose: id } : undefined;
    default:
      return event.key.length === 1 ? to(nextNamed(rows, at, event.key)) : undefined;
  }
}

/** The next line whose name begins with what was typed, from the top again at the end. */
function nextNamed(rows: readonly TreeRow[], at: number, letter: string): TreeRow | undefined {
  const begins = ({ choice }: TreeRow): boolean => choice.name.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
  return rows.slice(at + 1).find(begins) ?? rows.slice(0, at).find(begins);
}
