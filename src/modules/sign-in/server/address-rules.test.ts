import { expect, test } from 'vitest';
import { addressPart } from '#kit/common/session/sign-in-policy.ts';
import { groupsIn, judge } from './address-rules.ts';

const [one, two] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const rule = (more: object) => ({ networks: [], days: [], from: null, until: null, who: 'everyone', roleIds: [], action: 'deny', ...more });
const here = { address: '10.0.0.1', at: Date.UTC(2026, 5, 1), roles: [], departments: [], crowds: [], terminal: null };

test('a rule is about the groups that it says it is about, and about nobody else', () => {
  const rules = addressPart.parse({
    rules: [
      rule({ who: 'crowds', crowdIds: [one], departmentIds: [two] }),
      rule({ who: 'departments', departmentIds: [one] }),
      rule({ who: 'roles', roleIds: [one], action: 'factor' }),
    ],
    otherwise: 'allow',
  });
  expect(groupsIn(rules)).toEqual({ departmentIds: [one], crowdIds: [one] });
  expect(judge(rules, { ...here, crowds: [one] })).toMatchObject({ rule: 1, action: 'deny' });
  expect(judge(rules, { ...here, departments: [one] })).toMatchObject({ rule: 2, action: 'deny' });
  expect(judge(rules, { ...here, departments: [two], crowds: [two] })).toMatchObject({ rule: null, action: 'allow' });
  expect(judge(rules, { ...here, roles: [one] })).toMatchObject({ rule: 3, action: 'factor' });
});

test('a rule that asks for a terminal or its device is about nothing else; what nobody knows of a device is not so', () => {
  const rules = addressPart.parse({
    rules: [rule({ device: 'notCompliant' }), rule({ device: 'bound', platforms: [2], action: 'factor' }), rule({ device: 'notEnrolled' })],
    otherwise: 'allow',
  });
  const by = (terminal: object) =>
    judge(rules, { ...here, terminal: { platform: 2, enrolled: true, bound: true, compliant: true, ...terminal } }).rule;
  expect(judge(rules, here)).toMatchObject({ rule: null, action: 'allow' });
  expect([by({}), by({ compliant: false }), by({ platform: 4 }), by({ bound: false })]).toEqual([2, 1, null, null]);
  expect(by({ enrolled: false, compliant: false })).toBe(3);
});
