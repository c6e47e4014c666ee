import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './password.ts';
import { formatPhc, parsePhc } from './phc.ts';
import { BusyError, createWorkQueue } from '../work-queue.ts';

test('a password verifies against its hash and no other, however its letters are composed', async () => {
  const hash = await hashPassword('Grüße 密码 ﬁn');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword(hash, 'Gru\u0308ße 密码 fin')).toBe(true);
  expect(await verifyPassword(hash, 'Grüße 密码 fin ')).toBe(false);
  expect(await hashPassword('Grüße 密码 ﬁn')).not.toBe(hash);
  expect(needsRehash(hash)).toBe(false);
});

test('nobody signs in without a hash, with a foreign hash, or with an over-long password', async () => {
  for (const hash of [undefined, '', '$2b$10$abc', 'plain', '$argon2id$v=19$m=9999999,t=1,p=1$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA']) {
    expect(await verifyPassword(hash, '')).toBe(false);
  }
  await expect(hashPassword('x'.repeat(1025))).rejects.toThrow(RangeError);
  expect(await verifyPassword(await hashPassword(''), 'x'.repeat(1025))).toBe(false);
});

test('a hash of older parameters verifies and asks to be renewed', async () => {
  const salt = Buffer.from('somesaltsomesalt');
  const hash = argon2Sync('argon2id', { message: 'old', nonce: salt, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
  const text = formatPhc({ memory: 19_456, passes: 2, lanes: 1, salt, hash });
  expect(await verifyPassword(text, 'old')).toBe(true);
  expect(needsRehash(text)).toBe(true);
  expect(parsePhc(text)).toEqual({ memory: 19_456, passes: 2, lanes: 1, salt, hash });
});

test('the reference vector of another implementation verifies', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32 (reference implementation's test.c)
  const text = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword(text, 'password')).toBe(true);
});

test('the queue runs two, keeps its limit waiting in order, refuses the rest at once and recovers', async () => {
  const queue = createWorkQueue({ workers: 2, queue: 3 });
  const ends: (() => void)[] = [];
  const done: number[] = [];
  const start = (id: number) =>
    queue.run(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      done.push(id);
    });
  const all = [0, 1, 2, 3, 4].map(start);
  await expect(start(5)).rejects.toThrow(BusyError);
  expect([ends.length, queue.waiting()]).toEqual([2, 3]);
  for (let turn = 0; turn < 5; turn += 1) {
    ends[turn]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends.length).toBeLessThanOrEqual(turn + 3);
  }
  await Promise.all(all);
  expect(done).toEqual([0, 1, 2, 3, 4]);
  await expect(queue.run(() => Promise.reject(new Error('inner')))).rejects.toThrow('inner');
  expect(await queue.run(() => Promise.resolve('free'))).toBe('free');
});

test('a flood of sign-ins is refused with BusyError, the admitted ones are answered', async () => {
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword(undefined, 'x')));
  const refused = results.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(80 - 52);
  expect(refused.every((one) => one.status === 'rejected' && one.reason instanceof BusyError)).toBe(true);
});
