import { expect, test } from 'vitest';
import { overlaps, parseAddress, parseSegment, segmentText, type Span } from './network.ts';
import { holds, spanSet } from './span-set.ts';

const shown = (text: string): string | undefined => {
  const span = parseSegment(text);
  return span && segmentText(span);
};

test.each([
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['10.0.0.1', '10.0.0.1'],
  ['10.0.0.1/32', '10.0.0.1'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['255.255.255.255', '255.255.255.255'],
  ['10.0.0.1 - 10.0.0.9', '10.0.0.1-10.0.0.9'],
  ['10.0.0.0–10.0.0.255', '10.0.0.0/24'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1'],
  ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ['::ffff:10.0.0.1-10.0.0.3', '10.0.0.1-10.0.0.3'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:db8::1-2001:db8::ff', '2001:db8::1-2001:db8::ff'],
  ['::/0', '::/0'],
])('%s is the segment %s', (text, expected) => expect(shown(text)).toBe(expected));

test.each([
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.0/1e1',
  '10.0.0',
  '10.0.0.256',
  '010.0.0.1',
  '0x0a000001',
  '167772161',
  '10.0.0.9-10.0.0.1',
  '10.0.0.1-',
  '-10.0.0.1',
  '10.0.0.1-2001:db8::1',
  '10.0.0.1-10.0.0.2-10.0.0.3',
  '10.0.0.0/8-10.0.0.9',
  '2001:db8::/129',
  'fe80::1%eth0',
  ':::',
  '2001:db8::2-2001:db8::1',
  '::ffff:10.0.0.0/95',
  '::ffff:10.0.0.0/129',
  '',
  'office',
  '10.0.0.1,10.0.0.2',
])('%s is no segment', (text) => expect(shown(text)).toBeUndefined());

test('What is shown of a segment is read as the same segment', () => {
  for (let round = 0; round < 3000; round += 1) {
    const span = randomSpan();
    expect(parseSegment(segmentText(span))).toEqual(span);
  }
});

test('A set holds an address just where one of its segments does', () => {
  for (let round = 0; round < 300; round += 1) {
    const spans = Array.from({ length: round % 40 }, randomSpan);
    const set = spanSet(spans);
    const asked = [...spans.flatMap(edges), ...Array.from({ length: 20 }, () => one(randomSpan()))];
    for (const address of asked) expect(holds(set, address)).toBe(spans.some((span) => overlaps(span, address)));
  }
});

test('IPv4 is not inside of IPv6, and an unknown address is outside of everything', () => {
  const everything = spanSet([parseSegment('::/0')!]);
  expect(holds(everything, parseAddress('2001:db8::1'))).toBe(true);
  expect(holds(everything, parseAddress('10.0.0.1'))).toBe(false);
  for (const text of [null, undefined, '', 'unknown', '10.0.0.0/8', 'fe80::1%eth0'])
    expect(holds(spanSet([parseSegment('0.0.0.0/0')!, parseSegment('::/0')!]), parseAddress(text))).toBe(false);
  expect(holds(spanSet([parseSegment('10.0.0.0/8')!]), parseAddress('::ffff:10.200.0.1'))).toBe(true);
});

let seed = 7;
/** Always the same numbers below a limit, so that a failing case can be seen again. */
function random(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * limit);
}

function randomSpan(): Span {
  if (random(3) > 0) {
    const from = random(2 ** 12) + 0x0a_00_00_00;
    return { family: 4, from, to: from + random(100) };
  }
  // Not in the part of IPv6 that is read as IPv4.
  const from = (0x2001_0db8n << 96n) + BigInt(random(2 ** 12));
  return { family: 6, from, to: from + BigInt(random(100)) };
}

const at = (span: Span, value: number | bigint): Span =>
  span.family === 4 ? { family: 4, from: Number(value), to: Number(value) } : { family: 6, from: BigInt(value), to: BigInt(value) };
const one = (span: Span): Span => at(span, span.from);

/** The first and last address, and those just outside. */
const edges = (span: Span): Span[] =>
  span.family === 4
    ? [span.from, span.to, span.from - 1, span.to + 1].map((value) => at(span, value))
    : [span.from, span.to, span.from - 1n, span.to + 1n].map((value) => at(span, value));
