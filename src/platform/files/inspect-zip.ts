import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { typeOfZip } from './detect-type.ts';
import { FileError } from './file-error.ts';

/** Limits of an archive. */
export interface ZipLimits {
  /** Entries (2,000). */
  readonly maxEntries?: number;
  /** Bytes unpacked (1 GiB). */
  readonly maxUnpacked?: number;
  /** Unpacked to packed, of each entry and of the whole (100); small entries under 1 MiB are free. */
  readonly maxRatio?: number;
}

/** What is in an archive that passed; sizes as really unpacked. */
export interface ZipContents {
  readonly type: string;
  readonly entries: readonly { readonly name: string; readonly size: number; readonly isFolder: boolean }[];
  readonly unpacked: number;
}

const freeBytes = 1024 * 1024;
const broken = (error: unknown): FileError =>
  error instanceof FileError ? error : new FileError('broken', 'the archive is damaged', { cause: error });

function nameOf(entry: Entry): string {
  const name = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  const parts = name.replace(/\/$/, '').split('/');
  const isBad =
    name === '' || /[\p{Cc}\\]/u.test(name) || /^[a-z]:/i.test(name) || parts.some((part) => part === '' || part === '.' || part === '..');
  // An absolute name begins with an empty part.
  if (isBad) throw new FileError('name', 'a name in the archive leads outside it');
  return name;
}

function checkEntry(entry: Entry, name: string): void {
  const mode = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (mode !== 0 && mode !== 0o100000 && mode !== 0o040000) throw new FileError('link', `${name} is a link or a device`);
  if (entry.isEncrypted()) throw new FileError('encrypted', `${name} is encrypted`);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw new FileError('method', `${name} is packed in an unknown way`);
}

/** The name in front of the data must be the one in the directory: programs differ in which they believe. */
async function checkLocalName(zip: ZipFile, entry: Entry): Promise<void> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry);
  if (!Buffer.from(fileName).equals(entry.fileNameRaw)) throw new FileError('name', 'an entry has two names');
}

async function unpack(zip: ZipFile, entry: Entry, count: (bytes: number) => void): Promise<number> {
  let size = 0;
  const counter = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      try {
        count(chunk.length);
        done();
      } catch (error) {
        done(broken(error));
      }
    },
  });
  await pipeline(await zip.openReadStreamPromise(entry), counter);
  return size;
}

/** Unpacks the archive to nowhere, counting, and refuses whatever could lead outside, hide or swell; FileError says what. One level only. */
export async function inspectZip(source: string | Buffer, limits: ZipLimits = {}): Promise<ZipContents> {
  const { maxEntries = 2_000, maxUnpacked = 1024 ** 3, maxRatio = 100 } = limits;
  const options = { decodeStrings: false };
  let zip: ZipFile;
  try {
    zip = await (typeof source === 'string' ? yauzl.openPromise(source, options) : yauzl.fromBufferPromise(source, options));
  } catch (error) {
    throw broken(error);
  }
  const entries: { name: string; size: number; isFolder: boolean }[] = [];
  const seen = new Set<string>();
  let unpacked = 0;
  try {
    if (zip.entryCount > maxEntries) throw new FileError('entries', `more than ${maxEntries} entries`);
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      checkEntry(entry, name);
      // Equal on a file system that ignores case or composes letters is a duplicate, too.
      const key = name.replace(/\/$/, '').normalize('NFC').toLowerCase();
      if (seen.has(key)) throw new FileError('duplicate', `${name} occurs twice`);
      seen.add(key);
      if (entries.length >= maxEntries) throw new FileError('entries', `more than ${maxEntries} entries`);
      await checkLocalName(zip, entry);
      const packed = Math.max(1, entry.compressedSize);
      let mine = 0;
      const size = await unpack(zip, entry, (bytes) => {
        mine += bytes;
        unpacked += bytes;
        if (unpacked > maxUnpacked) throw new FileError('unpacked', `more than ${maxUnpacked} bytes unpacked`);
        if ((mine > freeBytes && mine / packed > maxRatio) || (unpacked > freeBytes && unpacked / zip.fileSize > maxRatio))
          throw new FileError('ratio', `${name} unpacks to far more than it holds`);
      });
      entries.push({ name, size, isFolder: name.endsWith('/') });
    }
  } catch (error) {
    throw broken(error);
  } finally {
    zip.close();
  }
  return { type: typeOfZip(entries.map((entry) => entry.name)), entries, unpacked };
}
