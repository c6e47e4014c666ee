import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DigestSet } from './digest-set.ts';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

test('what was put in is found again, also after it grew, and nothing else', () => {
  const set = new DigestSet(8);
  for (let at = 0; at < 5000; at += 1) set.add(digestOf(`in ${at}`));
  const known = Array.from({ length: 5000 }, (_, at) => set.has(digestOf(`in ${at}`)));
  const others = Array.from({ length: 5000 }, (_, at) => set.has(digestOf(`out ${at}`)));
  expect([known.every(Boolean), others.some(Boolean)]).toEqual([true, false]);
});

test('digests that begin with zeros have a place of their own', () => {
  const set = new DigestSet(8);
  const zeros = Buffer.alloc(32);
  expect(set.has(zeros)).toBe(false);
  set.add(zeros);
  expect([set.has(zeros), set.has(digestOf('a'))]).toEqual([true, false]);
});
