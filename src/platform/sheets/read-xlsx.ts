import { sheetLimits } from './cell.ts';
import type { ReadRow } from './cell.ts';
import { SheetError } from './sheet-error.ts';
import { openPackage } from './xlsx-package.ts';
import { numberText } from './xlsx-values.ts';
import { readWorkbook, unescapeText } from './xlsx-workbook.ts';
import type { Workbook } from './xlsx-workbook.ts';
import type { XmlHandlers } from './xml-stream.ts';

/** What is read of a workbook, and how much of it. */
export interface ReadXlsxOptions {
  /** Name or position from 0 (the first visible sheet). */
  readonly sheet?: string | number;
  /** Rows with content (1,000,000). */
  readonly maxRows?: number;
  /** Columns (1,000). */
  readonly maxColumns?: number;
  /** Bytes unpacked (512 MiB). */
  readonly maxUnpacked?: number;
  /** Gets the last row that the sheet says it has, where it says so. */
  readonly onLastRow?: (row: number) => void;
}

const mebibyte = 1024 * 1024;
const packageLimits = (options: ReadXlsxOptions) => ({
  maxUnpacked: options.maxUnpacked ?? 512 * mebibyte,
  maxKept: Math.min(options.maxUnpacked ?? 512 * mebibyte, 256 * mebibyte),
});

/** Column from 0 of a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > sheetLimits.columns) throw new SheetError('malformed');
  }
  return column - 1;
}

/** Collects the rows of a sheet as its XML flows by. */
function createRowReader(
  book: Workbook,
  limits: { rows: number; columns: number },
  onLastRow: ReadXlsxOptions['onLastRow'],
): { handlers: XmlHandlers; take(): ReadRow[] } {
  let done: ReadRow[] = [];
  let count = 0;
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let type = '';
  let style = '';
  let value = '';
  let inValue = false;
  let inReading = false;
  let inData = false;

  const cellText = (): string => {
    if (value === '') return '';
    if (type === 's') {
      const text = book.strings[Number(value)];
      if (text === undefined) throw new SheetError('malformed', row);
      return text;
    }
    if (type === 'inlineStr' || type === 'str') return unescapeText(value);
    if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    if (type === 'e') return value;
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace(/(?:\.0+)?Z?$/, '');
    return numberText(value, (style === '' ? undefined : book.styles[Number(style)]) ?? 'plain', book.is1904);
  };
  const endCell = (): void => {
    const text = cellText();
    if (text === '') return;
    if (column >= limits.columns) throw new SheetError('columns', row);
    if (text.length > sheetLimits.cell * 2) throw new SheetError('cell', row);
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const endRow = (): void => {
    // A row without content, however it is styled, is no row.
    if (cells.length === 0) return;
    count += 1;
    if (count > limits.rows) throw new SheetError('rows', row);
    done.push({ row, cells });
  };
  const handlers: XmlHandlers = {
    open(name, attributes) {
      if (name === 'v' || name === 't') inValue = inData && !inReading;
      else if (name === 'c') {
        const found = attributes();
        const reference = found['r'];
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = found['t'] ?? 'n';
        style = found['s'] ?? '';
        value = '';
      } else if (name === 'row') {
        const number = attributes()['r'];
        row = number === undefined ? row + 1 : Number(number);
        if (!Number.isInteger(row) || row < 1 || row > sheetLimits.rows) throw new SheetError('malformed');
        column = -1;
        cells = [];
      } else if (name === 'dimension') {
        const last = /(\d+)$/.exec(attributes()['ref'] ?? '')?.[1];
        if (last !== undefined) onLastRow?.(Number(last));
      } else if (name === 'sheetData') inData = true;
      else if (name === 'rPh') inReading = true;
    },
    text(text) {
      if (inValue) value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') endCell();
      else if (name === 'row') endRow();
      else if (name === 'sheetData') inData = false;
      else if (name === 'rPh') inReading = false;
    },
  };
  return {
    handlers,
    take() {
      const rows = done;
      done = [];
      return rows;
    },
  };
}

/** The sheets of a workbook in order; SheetError when it is none. */
export async function listSheets(source: string | Buffer, options: ReadXlsxOptions = {}): Promise<{ name: string; isHidden: boolean }[]> {
  const zip = await openPackage(source, packageLimits(options));
  try {
    return (await readWorkbook(zip, false)).sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  } finally {
    zip.close();
  }
}

/**
 * Streams the rows with content of one sheet. Texts as typed, whole numbers and decimals without exponent, dates as yyyy-mm-dd or
 * yyyy-mm-ddThh:mm:ss, times as hh:mm:ss, booleans TRUE and FALSE, of formulas the value last computed. Refuses document types and
 * whatever swells beyond the limits while it is read; memory holds the shared texts and one piece of the sheet.
 */
export async function* readXlsx(source: string | Buffer, options: ReadXlsxOptions = {}): AsyncGenerator<ReadRow> {
  const zip = await openPackage(source, packageLimits(options));
  try {
    const book = await readWorkbook(zip, true);
    const { sheet } = options;
    const chosen =
      sheet === undefined
        ? (book.sheets.find((one) => !one.isHidden) ?? book.sheets[0])
        : typeof sheet === 'number'
          ? book.sheets[sheet]
          : book.sheets.find((one) => one.name === sheet);
    if (chosen === undefined || !zip.has(chosen.part)) throw new SheetError('sheet');
    const reader = createRowReader(book, { rows: options.maxRows ?? 1_000_000, columns: options.maxColumns ?? 1_000 }, options.onLastRow);
    for await (const _step of zip.steps(chosen.part, reader.handlers)) yield* reader.take();
  } finally {
    zip.close();
  }
}
