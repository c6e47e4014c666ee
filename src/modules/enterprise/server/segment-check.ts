import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { segmentCheck } from '../common/segment-limit.contract.ts';
import { parseAddress, parseSegment, segmentText, type Span } from '#platform/network/network.ts';
import { holds, spanSet } from '#platform/network/span-set.ts';

interface Read {
  line: number;
  value: string;
  note: string;
  span: Span;
}

/** Reads a pasted list: what is a network, in the way it is stored; what is none, and what says nothing beside another, by its line. */
function checkSegments({ segments, address }: Parsed<typeof segmentCheck>): Reply<typeof segmentCheck> {
  const wrong: { line: number; value: string }[] = [];
  const read: Read[] = [];
  for (const [index, { value, note }] of segments.entries()) {
    const span = parseSegment(value);
    if (span) read.push({ line: index + 1, value: segmentText(span), note, span });
    else wrong.push({ line: index + 1, value });
  }
  const within = heldByOthers(read);
  const asked = parseAddress(address);
  return {
    segments: read.filter(({ line }) => !within.has(line)).map(({ value, note }) => ({ value, note })),
    wrong,
    doubled: read.flatMap(({ line, value }) => {
      const holder = within.get(line);
      return holder === undefined ? [] : [{ line, value, within: holder }];
    }),
    inside: address === '' ? null : holds(spanSet(read.map(({ span }) => span)), asked),
    by: (asked && read.find(({ span }) => holds(spanSet([span]), asked))?.value) ?? null,
    known: address === '' || asked !== undefined,
  };
}

/** The lines whose every address another line has too, with that one; of two equal ones the later. */
function heldByOthers(read: readonly Read[]): Map<number, string> {
  const sorted = read.toSorted(
    (one, other) => one.span.family - other.span.family || compare(one.span.from, other.span.from) || compare(other.span.to, one.span.to),
  );
  const held = new Map<number, string>();
  let widest: Read | undefined;
  for (const one of sorted) {
    if (widest && widest.span.family === one.span.family && one.span.to <= widest.span.to) held.set(one.line, widest.value);
    else widest = one;
  }
  return held;
}

const compare = (one: number | bigint, other: number | bigint): number => (one < other ? -1 : Number(one > other));

/** The check of a pasted list. */
export const segmentChecks: readonly BoundRoute[] = [handle(segmentCheck, async (_call, input) => checkSegments(input))];
