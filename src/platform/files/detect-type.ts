import { isUtf8 } from 'node:buffer';

/** How many first bytes detectType wants (fewer when the file is shorter). */
export const headBytes = 8192;

const latin = (head: Buffer, from: number, to: number): string => head.subarray(from, to).toString('latin1');
const starts = (head: Buffer, hex: string): boolean => head.subarray(0, hex.length / 2).toString('hex') === hex;

const magic: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['474946383761', 'image/gif'],
  ['474946383961', 'image/gif'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
  ['00000100', 'image/x-icon'],
  ['255044462d', 'application/pdf'],
  ['d0cf11e0a1b11ae1', 'application/x-ole-storage'],
  ['1f8b08', 'application/gzip'],
  ['377abcaf271c', 'application/x-7z-compressed'],
  ['526172211a07', 'application/vnd.rar'],
  ['4f676753', 'audio/ogg'],
  ['494433', 'audio/mpeg'],
  ['1a45dfa3', 'video/webm'],
  ['4d5a', 'application/x-msdownload'],
  ['7f454c46', 'application/x-executable'],
  ['7b5c727466', 'application/rtf'],
];

/** The names at the beginning of a zip as far as the head shows them. */
function zipNames(head: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at >= 0 && at + 30 <= head.length && names.length < 200; at = head.indexOf('PK\u0003\u0004', at + 4, 'latin1')) {
    names.push(latin(head, at + 30, at + 30 + head.readUInt16LE(at + 26)));
  }
  return names;
}

const openDocument: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet': 'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation': 'application/vnd.oasis.opendocument.presentation',
};

/** The kind of a zip by the names in it: office document, application package, or a plain archive. */
export function typeOfZip(names: readonly string[], mimetype = ''): string {
  const has = (prefix: string): boolean => names.some((name) => name.startsWith(prefix));
  if (openDocument[mimetype] !== undefined) return openDocument[mimetype];
  if (has('AndroidManifest.xml')) return 'application/vnd.android.package-archive';
  if (names.some((name) => /^Payload\/[^/]+\.app\//.test(name))) return 'application/x-ios-app';
  if (has('word/')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (has('xl/')) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  if (has('ppt/')) return 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  return 'application/zip';
}

function typeOfZipHead(head: Buffer): string {
  const names = zipNames(head);
  // OpenDocument keeps its type as the first entry, stored, by its standard.
  const mimetype = names[0] === 'mimetype' ? latin(head, 38, 38 + 60).replace(/PK[^]*$/, '') : '';
  return typeOfZip(names, mimetype);
}

function typeOfBox(head: Buffer): string {
  const brand = latin(head, 8, 12);
  if (brand === 'heic' || brand === 'heix' || brand === 'mif1') return 'image/heic';
  if (brand === 'avif') return 'image/avif';
  if (brand === 'M4A ') return 'audio/mp4';
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

/** The type of a text: markup is told from plain text because a browser would run it; undefined when it is none. */
function typeOfText(head: Buffer): string | undefined {
  const isWide = starts(head, 'fffe') || starts(head, 'feff');
  if (!isWide && head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127)) return undefined;
  // UTF-8 cut in the middle of a character at the end of the head is still UTF-8.
  const isUnicode = [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
  const text = (
    isWide ? new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head) : head.toString(isUnicode ? 'utf8' : 'latin1')
  )
    .replace(/^[\ufeff\s]+/, '')
    .toLowerCase();
  const inside = text.replace(/^(?:<\?xml[^>]*>|<!--[^]*?-->|<!doctype\s+svg[^>]*>|\s)+/, '');
  if (inside.startsWith('<svg')) return 'image/svg+xml';
  if (/^<(?:!doctype\s+html|html|head|body|script|iframe|style|title|meta|table|div|p|a|img|b|h1|br|object|embed)\b/.test(inside))
    return 'text/html';
  if (text.startsWith('<?xml') || /^<[a-z!][^>]*>/.test(inside)) return 'application/xml';
  return /^[[{]/.test(text) && isUnicode ? 'application/json' : 'text/plain';
}

/** Content type by the first bytes (headBytes of them), undefined when nothing known; a name is never looked at. */
export function detectType(head: Buffer): string | undefined {
  if (head.length === 0) return 'text/plain';
  if (starts(head, '504b0304')) return typeOfZipHead(head);
  if (starts(head, '504b0506')) return 'application/zip';
  const known = magic.find(([hex]) => starts(head, hex));
  if (known !== undefined) return known[1];
  if (latin(head, 0, 4) === 'RIFF') return { WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' }[latin(head, 8, 12)];
  if (latin(head, 4, 8) === 'ftyp') return typeOfBox(head);
  if (latin(head, 257, 262) === 'ustar') return 'application/x-tar';
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2) return 'audio/mpeg';
  return typeOfText(head) ?? (isDer(head) ? 'application/x-der' : undefined);
}

/** A sequence in ASN.1 of some length: certificates, keys and signed data begin so. */
const isDer = (head: Buffer): boolean => head[0] === 0x30 && [0x80, 0x82, 0x83, 0x84].includes(head[1] ?? 0);
