import { open } from 'node:fs/promises';
import type { ReadRow } from '#platform/sheets/cell.ts';
import { readCsv } from '#platform/sheets/read-csv.ts';
import { listSheets, readXlsx } from '#platform/sheets/read-xlsx.ts';
import type { FileConfig } from '../../../common/config/file.ts';
import { FileFailure } from './file-failure.ts';

const mostRows = 1_000_000;

/** Whether a file is a workbook: by its first bytes, for names lie. */
export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\u0003\u0004';
  } finally {
    await file.close();
  }
}

/** Names of the sheets of a workbook that people see; none of a text file. */
export async function sheetsOf(path: string): Promise<string[]> {
  if (!(await isWorkbook(path))) return [];
  return (await listSheets(path)).flatMap(({ name, isHidden }) => (isHidden ? [] : [name]));
}

/** Rows with content of a sheet, the one of people unless said. */
export async function* rowsOf(path: string, config: FileConfig, sheet = config.sheet): AsyncGenerator<ReadRow> {
  const maxRows = mostRows + config.headerRow;
  if (await isWorkbook(path)) yield* readXlsx(path, { maxRows, ...(sheet !== '' && { sheet }) });
  // A text file has one sheet.
  else if (sheet !== '' && sheet === config.departmentSheet) throw new FileFailure('sheet', 0);
  else
    yield* readCsv(path, {
      maxRows,
      ...(config.encoding !== 'auto' && { encoding: config.encoding }),
      ...(config.delimiter !== 'auto' && { delimiter: config.delimiter }),
    });
}

/** A row by the titles of the columns: null where a cell is empty. */
export interface TitledRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string | null>>;
}

/** Titles as they name columns: a second one of the same name is told apart, a column without one is not read. */
function titlesOf(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell) => {
    // A name that a connector works out itself begins with a dollar sign.
    const title = cell.trim().replace(/\s+/g, ' ').replace(/^\$+/, '').slice(0, 200);
    if (title === '') return '';
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    return count === 1 ? title : `${title} (${count})`;
  });
}

/** The rows below the header. Refuses a file without one, and one that lacks a column it must have. */
export async function* titledRows(rows: AsyncIterable<ReadRow>, headerRow: number, needed: readonly string[]): AsyncGenerator<TitledRow> {
  let titles: string[] | undefined;
  for await (const { row, cells } of rows) {
    if (row < headerRow) continue;
    if (!titles) {
      if (row > headerRow) throw new FileFailure('header', headerRow);
      titles = titlesOf(cells);
      if (needed.some((title) => !titles?.includes(title))) throw new FileFailure('column', row);
      continue;
    }
    const values: Record<string, string | null> = {};
    titles.forEach((title, at) => {
      if (title !== '') values[title] = cells[at]?.trim() || null;
    });
    yield { line: row, values };
  }
  if (!titles) throw new FileFailure('header', headerRow);
}
