import { Refusal } from '#kit/server/refusal.ts';
import { parseSegment, segmentText } from '#platform/network/network.ts';
import type { Segment } from '../../common/rule-fields.ts';

/** Segments as they are written everywhere: networks from their first address; what is none stays as it is, and is refused. */
export const tidySegments = (segments: readonly Segment[]): Segment[] =>
  segments.map(({ value, note }) => {
    const span = parseSegment(value);
    return { value: span ? segmentText(span) : value, note };
  });

/** Refuses lines that are no networks (11051 with the line). */
export function assertSegments(segments: readonly { value: string }[]): void {
  for (const [at, { value }] of segments.entries())
    if (!parseSegment(value))
      throw new Refusal(11051, { value: `#${at + 1} ${value}` }, { field: `segments.${at}.value`, line: at + 1, value });
}
