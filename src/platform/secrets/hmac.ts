import { hash } from 'node:crypto';

const blockBytes = 64;
const hashBytes = 32;

/**
 * HMAC-SHA256 (RFC 2104) under one key: what `createHmac` answers, in less than half the time for the short texts of which chains have
 * millions and a gateway has thousands a second, because no object is made for each.
 */
export function hmacUnder(key: Uint8Array): (data: string | Uint8Array) => Buffer {
  const block = key.length > blockBytes ? hash('sha256', key, 'buffer') : key;
  const outer = padded(block, 0x5c, hashBytes);
  let inner = padded(block, 0x36, 256);
  return (data) => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const length = blockBytes + bytes.length;
    if (length > inner.length) inner = padded(block, 0x36, bytes.length);
    inner.set(bytes, blockBytes);
    // As text of one sign a byte: an answer in bytes costs three times as much.
    outer.write(hash('sha256', inner.subarray(0, length), 'binary'), blockBytes, 'latin1');
    return Buffer.from(hash('sha256', outer, 'binary'), 'latin1');
  };
}

/** A block of the key with room behind it. */
function padded(key: Uint8Array, pad: number, room: number): Buffer {
  const bytes = Buffer.alloc(blockBytes + room);
  for (let at = 0; at < blockBytes; at++) bytes[at] = (key[at] ?? 0) ^ pad;
  return bytes;
}
