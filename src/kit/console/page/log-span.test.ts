import { expect, test } from 'vitest';
import { filtersOf, spanOf, widerThan } from './log-span.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;

test('the span that is searched is told: what was chosen, else what the server looks through by itself', () => {
  const searched = { from: now - day, to: now };
  expect(spanOf({ from: undefined, to: undefined, searched, now })).toEqual({ hours: 24 });
  expect(spanOf({ from: undefined, to: undefined, searched: undefined, now })).toBe('all');
  expect(spanOf({ from: undefined, to: undefined, searched: { from: 0, to: now }, now })).toBe('all');
  expect(spanOf({ from: 0, to: undefined, searched, now })).toBe('all');
  expect(spanOf({ from: now - 30 * day, to: undefined, searched, now })).toEqual({ hours: 720 });
  // What was the last hour when the page was opened is a span of one's own an hour later.
  expect(spanOf({ from: now - 3_600_000, to: undefined, searched, now: now + 3_600_000 })).toBe('own');
  expect(spanOf({ from: now - day, to: now, searched, now })).toBe('own');
});

test('an empty span offers the wider ones, and choosing one searches it', () => {
  expect(widerThan({ hours: 24 })).toEqual([{ hours: 720 }, 'all']);
  expect(widerThan({ hours: 720 })).toEqual([{ hours: 8760 }, 'all']);
  expect(widerThan('own')).toEqual([{ hours: 720 }, 'all']);
  expect(widerThan('all')).toEqual([]);
  expect(filtersOf('all', now, true)).toEqual({ from: 0, to: undefined });
  expect(filtersOf('all', now, false)).toEqual({ from: undefined, to: undefined });
  expect(filtersOf({ hours: 24 }, now, true)).toEqual({ from: now - day, to: undefined });
});
