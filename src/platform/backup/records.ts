import { z } from 'zod';
import { StartError } from '#platform/start-error.ts';
import { ByteReader } from './byte-reader.ts';

// Inside the archive: records of a type byte, a length of four bytes, and so many bytes.
const JSON_TYPE = 1;
const DATA_TYPE = 2;
const LARGEST = 64 * 1024 * 1024;

const migration = z.object({ module: z.string(), name: z.string(), sha256: z.string() });
const partition = z.object({ name: z.string(), parent: z.string(), bound: z.string(), key: z.string().nullable() });
const sequence = z.object({ name: z.string(), value: z.string(), called: z.boolean() });

const entry = z.discriminatedUnion('entry', [
  z.object({
    entry: z.literal('start'),
    createdAt: z.number(),
    migrations: z.array(migration),
    partitions: z.array(partition),
    sequences: z.array(sequence),
    /** Master keys in hexadecimal: the first seals, all open. */
    keys: z.array(z.string()),
  }),
  z.object({ entry: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ entry: z.literal('file'), path: z.string() }),
  z.object({ entry: z.literal('end'), rows: z.record(z.string(), z.number()), files: z.number(), bytes: z.number() }),
]);

/** A named part of the archive; data records that follow a table or a file are its contents. */
export type Entry = z.infer<typeof entry>;
/** What the archive begins with. */
export type StartEntry = Extract<Entry, { entry: 'start' }>;
/** What it ends with: how much was written. */
export type EndEntry = Extract<Entry, { entry: 'end' }>;

/** Frames a named part. */
export function entryRecord(value: Entry): Buffer {
  return frame(JSON_TYPE, Buffer.from(JSON.stringify(value)));
}

/** Frames a piece of contents. */
export function dataRecord(data: Buffer): Buffer {
  return frame(DATA_TYPE, data);
}

function frame(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(type);
  head.writeUInt32BE(data.length, 1);
  return Buffer.concat([head, data]);
}

/** Reads the records; throws StartError when they are not such records. */
export async function* readRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry | Buffer> {
  const reader = new ByteReader(source);
  const wrong = new StartError('The archive was made by a newer version of the product: restore it with that one.');
  for (;;) {
    const head = await reader.take(5);
    if (head.length === 0) return;
    const length = head.length === 5 ? head.readUInt32BE(1) : LARGEST + 1;
    if (length > LARGEST) throw wrong;
    const data = await reader.take(length);
    if (data.length !== length) throw wrong;
    if (head[0] === DATA_TYPE) yield data;
    else {
      const parsed = entry.safeParse(JSON.parse(data.toString()));
      if (!parsed.success) throw wrong;
      yield parsed.data;
    }
  }
}
