import { expect, test } from 'vitest';
import { dayMillis, evaluationTerms, holdsModule, noTerms, standingOf, termsOf } from './licence-standing.ts';
import { isOlder } from './licence.service.ts';
import { severityOf } from './licence.warnings.ts';
import { dayOf, reachedOn } from './usage.ts';

const end = Date.parse('2027-01-31T00:00:00Z');
const terms = termsOf({ expiresAt: end, graceDays: 10, limits: {}, modules: ['19', 'messaging'] }, 'x');
const before = (days: number): number => end - days * dayMillis;

test('A licence goes from valid to expiring, grace and restricted; one without an end stays, and an evaluation takes thirty days', () => {
  const states = [31, 30, 0.5, 0, -9.5, -10].map((days) => [
    standingOf(terms, before(days)).state,
    standingOf(terms, before(days)).daysLeft,
  ]);
  expect(states).toEqual([
    ['valid', 31],
    ['expiring', 30],
    ['expiring', 1],
    ['grace', 10],
    ['grace', 1],
    ['restricted', null],
  ]);
  expect(standingOf({ ...terms, expiresAt: null }, end * 2)).toEqual({ state: 'valid', daysLeft: null, restrictedAt: null });
  expect(standingOf(noTerms, end)).toMatchObject({ state: 'none' });
  expect(standingOf(evaluationTerms(0), 29 * dayMillis)).toMatchObject({ state: 'evaluation', daysLeft: 1 });
  expect(standingOf(evaluationTerms(0), 30 * dayMillis)).toMatchObject({ state: 'restricted' });
});

test('Its end is told of 60, 30, 7 and 1 days before, and while it is over', () => {
  expect([61, 60, 30, 7, 1, -1, -20].map((days) => severityOf(terms, before(days)))).toEqual([
    undefined,
    'info',
    'warning',
    'error',
    'critical',
    'critical',
    'critical',
  ]);
  expect(severityOf(noTerms, end)).toBeUndefined();
});

test('Modules are meant by name or by their two digits', () => {
  expect(['logs', 'messaging', 'contacts'].map((name) => holdsModule(terms, name))).toEqual([true, true, false]);
  expect(holdsModule(noTerms, 'contacts')).toBe(true);
});

test('A limit is reached on the day that the line of the last days foretells', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  const rise = (perDay: number) =>
    Array.from({ length: 10 }, (_, n) => ({ day: dayOf(now - (9 - n) * dayMillis), used: 100 + n * perDay }));
  expect(reachedOn(rise(2), 138, now)).toBe('2026-11-30');
  expect(reachedOn(rise(2), 118, now)).toBe('2026-11-20');
  expect(reachedOn(rise(0), 200, now)).toBeNull();
  expect(reachedOn(rise(-1), 200, now)).toBeNull();
  expect(reachedOn(rise(1).slice(4), 200, now)).toBeNull();
  expect(reachedOn(rise(2), null, now)).toBeNull();
  expect(reachedOn(rise(1), 1_000_000, now)).toBeNull();
});

test('Versions are compared part by part', () => {
  expect([isOlder('0.1.0', '0.2'), isOlder('1.10.0', '1.9'), isOlder('1.0', '1.0.0'), isOlder('test', '1')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
