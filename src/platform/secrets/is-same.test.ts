import { expect, test } from 'vitest';
import { isSame } from './is-same.ts';

test('Values are the same by every byte and their length, texts as they are written', () => {
  const signature = Buffer.from('00ff10', 'hex');
  expect(isSame(signature, Buffer.from(signature))).toBe(true);
  expect(isSame('値', Buffer.from('値'))).toBe(true);
  for (const other of ['00ff11', '00ff', '00ff1000', '']) expect(isSame(Buffer.from(other, 'hex'), signature)).toBe(false);
  expect(isSame('00FF10', '00ff10')).toBe(false);
  expect(isSame(undefined, '')).toBe(false);
});
