import { maxLine, sheetLimits } from './cell.ts';
import type { ReadRow } from './cell.ts';
import { CsvParser, detectDelimiter } from './csv-parser.ts';
import { detectEncoding, piecesOf } from './csv-source.ts';
import type { TextEncoding } from './detect-encoding.ts';
import { SheetError } from './sheet-error.ts';

/** How a csv is read; what is left out is found by looking. */
export interface ReadCsvOptions {
  readonly encoding?: TextEncoding;
  readonly delimiter?: string;
  /** Rows with content (1,000,000). */
  readonly maxRows?: number;
  /** Columns (1,000). */
  readonly maxColumns?: number;
}

async function* textOf(source: string | Buffer, encoding: TextEncoding, line: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  // Small steps, so that an error names its line.
  const stepBytes = 4096;
  for await (const piece of piecesOf(source)) {
    for (let at = 0; at < piece.length; at += stepBytes) {
      const bytes = piece.subarray(at, at + stepBytes);
      try {
        yield decoder.decode(bytes, { stream: true });
      } catch (error) {
        throw new SheetError('encoding', line() + goodLines(bytes, encoding), { cause: error });
      }
    }
  }
  try {
    yield decoder.decode();
  } catch (error) {
    throw new SheetError('encoding', line(), { cause: error });
  }
}

/** Line ends before the first byte that can't be decoded. */
function goodLines(bytes: Buffer, encoding: TextEncoding): number {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let lines = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    try {
      if (decoder.decode(bytes.subarray(at, at + 1), { stream: true }) === '\n') lines += 1;
    } catch {
      // The first bytes may end a character of the step before: only a failure after a line end or well inside counts.
      if (at > 3) return lines;
    }
  }
  return lines;
}

/** Streams the rows with content of a csv: UTF-8, UTF-16, GB18030 or Shift_JIS, the delimiter found in the first line. SheetError with the line. */
export async function* readCsv(source: string | Buffer, options: ReadCsvOptions = {}): AsyncGenerator<ReadRow> {
  const encoding = options.encoding ?? (await detectEncoding(source));
  const limits = { maxRows: options.maxRows ?? 1_000_000, maxColumns: options.maxColumns ?? 1_000, maxCell: sheetLimits.cell * 2, maxLine };
  let parser: CsvParser | undefined;
  for await (const text of textOf(source, encoding, () => parser?.line ?? 1)) {
    if (text.includes('\u0000')) throw new SheetError('encoding', parser?.line ?? 1);
    parser ??= new CsvParser(options.delimiter ?? detectDelimiter(text), limits);
    yield* parser.write(text);
  }
  yield* parser?.end() ?? [];
}
