import { createHash, randomFillSync } from 'node:crypto';
import { clock } from '#platform/clock.ts';

const pool = Buffer.alloc(10 * 512);
let offset = pool.length;
let lastMillis = 0;
let counter = 0;

const bytes = Buffer.alloc(16);
const digits = Buffer.from('0123456789abcdef');
const written = Buffer.alloc(36, '-');

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
  bytes.writeUIntBE(lastMillis, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  pool.copy(bytes, 8, offset + 2, offset + 10);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  offset += 10;
  // Written as signs into one piece of memory: a gateway makes thousands of ids a second.
  for (let byte = 0, sign = 0; byte < 16; byte += 1) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) sign += 1;
    written[sign++] = digits[bytes[byte]! >>> 4]!;
    written[sign++] = digits[bytes[byte]! & 0x0f]!;
  }
  return written.toString('latin1');
}

/** The identifier of a text, the same for ever: UUID version 8 (RFC 9562) of its SHA-256. */
export function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
