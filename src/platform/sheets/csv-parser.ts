import type { ReadRow } from './cell.ts';
import { SheetError } from './sheet-error.ts';

/** Limits of a csv. */
export interface CsvLimits {
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Characters of one cell. */
  readonly maxCell: number;
  /** Characters of one row. */
  readonly maxLine: number;
}

const quote = 34;
const newline = 10;
const carriageReturn = 13;

/** The delimiter used most outside quotes in the first line; a comma when there is none. */
export function detectDelimiter(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((one) => [one, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

/** A push parser of csv (RFC 4180 with any line end); rows are numbered by the text line they begin in. Throws SheetError quote, rows, columns, cell, line, cut. */
export class CsvParser {
  readonly #separator: number;
  readonly #limits: CsvLimits;
  #done: ReadRow[] = [];
  #cells: string[] = [];
  #cell = '';
  #state: 'plain' | 'quoted' | 'afterQuote' = 'plain';
  #line = 1;
  #rowLine = 1;
  #quoteLine = 0;
  #count = 0;
  #width = 0;
  /** Characters of the row that is being read. */
  #length = 0;
  #wasReturn = false;

  constructor(delimiter: string, limits: CsvLimits) {
    this.#separator = delimiter.charCodeAt(0);
    this.#limits = limits;
  }

  /** The text line that is being read, from 1. */
  get line(): number {
    return this.#line;
  }

  /** Takes the next text and gives the rows that are complete. */
  write(text: string): ReadRow[] {
    let at = 0;
    while (at < text.length) {
      const end = this.#state === 'quoted' ? this.#inQuotes(text, at) : this.#outside(text, at);
      this.#length += end - at;
      if (this.#length > this.#limits.maxLine) throw new SheetError('line', this.#rowLine);
      at = end;
    }
    return this.#take();
  }

  /** The last row; a quote still open or a last line without all its cells and its end is refused. */
  end(): ReadRow[] {
    if (this.#state === 'quoted') throw new SheetError('quote', this.#quoteLine);
    if (this.#cells.length > 0 || this.#cell !== '' || this.#state === 'afterQuote') {
      if (this.#width > 0 && this.#cells.length + 1 < this.#width) throw new SheetError('cut', this.#rowLine);
      this.#endRow();
    }
    return this.#take();
  }

  #inQuotes(text: string, at: number): number {
    const found = text.indexOf('"', at);
    const part = text.slice(at, found < 0 ? text.length : found);
    this.#cell += part;
    // A quote that is never closed would swallow the rest of the file.
    if (this.#cell.length > this.#limits.maxCell) throw new SheetError('quote', this.#quoteLine);
    for (let next = part.indexOf('\n'); next >= 0; next = part.indexOf('\n', next + 1)) this.#line += 1;
    if (found < 0) return text.length;
    this.#state = 'afterQuote';
    return found + 1;
  }

  #outside(text: string, at: number): number {
    const code = text.charCodeAt(at);
    const isSecond = code === newline && this.#wasReturn;
    this.#wasReturn = code === carriageReturn;
    if (isSecond) return at + 1;
    if (code === quote) this.#quote();
    else if (code === this.#separator) this.#endCell();
    else if (code === newline || code === carriageReturn) this.#endLine();
    else if (this.#state === 'plain') return this.#run(text, at);
    // Blanks after the closing quote are forgiven; anything else means that a quote was not doubled.
    else if (code !== 32 && code !== 9) throw new SheetError('quote', this.#line);
    return at + 1;
  }

  #run(text: string, from: number): number {
    let end = from + 1;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === this.#separator || code === newline || code === carriageReturn || code === quote) break;
    }
    this.#cell += text.slice(from, end);
    if (this.#cell.length > this.#limits.maxCell) throw new SheetError('cell', this.#rowLine);
    return end;
  }

  #quote(): void {
    // Two quotes inside a quoted cell are one; a quote within a bare cell is itself.
    if (this.#state === 'plain' && this.#cell !== '') {
      this.#cell += '"';
      return;
    }
    if (this.#state === 'afterQuote') this.#cell += '"';
    else this.#quoteLine = this.#line;
    this.#state = 'quoted';
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    if (this.#cells.length > this.#limits.maxColumns) throw new SheetError('columns', this.#rowLine);
    this.#cell = '';
    this.#state = 'plain';
  }

  #endLine(): void {
    this.#endRow();
    this.#line += 1;
    this.#rowLine = this.#line;
  }

  #endRow(): void {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#length = 0;
    this.#width ||= cells.length;
    while (cells.length > 0 && cells.at(-1) === '') cells.pop();
    if (cells.length === 0) return;
    this.#count += 1;
    if (this.#count > this.#limits.maxRows) throw new SheetError('rows', this.#rowLine);
    this.#done.push({ row: this.#rowLine, cells });
  }

  #take(): ReadRow[] {
    const rows = this.#done;
    this.#done = [];
    return rows;
  }
}
