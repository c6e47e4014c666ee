import { expect, test } from 'vitest';
import { dayText, lastDue, nextDue, piecesOf, spanOf } from './report.plan.ts';

/** A moment of the server's clock. */
const at = (text: string): number => new Date(text).getTime();
const told = (schedule: 'daily' | 'weekly' | 'monthly', now: string): string[] => {
  const due = lastDue(schedule, at(now));
  const { from, to } = spanOf(schedule, due);
  return [dayText(due), dayText(from), dayText(to), dayText(nextDue(schedule, at(now)))];
};

test('A report is due in the morning and about the whole day, week or month before', () => {
  // 2026-03-05 is a Thursday.
  expect(told('daily', '2026-03-05T06:00')).toEqual(['2026-03-05', '2026-03-04', '2026-03-04', '2026-03-06']);
  expect(told('daily', '2026-03-05T05:59')).toEqual(['2026-03-04', '2026-03-03', '2026-03-03', '2026-03-05']);
  expect(told('weekly', '2026-03-05T12:00')).toEqual(['2026-03-02', '2026-02-23', '2026-03-01', '2026-03-09']);
  expect(told('weekly', '2026-03-02T05:00')).toEqual(['2026-02-23', '2026-02-16', '2026-02-22', '2026-03-02']);
  expect(told('monthly', '2026-03-31T12:00')).toEqual(['2026-03-01', '2026-02-01', '2026-02-28', '2026-04-01']);
  expect(told('monthly', '2026-01-01T05:00')).toEqual(['2025-12-01', '2025-11-01', '2025-11-30', '2026-01-01']);
  const { from, to } = spanOf('daily', at('2026-03-05T06:00'));
  expect([from, to + 1]).toEqual([at('2026-03-04T00:00'), at('2026-03-05T00:00')]);
});

test('A report counts the hours of a day, and the days of a week or month', () => {
  const starts = (schedule: 'daily' | 'weekly' | 'monthly') => piecesOf(schedule, lastDue(schedule, at('2026-03-05T12:00')));
  const hours = starts('daily');
  expect([hours.length, hours[0], hours[23]]).toEqual([24, at('2026-03-04T00:00'), at('2026-03-04T23:00')]);
  const week = starts('weekly');
  expect([week.length, dayText(week[0]!), dayText(week[6]!)]).toEqual([7, '2026-02-23', '2026-03-01']);
  expect(starts('monthly')).toHaveLength(28);
});
