import { expect, test } from 'vitest';
import { hoursEnd } from '#modules/public-accounts/server/public.ts';
import { momentOfWall, wallOf } from '#platform/wall-clock.ts';
import { earliestOf, planIn } from './hours.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const night = [{ from: '22:00', to: '07:00', weekdays: everyDay }];
const at = (text: string): number => Date.parse(text);
const shown = (moment: number | undefined, zone: string): string =>
  moment === undefined ? '' : new Date(wallOf(moment, zone)).toISOString().slice(0, 16);

test('Quiet hours over midnight end in the morning of each zone, from −11 to +14, and a person without a zone is asked by that of the site', () => {
  for (const zone of ['Pacific/Pago_Pago', 'America/New_York', 'UTC', 'Asia/Shanghai', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
    for (let hour = 0; hour < 24; hour += 1) {
      const moment = at('2026-03-03T00:30:00Z') + hour * 3_600_000;
      const wall = new Date(wallOf(moment, zone)).getUTCHours();
      const until = hoursEnd(moment, zone, night);
      expect([zone, wall, until !== undefined]).toEqual([zone, wall, wall >= 22 || wall < 7]);
      if (until !== undefined) expect(shown(until, zone).slice(11)).toBe('07:00');
    }
  }
});

test('Summer time: an hour that is left out is the one right after it, one that comes twice is passed once', () => {
  // Berlin, 29 March 2026: 02:00 becomes 03:00.
  const spring = [{ from: '01:00', to: '02:30', weekdays: everyDay }];
  expect(new Date(hoursEnd(at('2026-03-29T00:15:00Z'), 'Europe/Berlin', spring)!).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  // 25 October 2026: 03:00 becomes 02:00.
  const autumn = [{ from: '01:00', to: '04:00', weekdays: everyDay }];
  const until = hoursEnd(at('2026-10-25T00:30:00Z'), 'Europe/Berlin', autumn)!;
  expect(shown(until, 'Europe/Berlin')).toBe('2026-10-25T04:00');
  expect(hoursEnd(until, 'Europe/Berlin', autumn)).toBeUndefined();
});

test('Spans of the weekdays on which they begin; spans that touch are one', () => {
  const weekend = [{ from: '20:00', to: '08:00', weekdays: [5] }];
  expect(shown(hoursEnd(at('2026-03-07T03:00:00Z'), 'UTC', weekend), 'UTC')).toBe('2026-03-07T08:00');
  expect(hoursEnd(at('2026-03-08T03:00:00Z'), 'UTC', weekend)).toBeUndefined();
  const touching = [
    { from: '22:00', to: '00:00', weekdays: everyDay },
    { from: '00:00', to: '06:00', weekdays: everyDay },
  ];
  expect(shown(hoursEnd(at('2026-03-02T23:00:00Z'), 'UTC', touching), 'UTC')).toBe('2026-03-03T06:00');
  // Always quiet is no endless loop.
  expect(hoursEnd(at('2026-03-02T23:00:00Z'), 'UTC', [{ from: '00:00', to: '00:00', weekdays: everyDay }])).toBeDefined();
});

test('A plan in each person’s own zone comes at the same wall clock, the first of all at +14', () => {
  const plan = momentOfWall(Date.UTC(2026, 5, 1, 8), 'Asia/Shanghai');
  for (const zone of ['Pacific/Pago_Pago', 'Europe/London', 'Asia/Tokyo', 'Pacific/Kiritimati'])
    expect(shown(planIn(plan, 'Asia/Shanghai', zone), zone)).toBe('2026-06-01T08:00');
  expect(earliestOf(plan, 'Asia/Shanghai')).toBe(plan - 6 * 3_600_000);
  // A zone that nobody knows is UTC, and stops nothing.
  expect(shown(planIn(plan, 'Asia/Shanghai', 'No/Where'), 'UTC')).toBe('2026-06-01T08:00');
});
