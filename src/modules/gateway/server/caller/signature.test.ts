import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf, signingKey } from './signature.ts';

test('a signature is the one of the library, whatever the length of secret and text', () => {
  for (const secret of ['', 'a', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65), '鍵'.repeat(90)]) {
    const key = signingKey(secret);
    for (const text of ['', 'GET\n/gateway/a/b/c', '値'.repeat(500)])
      expect(signatureOf(key, text)).toBe(createHmac('sha256', secret).update(text).digest('base64'));
  }
});
