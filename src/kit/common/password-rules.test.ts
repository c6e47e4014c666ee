import { expect, test } from 'vitest';
import { checkPolicy, countClasses, maxPasswordLength, scorePassword } from './password-rules.ts';
import type { PasswordIssue } from './password-rules.ts';

const modern = { preset: 'modern' } as const;
const graded = { preset: 'graded' } as const;

test.each<[string, PasswordIssue[]]>([
  ['correct horse battery', []],
  ['九月的雨落在旧城墙上面很久很久', []],
  ['vT7#kq!zR2m', ['tooShort']],
  ['vT7#kq!zR2mw9Xe', []],
  ['passwordpassword', ['common']],
  ['P@ssw0rd!!!!!!!!', ['common']],
  ['drowssapdrowssap', ['common']],
  ['Administrator123', ['common']],
  ['aaaaaaaaaaaaaaaa', ['repeated']],
  ['abababababababab', ['repeated']],
  ['abcdefghijklmnopq', ['sequence']],
  ['098765432109876543', ['sequence']],
  ['qwertyuiopasdfghjkl', ['sequence']],
  ['x'.repeat(maxPasswordLength + 1), ['tooLong']],
  ['correct\u0000horse battery', ['unprintable']],
  ['', ['tooShort']],
])('modern: %j gives %j', (password, issues) => {
  const found = checkPolicy(password, modern);
  if (issues.length === 0) expect(found).toEqual([]);
  else expect(found).toEqual(expect.arrayContaining(issues));
});

test('eight characters are enough with a second factor, and a policy may only ask for more', () => {
  expect(checkPolicy('vT7#kq!z', modern)).toEqual(['tooShort']);
  expect(checkPolicy('vT7#kq!z', modern, { secondFactor: true })).toEqual([]);
  expect(checkPolicy('vT7#kq!', modern, { secondFactor: true })).toEqual(['tooShort']);
  expect(checkPolicy('vT7#kq!z', { preset: 'modern', minLength: 4 })).toEqual(['tooShort']);
  expect(checkPolicy('vT7#kq!zR2mw9Xe', { preset: 'modern', minLength: 20 })).toEqual(['tooShort']);
});

test('graded: ten characters of three classes, and still no known password', () => {
  expect(checkPolicy('Mv7kqpzrmw', graded)).toEqual([]);
  expect(checkPolicy('mv7kqpzrmw', graded)).toEqual(['classes']);
  expect(checkPolicy('mv7kqpzrmw', { preset: 'graded', minClasses: 2 })).toEqual([]);
  expect(checkPolicy('Mv7kqpzrm', graded)).toEqual(['tooShort']);
  for (const known of ['Password123', 'Qwerty@2024', 'Welcome2026!', 'Admin@12345', 'P@ssw0rd2025']) {
    expect(checkPolicy(known, graded)).toContain('common');
  }
  expect(countClasses('aA1 ')).toBe(4);
});

test('words about the person are refused, backwards and with digits for letters too', () => {
  const context = { contextWords: ['zhang.wei@acme.example', '张伟', 'Wheelhouse', '李'] };
  for (const password of [
    'I am Zhang Wei of Acme',
    'my wheelhouse is big',
    'wh33lh0use forever yes',
    'esuohleehw forever yes',
    '我是张伟我喜欢吃很多很多的米饭',
  ]) {
    expect(checkPolicy(password, modern, context)).toContain('context');
  }
  expect(checkPolicy('a weird cat in a hat', modern, context)).toEqual([]);
  expect(checkPolicy('李 correct horse battery', modern, context)).toEqual([]);
});

test('the score grows with what must be guessed', () => {
  const ladder = ['password1', 'sunshine88x', 'sunshine-river', 'vT7#kq!zR2m', 'correct horse battery staple'];
  const scores = ladder.map((password) => scorePassword(password));
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  expect(scores[0]).toBe(0);
  expect(scores.at(-1)).toBe(4);
  expect(scorePassword('')).toBe(0);
  expect(scorePassword('qwertyuiop123456')).toBe(0);
  expect(scorePassword('wheelhouse-2026', { contextWords: ['wheelhouse'] })).toBeLessThan(scorePassword('wheelhouse-2026'));
  expect(scorePassword('ab'.repeat(5000))).toBeLessThanOrEqual(4);
});
