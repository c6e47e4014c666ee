import { randomFillSync } from 'node:crypto';
import { clock } from '#platform/clock.ts';

const pool = Buffer.alloc(10 * 512);
let offset = pool.length;
let lastMillis = 0;
let counter = 0;

/** A clock that is set back by less is waited for; by more, it was wrong before, and ids of the future would be looked for in vain. */
const mostAhead = 60_000;

/** A new identifier: UUID version 7 (RFC 9562), ascending within this process so that indexes grow at one end. */
export function newId(): string {
  if (offset >= pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  const now = clock.now();
  const millis = lastMillis - now > mostAhead ? now : Math.max(now, lastMillis);
  counter = millis === lastMillis ? counter + 1 : pool.readUInt16BE(offset) & 0x7ff;
  lastMillis = counter > 0xfff ? millis + 1 : millis;
  if (counter > 0xfff) counter = 0;
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(lastMillis, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  pool.copy(bytes, 8, offset + 2, offset + 10);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  offset += 10;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
