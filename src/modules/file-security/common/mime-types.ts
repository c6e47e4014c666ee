import type { FileType } from './words.ts';

const exact: Readonly<Record<string, FileType>> = {
  'application/pdf': 'pdf',
  'application/msword': 'document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
  'application/vnd.oasis.opendocument.text': 'document',
  'application/rtf': 'document',
  'application/vnd.ms-excel': 'sheet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'sheet',
  'application/vnd.oasis.opendocument.spreadsheet': 'sheet',
  'text/csv': 'sheet',
  'application/vnd.ms-powerpoint': 'slides',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'slides',
  'application/vnd.oasis.opendocument.presentation': 'slides',
  'application/zip': 'archive',
  'application/gzip': 'archive',
  'application/x-tar': 'archive',
  'application/x-7z-compressed': 'archive',
  'application/vnd.rar': 'archive',
  'application/vnd.android.package-archive': 'program',
  'application/x-msdownload': 'program',
  'application/x-executable': 'program',
  'application/json': 'text',
};

/** The type of a file by its content type, as rules name types. */
export function typeOf(contentType: string): FileType {
  const [plain = ''] = contentType.split(';');
  const known = exact[plain.trim()];
  if (known) return known;
  const [family] = plain.split('/');
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : 'other';
}

/** The extension of a file's name in lower case, without the dot; empty where it has none. */
export const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const extensions: readonly (readonly [FileType, string])[] = [
  ['document', 'doc docx docm odt rtf wps'],
  ['sheet', 'xls xlsx xlsm xlsb ods csv et'],
  ['slides', 'ppt pptx pptm odp dps'],
  ['pdf', 'pdf ofd'],
  ['image', 'png jpg jpeg gif webp bmp tif tiff svg heic dwg dxf'],
  ['video', 'mp4 mov avi mkv webm wmv flv'],
  ['audio', 'mp3 wav m4a aac ogg flac amr'],
  ['archive', 'zip rar 7z gz tgz tar bz2 xz'],
  ['text', 'txt md log json xml yaml yml html htm'],
  ['program', 'exe dll msi bat cmd com scr ps1 vbs js jar sh apk ipa dmg pkg deb rpm'],
];
const byExtension = new Map(extensions.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)));

/** The type of an entry of an archive, by its name. */
export const typeOfName = (name: string): FileType => byExtension.get(extensionOf(name)) ?? 'other';
