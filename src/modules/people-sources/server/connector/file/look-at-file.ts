import { detectEncoding } from '#platform/sheets/csv-source.ts';
import { fileFailureOf } from './file-failure.ts';
import { withCopy, type LocalCopy, type Wanted } from './local-copy.ts';
import { isWorkbook, rowsOf, sheetsOf } from './sheet-rows.ts';

const shownRows = 20;
const longestCell = 200;
/** So long a whole file is looked through while somebody waits; what comes later is looked at when it is read. */
const lookMillis = 40_000;

/** How a file begins. */
export interface FileLook {
  columns: string[];
  rows: string[][];
  sheets: string[];
  /** Of a text file. */
  encoding: string | null;
}

/** Looks a file through to its end, so that one that is cut, swells or changes its encoding is refused at once. */
export async function lookAtFile(wanted: Wanted): Promise<FileLook> {
  async function* look(copy: LocalCopy): AsyncGenerator<FileLook> {
    yield await lookAtCopy(copy, wanted);
  }
  try {
    for await (const found of withCopy(wanted, look)) return found;
    throw new Error('A look at a file always ends with what was seen');
  } catch (error) {
    throw fileFailureOf(error);
  }
}

async function lookAtCopy({ path }: LocalCopy, { source: { config } }: Wanted): Promise<FileLook> {
  const sheets = await sheetsOf(path);
  const encoding = (await isWorkbook(path)) ? null : config.encoding === 'auto' ? await detectEncoding(path) : config.encoding;
  const until = performance.now() + lookMillis;
  let columns: string[] = [];
  const rows: string[][] = [];
  for (const sheet of config.departmentSheet === '' ? [config.sheet] : [config.departmentSheet, config.sheet]) {
    const isPeople = sheet === config.sheet;
    for await (const { row, cells } of rowsOf(path, config, sheet)) {
      const shown = cells.map((cell) => cell.slice(0, longestCell));
      if (isPeople && row === config.headerRow) columns = shown;
      else if (isPeople && row > config.headerRow && rows.length < shownRows) rows.push(shown);
      if (performance.now() > until) break;
    }
  }
  return { columns, rows, sheets, encoding };
}
