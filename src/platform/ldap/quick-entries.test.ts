import { BerWriter, Client, type SearchEntry } from 'ldapts';
import { expect, test } from 'vitest';
import { readQuickly } from './quick-entries.ts';

type Attributes = readonly (readonly [name: string, values: readonly (string | Buffer)[]])[];

function message(id: number, dn: string, attributes: Attributes): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(0x64);
  writer.writeString(dn);
  writer.startSequence();
  for (const [name, values] of attributes) {
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(0x31);
    for (const value of values) {
      if (Buffer.isBuffer(value)) writer.writeBuffer(value, 0x04);
      else writer.writeString(value);
    }
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

/** The library copies what it has at each piece: single bytes of a long value would be gigabytes. */
const streamOf = (long: number): Buffer =>
  Buffer.concat([
    message(7, 'uid=a,dc=x', [
      ['uid', ['a']],
      ['cn', ['王芳', 'Wang Fang']],
      ['empty', []],
      ['blank', ['']],
    ]),
    message(7, 'uid=ü,dc=x', [
      ['uid', ['ü']],
      ['CN', ['\ufeffwith a mark']],
      ['jpegPhoto', [Buffer.from([0xff, 0xd8, 0x00])]],
      ['mixed', ['text', Buffer.from([0xfe, 0xff])]],
      ['userCertificate;binary', ['looks like text']],
    ]),
    message(70_000, 'uid=b,dc=x', [['objectGUID', ['0123456789abcdef']]]),
    message(7, `cn=${'long '.repeat(50)},dc=x`, [['description', ['x'.repeat(long)]]]),
  ]);

/** Entries by the number of their question, when the bytes come in pieces of a size. */
function entriesOf(quick: boolean, stream: Buffer, size: number): unknown[] {
  const client = new Client({ url: 'ldap://nowhere' });
  if (quick) readQuickly(client);
  const waiting = new Map([7, 70_000].map((id) => [String(id), { message: {}, searchEntries: [] as SearchEntry[] }]));
  const parser = client['messageParser'] as { read(data: Buffer, waiting: unknown): void };
  // The library keeps what it read itself at what waits inside the client.
  if (!quick) for (const [id, one] of waiting) (client['messageDetailsByMessageId'] as Map<string, unknown>).set(id, one);
  for (let at = 0; at < stream.length; at += size) parser.read(stream.subarray(at, at + size), waiting);
  return [...waiting].flatMap(([id, { searchEntries }]) =>
    searchEntries.map((entry) => [id, entry.toObject([], ['jpegPhoto', 'objectGUID'])]),
  );
}

test.each([
  [1, 3_000],
  [3, 3_000],
  [1000, 70_000],
  [Infinity, 70_000],
])('entries are those that the library reads, in pieces of %i bytes', (size, long) => {
  const stream = streamOf(long);
  const read = entriesOf(true, stream, size);
  expect(read).toHaveLength(4);
  expect(read).toEqual(entriesOf(false, stream, Infinity));
});
