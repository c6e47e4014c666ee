import { expect, test } from 'vitest';
import { replaySpans, type Span } from './replay.ts';
import { digestAt, isOpen, quietUntil } from './round/zone-time.ts';

const minute = 60_000;
const span = (since: number, until: number | null, severity: Span['severity'] = 'error'): Span => ({
  objectId: 'a',
  objectName: 'A',
  severity,
  since: since * minute,
  until: until === null ? null : until * minute,
});
const rule = { severity: null, forMinutes: 5, clearMinutes: 10, moment: false };

test('a rule fires where the condition held long enough, and holds together what was hardly over', () => {
  const spans = [span(0, 3), span(20, 26), span(30, 31, 'critical'), span(60, 62), span(90, null)];
  const { fired, tooShort } = replaySpans(spans, rule, 200 * minute);
  expect(fired).toEqual([
    { objectId: 'a', objectName: 'A', severity: 'critical', openedAt: 25 * minute, resolvedAt: 41 * minute },
    { objectId: 'a', objectName: 'A', severity: 'error', openedAt: 95 * minute, resolvedAt: null },
  ]);
  expect(tooShort).toBe(2);
  expect(replaySpans(spans, { ...rule, forMinutes: 0 }, 200 * minute).fired).toHaveLength(4);
  expect(replaySpans([span(0, 0)], { ...rule, moment: true, severity: 'info' }, minute).fired).toMatchObject([
    { severity: 'info', openedAt: 0 },
  ]);
});

test('quiet hours go past midnight and belong to the day on which they begin; a digest leaves at the full hour or at nine', () => {
  const quiet = { from: '22:00', to: '07:00', days: [5], criticalToo: false };
  const at = (text: string): number => Date.parse(text);
  // 2026-11-20 is a Friday; Tokyo is nine hours ahead.
  expect(quietUntil(quiet, at('2026-11-20T12:59:00Z'), 'Asia/Tokyo')).toBeUndefined();
  expect(quietUntil(quiet, at('2026-11-20T13:30:00Z'), 'Asia/Tokyo')).toBe(at('2026-11-20T22:00:00Z'));
  expect(quietUntil(quiet, at('2026-11-20T21:59:30Z'), 'Asia/Tokyo')).toBe(at('2026-11-20T22:00:00Z'));
  expect(quietUntil(quiet, at('2026-11-21T13:30:00Z'), 'Asia/Tokyo')).toBeUndefined();
  expect(isOpen({ days: [6], from: '02:00', to: '04:00', timeZone: 'UTC' }, at('2026-11-21T03:00:00Z'))).toBe(true);
  expect(digestAt('hourly', at('2026-11-21T03:20:10Z'), 'UTC')).toBe(at('2026-11-21T04:00:00Z'));
  expect(digestAt('daily', at('2026-11-21T03:20:00Z'), 'Asia/Tokyo')).toBe(at('2026-11-22T00:00:00Z'));
  expect(digestAt('daily', at('2026-11-20T23:20:00Z'), 'Asia/Tokyo')).toBe(at('2026-11-21T00:00:00Z'));
});
