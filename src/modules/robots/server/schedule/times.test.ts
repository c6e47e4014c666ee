import { expect, test } from 'vitest';
import { nextDigest, nextReminder } from '../assistant/times.ts';
import { inQuiet } from './quiet.ts';
import { isRule, isTooOften, isZone, nextRun, nextRuns, type Timing } from './times.ts';

const at = (text: string): number => Date.parse(text);
const shown = (moments: readonly (number | null)[]): (string | null)[] =>
  moments.map((moment) => (moment === null ? null : new Date(moment).toISOString().slice(0, 16)));
const weekdays = { closed: [], open: [] };
const rule = (cron: string, zone: string, more: Partial<Timing> = {}): Timing => ({
  cron,
  onceAt: null,
  zone,
  calendar: 'all',
  startsAt: null,
  endsAt: null,
  ...more,
});

test('a time that summer time leaves out runs right after it, one that comes twice runs once', () => {
  const daily = rule('30 2 * * *', 'Europe/Berlin');
  expect(shown(nextRuns(daily, at('2026-03-28T00:00:00Z'), weekdays, 3))).toEqual([
    '2026-03-28T01:30',
    '2026-03-29T01:00',
    '2026-03-30T00:30',
  ]);
  expect(shown(nextRuns(daily, at('2026-10-24T00:00:00Z'), weekdays, 3))).toEqual([
    '2026-10-24T00:30',
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ]);
});

test('working days leave weekends and holidays out, and take days that are worked on a weekend', () => {
  const working = rule('0 9 * * *', 'Asia/Tokyo', { calendar: 'working' });
  // Monday 4 May 2026 is a holiday here, Saturday 9 May is worked.
  const calendar = { closed: ['2026-05-04'], open: ['2026-05-09'] };
  expect(shown(nextRuns(working, at('2026-05-01T01:00:00Z'), calendar, 6))).toEqual([
    '2026-05-05T00:00',
    '2026-05-06T00:00',
    '2026-05-07T00:00',
    '2026-05-08T00:00',
    '2026-05-09T00:00',
    '2026-05-11T00:00',
  ]);
  expect(shown(nextRuns({ ...working, calendar: 'holidays' }, at('2026-05-01T01:00:00Z'), calendar, 3))).toEqual([
    '2026-05-02T00:00',
    '2026-05-03T00:00',
    '2026-05-04T00:00',
  ]);
});

test('29 February waits for the next leap year, 31 February never comes, an end holds', () => {
  expect(shown([nextRun(rule('0 9 29 2 *', 'UTC'), at('2026-03-01T00:00:00Z'), weekdays)])).toEqual(['2028-02-29T09:00']);
  expect(nextRun(rule('0 9 31 2 *', 'UTC'), at('2026-03-01T00:00:00Z'), weekdays)).toBeNull();
  const ended = rule('0 9 * * *', 'UTC', { startsAt: at('2026-03-05T00:00:00Z'), endsAt: at('2026-03-06T09:00:00Z') });
  expect(shown(nextRuns(ended, at('2026-03-01T00:00:00Z'), weekdays))).toEqual(['2026-03-05T09:00']);
  const once = { ...rule('', 'UTC'), cron: null, onceAt: at('2026-03-05T00:00:00Z') };
  expect([nextRun(once, at('2026-03-01T00:00:00Z'), weekdays), nextRun(once, once.onceAt, weekdays)]).toEqual([once.onceAt, null]);
});

test('rules closer than five minutes are too often, whatever hour they are in; what is no rule of five fields is none', () => {
  expect(['*/4 * * * *', '0,3 9 1 1 *', '58,0 * * * *', '* * * * *'].map(isTooOften)).toEqual([true, true, true, true]);
  expect(['*/5 * * * *', '0 9 * * 1-5', '0,30 8-18 * * *'].map(isTooOften)).toEqual([false, false, false]);
  expect(['* * * * * *', '61 * * * *', 'soon', '0 9 * *'].map(isRule)).toEqual([false, false, false, false]);
  expect(['0 9 * * MON-FRI', '*/15 * * * *'].map(isRule)).toEqual([true, true]);
  expect([isZone('Asia/Tokyo'), isZone('Moon/Base')]).toEqual([true, false]);
});

test('quiet hours go over midnight, by the clock of the zone', () => {
  const night = [{ from: '22:00', to: '07:00' }];
  const tokyo = (text: string): boolean => inQuiet(at(text), 'Asia/Tokyo', night);
  expect([tokyo('2026-05-01T13:00:00Z'), tokyo('2026-05-01T21:59:00Z'), tokyo('2026-05-01T22:00:00Z')]).toEqual([true, true, false]);
  expect(inQuiet(at('2026-05-01T12:30:00Z'), 'UTC', [{ from: '12:00', to: '13:00' }])).toBe(true);
  expect(inQuiet(at('2026-05-01T12:30:00Z'), 'UTC', [])).toBe(false);
});

test('a reminder comes again on working days, weeks and months; the last day of a month stands for one that it has not', () => {
  const place = { zone: 'Asia/Shanghai', calendar: weekdays };
  const friday = at('2026-05-01T01:00:00Z');
  const next = (repeat: Parameters<typeof nextReminder>[0]['repeat'], after: number) =>
    shown([nextReminder({ at: friday, repeat }, after, place)])[0];
  expect([next('none', friday), next('daily', friday), next('workdays', friday), next('weekly', friday)]).toEqual([
    null,
    '2026-05-02T01:00',
    '2026-05-04T01:00',
    '2026-05-08T01:00',
  ]);
  const last = at('2026-01-31T01:00:00Z');
  expect(shown([nextReminder({ at: last, repeat: 'monthly' }, last, place)])).toEqual(['2026-02-28T01:00']);
  expect(shown([nextReminder({ at: last, repeat: 'monthly' }, at('2026-02-28T01:00:00Z'), place)])).toEqual(['2026-03-31T01:00']);
});

test('a digest comes on its days by the clock of its person', () => {
  const digest = { time: '09:00', days: [1, 5] };
  const friday = at('2026-05-01T00:30:00Z');
  expect(shown([nextDigest(digest, friday, 'Asia/Tokyo'), nextDigest(digest, friday, 'Asia/Shanghai')])).toEqual([
    '2026-05-04T00:00',
    '2026-05-01T01:00',
  ]);
});
