import { Readable } from 'node:stream';
import { wallText, zoneOffset } from './cell.ts';
import type { Cell } from './cell.ts';

/** How a csv is written. */
export interface CsvOptions {
  readonly header?: readonly string[];
  /** IANA zone in which moments are shown (UTC). */
  readonly timeZone?: string;
  readonly delimiter?: ',' | ';' | '\t';
  /** Byte order mark, so that spreadsheets read UTF-8 (true). */
  readonly bom?: boolean;
}

/** Letters that are written at once. Longer texts would be large objects of the heap, which are collected late. */
const chunkLetters = 60_000;

// What a spreadsheet takes for the beginning of a formula, also after spaces and in full width (OWASP, CSV injection).
const formula = /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\n|%\uff1d\uff0b\uff0d\uff20\u2212]/u;

/** A text that no spreadsheet runs: with a leading apostrophe when it begins like a formula. */
export function neutralise(text: string): string {
  return formula.test(text) && text.trimStart() !== '-' ? `'${text}` : text;
}

function textOf(cell: Cell, offset: (moment: number) => number): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return neutralise(cell);
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : wallText(cell.getTime() + offset(cell.getTime()));
  if (typeof cell === 'object') return neutralise(cell.day);
  // Numbers and booleans are our own: a minus there is no formula.
  return String(cell);
}

/** Streams rows as csv (RFC 4180, UTF-8, CRLF) in constant memory; texts that begin like a formula get an apostrophe. */
export function writeCsv(rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>, options: CsvOptions = {}): Readable {
  const { delimiter = ',', bom = true } = options;
  const offset = zoneOffset(options.timeZone ?? 'UTC');
  const special = new RegExp(`["\\r\\n${delimiter}]|^\\s|\\s$`);
  const quote = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (cells: readonly Cell[]): string => `${cells.map((cell) => quote(textOf(cell, offset))).join(delimiter)}\r\n`;
  async function* chunks(): AsyncGenerator<Buffer> {
    let text = (bom ? '\ufeff' : '') + (options.header === undefined ? '' : line(options.header));
    for await (const cells of rows) {
      text += line(cells);
      if (text.length > chunkLetters) {
        yield Buffer.from(text);
        text = '';
      }
    }
    if (text !== '') yield Buffer.from(text);
  }
  return Readable.from(chunks());
}
