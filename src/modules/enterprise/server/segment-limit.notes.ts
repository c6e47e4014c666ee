import type { SegmentLimitDetail } from '../common/segment-limit.contract.ts';
import type { SegmentLimitTable } from './limits.table.ts';
import { overlaps, parseSegment, segmentText, type Span } from '#platform/network/network.ts';
import { spansOf } from './limits/read-book.ts';
import { meet, type SpanSet } from '#platform/network/span-set.ts';

type Note = SegmentLimitDetail['notes'][number];
type Facts = Pick<
  SegmentLimitTable,
  'id' | 'name' | 'segments' | 'actions' | 'effect' | 'terminal_types' | 'time_window' | 'priority' | 'enabled'
>;

const mostNotes = 20;

/** What is odd about a limit: its own segments that share addresses, limits before it that leave it nothing, and others about the same addresses. */
export function notesOf(limit: Facts, others: readonly Facts[]): Note[] {
  const own = spansOf(limit.segments.map(({ value }) => value));
  const beside = others
    .filter((other) => other.enabled && other.id !== limit.id && meets(limit, other))
    .map((other) => noteOf(limit, own, other));
  return [...doubled(limit), ...beside.flatMap((note) => note ?? [])].slice(0, mostNotes);
}

function noteOf(limit: Facts, own: SpanSet, other: Facts): Note | undefined {
  const isBefore = other.priority < limit.priority || (other.priority === limit.priority && other.id < limit.id);
  if (isBefore && covers(other, limit)) return { kind: 'hidden', other: other.name };
  if (!meet(own, spansOf(other.segments.map(({ value }) => value)))) return undefined;
  return { kind: other.effect === limit.effect ? 'shares' : 'contrary', other: other.name };
}

/** Whether some action on some terminal is meant by both. */
const meets = (one: Facts, other: Facts): boolean =>
  one.actions.some((action) => other.actions.includes(action)) &&
  one.terminal_types.some((terminal) => other.terminal_types.includes(terminal));

/** Whether the first is asked wherever the second would be. */
const covers = (one: Facts, other: Facts): boolean =>
  other.actions.every((action) => one.actions.includes(action)) &&
  other.terminal_types.every((terminal) => one.terminal_types.includes(terminal)) &&
  (one.time_window === null || JSON.stringify(one.time_window) === JSON.stringify(other.time_window));

/** Segments of one limit that share addresses. */
function doubled({ segments }: Facts): Note[] {
  const sorted = segments
    .flatMap(({ value }) => parseSegment(value) ?? [])
    .toSorted((one, other) => one.family - other.family || (one.from < other.from ? -1 : Number(one.from > other.from)));
  const notes: Note[] = [];
  let widest: Span | undefined;
  for (const span of sorted) {
    if (widest && overlaps(widest, span)) notes.push({ kind: 'inside', other: `${segmentText(widest)}, ${segmentText(span)}` });
    if (!widest || widest.family !== span.family || span.to > widest.to) widest = span;
  }
  return notes;
}
