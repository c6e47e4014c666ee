import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './sealed-stream.ts';

const MIB = 1024 * 1024;

async function gather(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

async function* pieces(data: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

async function sealed(data: Buffer): Promise<Buffer> {
  return gather(seal(pieces(data, 100_000), 'a passphrase', 1024));
}

async function opened(data: Buffer, passphrase = 'a passphrase'): Promise<Buffer> {
  return gather(unseal(pieces(data, 7_777), passphrase));
}

test.each([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB])('%i bytes come back as they were', async (size) => {
  const data = randomBytes(size);
  expect((await opened(await sealed(data))).equals(data)).toBe(true);
});

test('two archives of the same contents share nothing', async () => {
  const [one, two] = [await sealed(Buffer.alloc(1000)), await sealed(Buffer.alloc(1000))];
  expect(one.subarray(-900).equals(two.subarray(-900))).toBe(false);
});

test('another passphrase is refused', async () => {
  await expect(opened(await sealed(Buffer.from('x')), 'another')).rejects.toThrow('The passphrase is not that of this archive');
});

test('a changed byte anywhere is refused, and so is any cut, addition, repetition or exchange of chunks', async () => {
  const good = await sealed(randomBytes(2 * MIB + 10));
  const head = good.indexOf('\n', 25) + 1;
  const chunk = 4 + MIB + 16;
  const changed = [0, 25, 60, head, head + 2, head + 4, head + chunk + 9, good.length - 20, good.length - 1].map((at) => {
    const copy = Buffer.from(good);
    copy.writeUInt8((copy[at] ?? 0) ^ 1, at);
    return copy;
  });
  const [first, second, third] = [
    good.subarray(head, head + chunk),
    good.subarray(head + chunk, head + 2 * chunk),
    good.subarray(head + 2 * chunk),
  ];
  const opening = good.subarray(0, head);
  const recut = [
    [opening],
    [opening, first],
    [opening, first, second],
    [good, third],
    [opening, second, first, third],
    [opening, first, third],
    [good, Buffer.from('x')],
  ];
  const cuts = [10, head - 1, head + 3, head + 100, good.length - 1].map((at) => good.subarray(0, at));
  for (const bad of [...changed, ...recut.map((parts) => Buffer.concat(parts)), ...cuts]) {
    await expect(opened(bad)).rejects.toThrow(/^The (archive is damaged|passphrase is not|file is not a backup)/);
  }
});
