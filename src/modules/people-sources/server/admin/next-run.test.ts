import { expect, test } from 'vitest';
import { sourceSchedule } from '../../common/source-parts.ts';
import { nextRun } from './next-run.ts';

const next = (request: Record<string, unknown>, now: string): string | null => {
  const at = nextRun(sourceSchedule.parse(request), Date.parse(now));
  return at === null ? null : new Date(at).toISOString();
};

test('A schedule names its next moment, in its own zone, also where a clock is put forward or back', () => {
  const berlin = { kind: 'daily', times: ['03:30', '12:00'], zone: 'Europe/Berlin' };
  expect(next({ kind: 'off' }, '2026-01-01T00:00:00Z')).toBeNull();
  expect(next({ kind: 'every', everyMinutes: 15 }, '2026-01-01T00:00:00Z')).toBe('2026-01-01T00:15:00.000Z');
  expect(next(berlin, '2026-01-10T00:00:00Z')).toBe('2026-01-10T02:30:00.000Z');
  expect(next(berlin, '2026-01-10T02:30:00Z')).toBe('2026-01-10T11:00:00.000Z');
  expect(next(berlin, '2026-01-10T22:30:00Z')).toBe('2026-01-11T02:30:00.000Z');
  // Forward in the night to the 29th of March, back in the night to the 25th of October.
  expect(next(berlin, '2026-03-28T23:30:00Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(next(berlin, '2026-10-24T22:30:00Z')).toBe('2026-10-25T02:30:00.000Z');
  expect(next({ kind: 'daily', times: ['00:30'], zone: 'Asia/Shanghai' }, '2026-01-10T15:00:00Z')).toBe('2026-01-10T16:30:00.000Z');
});
