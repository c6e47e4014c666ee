import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

/** Numbers, with notes of what was begun and that it ended. */
async function* numbers(notes: string[], fail?: number): AsyncGenerator<number> {
  try {
    for (let at = 1; at <= 3; at++) {
      notes.push(`fetch ${at}`);
      await Promise.resolve();
      if (at === fail) throw new Error('Broken');
      yield at;
    }
  } finally {
    notes.push('end');
  }
}

test('The next piece is fetched before the one in hand is used, and the source ends with its reader', async () => {
  const notes: string[] = [];
  for await (const one of readAhead(numbers(notes))) notes.push(`use ${one}`);
  expect(notes).toEqual(['fetch 1', 'fetch 2', 'use 1', 'fetch 3', 'use 2', 'end', 'use 3']);
  const left: string[] = [];
  for await (const one of readAhead(numbers(left))) if (one === 1) break;
  expect(left.at(-1)).toBe('end');
});

test('A failure comes where its piece would, and is nobody’s when the reader stopped before', async () => {
  const used: number[] = [];
  const reading = async () => {
    for await (const one of readAhead(numbers([], 2))) used.push(one);
  };
  await expect(reading()).rejects.toThrow('Broken');
  expect(used).toEqual([1]);
  for await (const one of readAhead(numbers([], 2))) if (one === 1) break;
});
