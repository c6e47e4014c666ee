import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { callerAddress } from './direct.ts';

const asked = (from: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress: from }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as IncomingMessage;

test('the address of a caller is that of the connection, unless a proxy in front is believed', () => {
  const forged = asked('198.51.100.9', '10.0.0.1');
  expect(callerAddress(false)(forged)).toBe('198.51.100.9');
  expect(callerAddress(1)(forged)).toBe('10.0.0.1');
  expect(callerAddress(['192.0.2.0/24', '2001:db8::1'])(forged)).toBe('198.51.100.9');
});

test('hops are believed from the nearest on, and no further than the first that is not', () => {
  const request = asked('::ffff:192.0.2.7', '203.0.113.5, 198.51.100.1, 192.0.2.8');
  expect(callerAddress(['192.0.2.0/24'])(request)).toBe('198.51.100.1');
  expect(callerAddress(2)(request)).toBe('198.51.100.1');
  expect(callerAddress(true)(request)).toBe('203.0.113.5');
  expect(callerAddress(['192.0.2.0/24'])(asked('192.0.2.7'))).toBe('192.0.2.7');
});
