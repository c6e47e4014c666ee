import { expect, test } from 'vitest';
import { fill } from './catalogs.ts';

test('placeholders are filled, missing ones stay in sight', () => {
  expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}');
});

test('a Latin word beside a Chinese character gets a space, a number and a Chinese word none', () => {
  const texts = ['SAP 系统', '用户', '3', 'ERP'].map((kind) => fill('新增{kind}前', { kind }));
  expect(texts).toEqual(['新增 SAP 系统前', '新增用户前', '新增3前', '新增 ERP 前']);
  expect(fill('{a}中{b}：{a}', { a: 'A', b: 'B' })).toBe('A 中 B：A');
  expect(fill('按{a}', {})).toBe('按{a}');
});

test('one of two words follows a number, also a number that is text already', () => {
  const text = '{count} {count|object|objects}';
  expect([0, 1, 2, '1', '1,001'].map((count) => fill(text, { count }))).toEqual([
    '0 objects',
    '1 object',
    '2 objects',
    '1 object',
    '1,001 objects',
  ]);
});
