import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { SheetError } from './sheet-error.ts';
import { createXml } from './xml-stream.ts';
import type { XmlHandlers } from './xml-stream.ts';

/** Limits of a workbook in bytes unpacked, counted while they are read. */
export interface PackageLimits {
  readonly maxUnpacked: number;
  /** Of the parts that are kept in memory: texts and styles. */
  readonly maxKept: number;
}

/** An opened workbook: its parts as XML. */
export interface XlsxPackage {
  has(part: string): boolean;
  /** Reads a part that is kept in memory. */
  read(part: string, handlers: XmlHandlers): Promise<void>;
  /** Reads a part of any size; between two steps the caller takes what the handlers collected. */
  steps(part: string, handlers: XmlHandlers): AsyncGenerator<void>;
  close(): void;
}

const maxParts = 5_000;
const ole = 'd0cf11e0a1b11ae1';

async function openZip(source: string | Buffer): Promise<ZipFile> {
  try {
    return await (typeof source === 'string' ? yauzl.openPromise(source, { autoClose: false }) : yauzl.fromBufferPromise(source));
  } catch (error) {
    // Workbooks with a password are OLE files.
    const isOle = Buffer.isBuffer(source) && source.subarray(0, 8).toString('hex') === ole;
    throw new SheetError(isOle ? 'encrypted' : 'notXlsx', 0, { cause: error });
  }
}

async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  if (zip.entryCount > maxParts) throw new SheetError('notXlsx');
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (parts.has(name) || parts.size >= maxParts) throw new SheetError('malformed');
    parts.set(name, entry);
  }
  return parts;
}

function decoderOf(first: Buffer): TextDecoder {
  const mark = first.subarray(0, 2).toString('hex');
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8', { fatal: true });
}

const asSheetError = (error: unknown): SheetError =>
  error instanceof SheetError ? error : new SheetError('malformed', 0, { cause: error });

/** Opens a workbook from a path or from memory; SheetError notXlsx, encrypted or malformed. */
export async function openPackage(source: string | Buffer, limits: PackageLimits): Promise<XlsxPackage> {
  const zip = await openZip(source);
  let parts: Map<string, Entry>;
  try {
    parts = await listParts(zip);
  } catch (error) {
    zip.close();
    throw asSheetError(error);
  }
  let unpacked = 0;
  let kept = 0;

  async function* steps(part: string, handlers: XmlHandlers, isKept = false): AsyncGenerator<void> {
    const entry = parts.get(part.toLowerCase());
    if (entry === undefined) throw new SheetError('notXlsx');
    const xml = createXml(handlers);
    let decoder: TextDecoder | undefined;
    let mine = 0;
    try {
      const stream = await zip.openReadStreamPromise(entry);
      for await (const part of stream) {
        if (!Buffer.isBuffer(part)) continue;
        mine += part.length;
        unpacked += part.length;
        if (isKept) kept += part.length;
        if (unpacked > limits.maxUnpacked || kept > limits.maxKept) throw new SheetError('unpacked');
        // What stays in memory may not come out of nothing; a sheet flows through, its empty rows pack 1 to 300.
        if (isKept && mine > 8 * 1024 * 1024 && mine / Math.max(1, entry.compressedSize) > 100) throw new SheetError('ratio');
        decoder ??= decoderOf(part);
        xml.write(decoder.decode(part, { stream: true }));
        yield;
      }
      xml.write(decoder?.decode() ?? '');
      xml.end();
      yield;
    } catch (error) {
      throw asSheetError(error);
    }
  }

  return {
    has: (part) => parts.has(part.toLowerCase()),
    async read(part, handlers) {
      for await (const _step of steps(part, handlers, true)) continue;
    },
    steps: (part, handlers) => steps(part, handlers),
    close: () => zip.close(),
  };
}
