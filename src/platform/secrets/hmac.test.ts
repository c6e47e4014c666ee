import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmacUnder } from './hmac.ts';

test('Keys and texts of every length give what the library gives, one after another', () => {
  for (const keyBytes of [0, 1, 31, 32, 63, 64, 65, 270]) {
    const key = randomBytes(keyBytes);
    const mac = hmacUnder(key);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 88, 192, 193, 5_000, 7, 88]) {
      const data = randomBytes(length);
      expect([keyBytes, length, mac(data)]).toEqual([keyBytes, length, createHmac('sha256', key).update(data).digest()]);
    }
    expect(mac('日志 é')).toEqual(createHmac('sha256', key).update('日志 é').digest());
  }
  // The first case of RFC 4231.
  expect(hmacUnder(Buffer.alloc(20, 0x0b))('Hi There').toString('hex')).toBe(
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
});

test('What was answered before stays as it is', () => {
  const mac = hmacUnder(randomBytes(32));
  const first = mac('one');
  const kept = Buffer.from(first);
  mac('two');
  expect(first).toEqual(kept);
});
