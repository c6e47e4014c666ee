import { expect, test } from 'vitest';
import { isWithin, narrowed, widened } from './narrow.ts';
import type { EffectiveValues, OwnValues } from './values.ts';

const site: EffectiveValues = {
  whoCreates: 'holders',
  approveNew: false,
  approveReadAll: true,
  maxPerPerson: 5,
  maxPerGroup: 5,
  rate: 20,
  hosts: ['*.example.com', 'hooks.example.org'],
  keyLifeDays: 0,
  calendar: { closed: ['2026-05-04'], open: ['2026-05-09'] },
  quietHours: [],
  label: true,
  labelText: { zh_CN: '机器人' },
  unusedDays: 180,
  logDays: 30,
};
const none = Object.fromEntries(Object.keys(site).map((name) => [name, null])) as unknown as OwnValues;

test('what a company does not say comes from above; what it says is taken where it is narrower', () => {
  expect(narrowed(site, none)).toEqual(site);
  const own: OwnValues = {
    ...none,
    whoCreates: 'administrators',
    approveNew: true,
    approveReadAll: false,
    maxPerPerson: 9,
    rate: 10,
    hosts: ['a.example.com', 'elsewhere.net'],
    keyLifeDays: 90,
    calendar: { closed: ['2026-05-09', '2026-06-01'], open: [] },
    quietHours: { from: '22:00', to: '07:00' },
    labelText: { zh_CN: '北方机器人' },
    unusedDays: 0,
  };
  expect(narrowed(site, own)).toMatchObject({
    whoCreates: 'administrators',
    approveNew: true,
    approveReadAll: true,
    maxPerPerson: 5,
    rate: 10,
    hosts: ['a.example.com'],
    keyLifeDays: 90,
    calendar: { closed: ['2026-05-04', '2026-05-09', '2026-06-01'], open: [] },
    quietHours: [{ from: '22:00', to: '07:00' }],
    labelText: { zh_CN: '北方机器人' },
    unusedDays: 180,
  });
  expect(widened(site, own).toSorted()).toEqual(['approveReadAll', 'hosts', 'maxPerPerson', 'unusedDays']);
});

test('a company adds holidays and takes no working day, and a pattern names what is below it', () => {
  expect(widened(site, { ...none, calendar: { closed: [], open: ['2026-05-10'] } })).toEqual(['calendar']);
  expect(widened(site, { ...none, calendar: { closed: ['2026-06-01'], open: [] }, keyLifeDays: 30, logDays: 7 })).toEqual([]);
  expect([isWithin('a.example.com', site.hosts), isWithin('example.com', site.hosts), isWithin('hooks.example.org', site.hosts)]).toEqual([
    true,
    false,
    true,
  ]);
});
