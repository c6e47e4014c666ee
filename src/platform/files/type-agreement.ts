import { detectType } from './detect-type.ts';

const office = 'application/vnd.openxmlformats-officedocument.';
const ole = 'application/x-ole-storage';

interface Kind {
  /** The type it is stored and served under. */
  readonly type: string;
  /** What detectType may say of its content. */
  readonly content: readonly string[];
  /** Other names that clients declare. */
  readonly aliases?: readonly string[];
}

const kind = (type: string, content: readonly string[] = [type], aliases: readonly string[] = []): Kind => ({ type, content, aliases });
/** ASN.1 in its distinguished encoding. */
const der = 'application/x-der';
const texts = ['text/plain', 'application/json'];
const certificates = ['text/plain', 'application/x-x509-ca-cert', 'application/x-x509-user-cert', 'application/pkix-cert'];

// The first bytes of a zip do not always show what it is: an office document or package may read as a plain archive.
const kinds: Readonly<Record<string, Kind>> = {
  png: kind('image/png'),
  jpg: kind('image/jpeg', ['image/jpeg'], ['image/jpg', 'image/pjpeg']),
  jpeg: kind('image/jpeg', ['image/jpeg'], ['image/jpg', 'image/pjpeg']),
  gif: kind('image/gif'),
  webp: kind('image/webp'),
  ico: kind('image/x-icon', ['image/x-icon'], ['image/vnd.microsoft.icon']),
  tif: kind('image/tiff'),
  tiff: kind('image/tiff'),
  heic: kind('image/heic', ['image/heic'], ['image/heif']),
  avif: kind('image/avif'),
  svg: kind('image/svg+xml'),
  pdf: kind('application/pdf'),
  zip: kind('application/zip', ['application/zip'], ['application/x-zip-compressed', 'application/x-zip', 'multipart/x-zip']),
  docx: kind(`${office}wordprocessingml.document`, [`${office}wordprocessingml.document`, 'application/zip']),
  xlsx: kind(`${office}spreadsheetml.sheet`, [`${office}spreadsheetml.sheet`, 'application/zip']),
  pptx: kind(`${office}presentationml.presentation`, [`${office}presentationml.presentation`, 'application/zip']),
  odt: kind('application/vnd.oasis.opendocument.text'),
  ods: kind('application/vnd.oasis.opendocument.spreadsheet'),
  odp: kind('application/vnd.oasis.opendocument.presentation'),
  doc: kind('application/msword', [ole, 'application/rtf']),
  xls: kind('application/vnd.ms-excel', [ole]),
  ppt: kind('application/vnd.ms-powerpoint', [ole]),
  rtf: kind('application/rtf', ['application/rtf'], ['text/rtf']),
  apk: kind('application/vnd.android.package-archive', ['application/vnd.android.package-archive', 'application/zip']),
  ipa: kind('application/x-ios-app', ['application/x-ios-app', 'application/zip'], ['application/octet-stream']),
  gz: kind('application/gzip', ['application/gzip'], ['application/x-gzip']),
  tar: kind('application/x-tar'),
  '7z': kind('application/x-7z-compressed'),
  rar: kind('application/vnd.rar', ['application/vnd.rar'], ['application/x-rar-compressed']),
  exe: kind(
    'application/x-msdownload',
    ['application/x-msdownload'],
    ['application/x-dosexec', 'application/vnd.microsoft.portable-executable'],
  ),
  txt: kind('text/plain', texts),
  pem: kind('application/x-pem-file', texts, certificates),
  crt: kind('application/x-pem-file', texts, certificates),
  cer: kind('application/x-pem-file', texts, certificates),
  p8: kind('application/x-pem-file', texts, ['application/pkcs8']),
  p12: kind('application/x-pkcs12', [der], ['application/pkcs12']),
  pfx: kind('application/x-pkcs12', [der], ['application/pkcs12']),
  mobileprovision: kind('application/x-apple-provision', [der], ['application/x-apple-aspen-mobileprovision']),
  provisionprofile: kind('application/x-apple-provision', [der]),
  log: kind('text/plain', texts),
  md: kind('text/markdown', texts, ['text/plain']),
  csv: kind('text/csv', texts, ['text/plain', 'application/csv', 'application/vnd.ms-excel', 'text/comma-separated-values']),
  json: kind('application/json', ['application/json'], ['text/json', 'text/plain']),
  lic: kind('application/json', texts, ['text/plain', 'application/x-license']),
  xml: kind('application/xml', ['application/xml', 'image/svg+xml'], ['text/xml']),
  html: kind('text/html', ['text/html'], ['application/xhtml+xml']),
  htm: kind('text/html', ['text/html'], ['application/xhtml+xml']),
  mp4: kind('video/mp4'),
  mov: kind('video/quicktime', ['video/quicktime', 'video/mp4']),
  webm: kind('video/webm'),
  m4a: kind('audio/mp4', ['audio/mp4', 'video/mp4'], ['audio/x-m4a']),
  mp3: kind('audio/mpeg', ['audio/mpeg'], ['audio/mp3']),
  wav: kind('audio/wav', ['audio/wav'], ['audio/x-wav', 'audio/wave', 'audio/vnd.wave']),
  ogg: kind('audio/ogg', ['audio/ogg'], ['video/ogg', 'application/ogg']),
};

const endingOf = (name: string): string | undefined => /\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase();

/** The type that a name promises; undefined where its ending is not known, so that the file would not be taken. */
export function typeByName(name: string): string | undefined {
  const ending = endingOf(name);
  return ending !== undefined && Object.hasOwn(kinds, ending) ? kinds[ending]?.type : undefined;
}

/** Whether a file is what it says: `type` is the one to store and serve it under; otherwise which of the three disagrees. */
export type Agreement =
  | { readonly ok: true; readonly type: string }
  | { readonly ok: false; readonly reason: 'name' | 'declared' | 'content'; readonly found: string | undefined };

/** Compares the name's ending, the declared type ('' or application/octet-stream: none) and the first bytes (headBytes of detectType). */
export function agree(name: string, declared: string, head: Buffer): Agreement {
  const found = detectType(head);
  const ending = endingOf(name);
  const known = ending !== undefined && Object.hasOwn(kinds, ending) ? kinds[ending] : undefined;
  if (known === undefined) return { ok: false, reason: 'name', found };
  if (found === undefined || !known.content.includes(found)) return { ok: false, reason: 'content', found };
  const said = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  const isSaid = said === '' || said === 'application/octet-stream' || said === known.type || (known.aliases ?? []).includes(said);
  return isSaid ? { ok: true, type: known.type } : { ok: false, reason: 'declared', found };
}

/** Types never served from our own origin but as a sandboxed attachment: a browser would run what is inside. */
export function isActiveType(type: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|application\/xml|text\/xml|text\/javascript|application\/javascript)$/.test(
    type,
  );
}
