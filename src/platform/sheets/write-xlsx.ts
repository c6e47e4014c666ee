import { Readable } from 'node:stream';
import { sheetLimits, zoneOffset } from './cell.ts';
import type { Cell } from './cell.ts';
import { SheetError } from './sheet-error.ts';
import { sheetHead, sheetTail, styles, workbookParts, xmlText } from './xlsx-parts.ts';
import { ZipTooLarge, zipOf, type ZipPart } from '../files/zip-write.ts';

/** How an xlsx is written. */
export interface XlsxOptions {
  readonly sheet: string;
  readonly header?: readonly string[];
  /** Column widths in characters. */
  readonly widths?: readonly number[];
  /** Keeps the header in view (true with a header). */
  readonly freezeHeader?: boolean;
  /** IANA zone in which moments are shown (UTC). */
  readonly timeZone?: string;
}

/** Bytes that are packed at once, in one buffer for the whole sheet. */
const pieceBytes = 256 * 1024;
const dayMs = 86_400_000;
/** Day 0 of the 1900 date system. */
const epoch = Date.UTC(1899, 11, 30);
/** From here on both date systems and the leap-year error of 1900 agree; earlier moments are written as text. */
const firstMoment = Date.UTC(1900, 2, 1);

const text = (value: string, style: number): string => {
  const cut = value.length > sheetLimits.cell ? value.slice(0, sheetLimits.cell) : value;
  return `<c${style === styles.plain ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(cut)}</t></is></c>`;
};

function momentXml(wall: number, style: number, written: string): string {
  if (wall < firstMoment || Number.isNaN(wall)) return text(written, styles.plain);
  const days = (wall - epoch) / dayMs;
  // Each number that becomes a text by itself is remembered by the engine for long; moments hardly ever come twice. Ten digits are 9 µs.
  return `<c s="${style}"><v>${Number.isInteger(days) ? days : days.toFixed(10)}</v></c>`;
}

function cellXml(cell: Cell, offset: (moment: number) => number): string {
  if (cell === null || cell === undefined || cell === '') return '<c/>';
  if (typeof cell === 'string') return text(cell, styles.plain);
  // More than 15 digits would be rounded by the spreadsheet: such numbers are texts.
  if (typeof cell === 'number')
    return Number.isFinite(cell) && (!Number.isInteger(cell) || Math.abs(cell) < 1e15)
      ? `<c><v>${cell}</v></c>`
      : text(String(cell), styles.plain);
  if (typeof cell === 'bigint')
    return cell > -(10n ** 15n) && cell < 10n ** 15n ? `<c><v>${cell}</v></c>` : text(String(cell), styles.plain);
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (!(cell instanceof Date))
    return momentXml(/^\d{4}-\d\d-\d\d$/.test(cell.day) ? Date.parse(cell.day) : Number.NaN, styles.day, cell.day);
  const moment = cell.getTime();
  return Number.isNaN(moment) ? '<c/>' : momentXml(moment + offset(moment), styles.moment, cell.toISOString());
}

/** The sheet piece by piece, all in one buffer: each piece holds until the next is asked for. */
async function* sheetXml(rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>, options: XlsxOptions): AsyncGenerator<Buffer> {
  const offset = zoneOffset(options.timeZone ?? 'UTC');
  const { header } = options;
  const buffer = Buffer.allocUnsafeSlow(pieceBytes);
  let used = buffer.write(
    sheetHead({
      ...(options.widths === undefined ? {} : { widths: options.widths }),
      freezeHeader: header !== undefined && options.freezeHeader !== false,
    }),
  );
  function* added(row: string): Generator<Buffer> {
    // A letter is three bytes at most.
    if (used + row.length * 3 > pieceBytes) {
      yield buffer.subarray(0, used);
      used = 0;
    }
    if (row.length * 3 > pieceBytes) yield Buffer.from(row);
    else used += buffer.write(row, used);
  }
  let count = 0;
  if (header !== undefined) {
    yield* added(`<row>${header.map((title) => text(title, styles.header)).join('')}</row>`);
    count = 1;
  }
  for await (const cells of rows) {
    count += 1;
    if (count > sheetLimits.rows) throw new SheetError('rows', count);
    if (cells.length > sheetLimits.columns) throw new SheetError('columns', count);
    let row = '<row>';
    for (const cell of cells) row += cellXml(cell, offset);
    yield* added(`${row}</row>`);
  }
  yield* added(sheetTail);
  yield buffer.subarray(0, used);
}

/** Streams rows as a workbook of one sheet in constant memory; texts stay texts (no formula is ever written). Fails with SheetError above 1,048,576 rows or 4 GiB. */
export function writeXlsx(rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>, options: XlsxOptions): Readable {
  const small = Object.entries(workbookParts(options.sheet)).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  // Piece by piece: a stream of bytes would join what waits in it into ever new buffers.
  return Readable.from(packed([...small, { name: 'xl/worksheets/sheet1.xml', content: () => sheetXml(rows, options) }]));
}

async function* packed(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  try {
    yield* zipOf(parts);
  } catch (error) {
    throw error instanceof ZipTooLarge ? new SheetError('unpacked') : error;
  }
}
