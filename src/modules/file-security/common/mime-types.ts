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
