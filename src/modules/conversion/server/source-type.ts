import { open as openZip, type Entry } from 'yauzl';
import { detectType, headBytes } from '#platform/files/detect-type.ts';
import { open } from 'node:fs/promises';
import type { ConvertType } from '../common/conversion.contract.ts';

/** Why a file is not converted, as a word of the catalogue. */
export class Unconvertible extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`Not converted: ${reason}`);
    this.reason = reason;
  }
}

const mostEntries = 2_000;
const mostUnpacked = 1024 ** 3;
const mostRatio = 100;
const mostRels = 1024 ** 2;

const byEnding: Readonly<Record<string, ConvertType>> = {
  doc: 'doc',
  xls: 'xls',
  ppt: 'ppt',
  txt: 'txt',
  md: 'txt',
  csv: 'txt',
  log: 'txt',
};
const byMime: Readonly<Record<string, ConvertType>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/rtf': 'rtf',
};

/** What a file is by its content; the name decides only among old office formats, whose contents look alike. Throws `Unconvertible`. */
export async function sourceType(file: string, name: string): Promise<{ type: ConvertType; hasOutsideLinks: boolean }> {
  const found = detectType(await headOf(file));
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const known = found === undefined ? undefined : byMime[found];
  if (known) return { type: known, hasOutsideLinks: false };
  if (found === 'application/x-ole-storage') {
    const type = byEnding[ending];
    if (type === 'doc' || type === 'xls' || type === 'ppt') return { type, hasOutsideLinks: false };
    throw new Unconvertible('type');
  }
  if (found === 'text/plain' || found === 'application/json') {
    if (byEnding[ending] === 'txt') return { type: 'txt', hasOutsideLinks: false };
    throw new Unconvertible('type');
  }
  return readPackage(file);
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Looks at the list of an office package: what it is, whether it is a bomb, and whether it leads outside. */
function readPackage(file: string): Promise<{ type: ConvertType; hasOutsideLinks: boolean }> {
  return new Promise((resolve, reject) => {
    openZip(file, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(new Unconvertible('type'));
      let type: ConvertType | undefined;
      let entries = 0;
      let unpacked = 0;
      let packed = 0;
      let hasOutsideLinks = false;
      const fail = (reason: string): void => {
        zip.close();
        reject(new Unconvertible(reason));
      };
      zip.on('error', () => fail('damaged'));
      zip.on('end', () => (type === undefined ? reject(new Unconvertible('type')) : resolve({ type, hasOutsideLinks })));
      zip.on('entry', (entry: Entry) => {
        entries += 1;
        unpacked += entry.uncompressedSize;
        packed += entry.compressedSize;
        if (entries > mostEntries || unpacked > mostUnpacked || (unpacked > 10 * 1024 ** 2 && unpacked / Math.max(1, packed) > mostRatio))
          return fail('bomb');
        if (entry.isEncrypted()) return fail('password');
        type ??= typeOfEntry(entry.fileName);
        if (!entry.fileName.endsWith('.rels') || entry.uncompressedSize > mostRels) return zip.readEntry();
        zip.openReadStream(entry, (broken, stream) => {
          if (broken) return fail('damaged');
          let text = '';
          stream.on('data', (piece: Buffer) => (text += piece.toString('utf8')));
          stream.on('error', () => fail('damaged'));
          stream.on('end', () => {
            hasOutsideLinks ||= leadsOutside(text);
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

function typeOfEntry(name: string): ConvertType | undefined {
  if (name === 'word/document.xml') return 'docx';
  if (name === 'xl/workbook.xml' || name === 'xl/workbook.bin') return 'xlsx';
  if (name === 'ppt/presentation.xml') return 'pptx';
  return undefined;
}

/** Templates, pictures and objects that are fetched when the document is opened; links that somebody clicks do no harm. */
function leadsOutside(relations: string): boolean {
  return [...relations.matchAll(/<Relationship\b[^>]*>/g)].some(([one]) => /TargetMode="External"/.test(one) && !/\/hyperlink"/.test(one));
}
