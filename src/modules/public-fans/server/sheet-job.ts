import type { Language } from '#kit/common/language.ts';
import { keepSheet, moment, type MadeSheet, type SheetFormat } from '#kit/server/files/keep-sheet.ts';
import type { Call } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';

/** What rows are read with. */
export type Means = Pick<Call, 'db' | 'caller' | 'services'>;

interface Sheet<F> {
  /** Kind of the job, and kind of its rows: `<row>.field.<column>` and `<row>.<column>.<value>` name columns and values. */
  readonly kind: string;
  readonly row: string;
  readonly code: string;
  readonly columns: readonly string[];
  /** Columns with moments. */
  readonly moments: readonly string[];
  /** Columns whose values have names. */
  readonly words?: readonly string[];
  rows(means: Means, payload: F): AsyncIterable<object>;
}

/** A job that writes rows to a file, in the range and the language of who asked. */
export function sheetJob<F extends { format: SheetFormat; filter: object }>(sheet: Sheet<F>): JobKind<F, MadeSheet> {
  const { kind, row, code, columns } = sheet;
  return {
    kind,
    title: { namespace: 'public-fans', key: `job.${kind}` },
    code,
    run: (context, payload) => {
      const { services, caller } = context;
      const word = (key: string): string => services.texts.text(caller.language, 'public-fans', key);
      const cellOf = (one: object, column: string): Cell => {
        const value: unknown = Reflect.get(one, column);
        if (sheet.moments.includes(column)) return moment(typeof value === 'number' ? value : null);
        if (value === null || value === undefined) return null;
        if (typeof value === 'number') return value;
        return sheet.words?.includes(column) ? word(`${row}.${column}.${String(value)}`) : String(value);
      };
      async function* cells(): AsyncGenerator<Cell[]> {
        for await (const one of sheet.rows({ db: services.database.db, caller, services }, payload))
          yield columns.map((column) => cellOf(one, column));
      }
      return keepSheet(context, {
        title: word(`job.${kind}`),
        header: columns.map((column) => labelOf(services, caller.language, { row, column })),
        rows: cells(),
        format: payload.format,
        query: { ...payload.filter },
      });
    },
  };
}

/** Label of a column: the module's, else the kit's for what every area calls the same. */
export function labelOf(
  { texts }: Pick<Means['services'], 'texts'>,
  language: Language,
  { row, column }: { row: string; column: string },
): string {
  const key = `${row}.field.${column}`;
  const own = texts.text(language, 'public-fans', key);
  return own === key ? texts.text(language, 'kit', `field.${column}`) : own;
}

/** All rows of a list that is read page by page. */
export async function* everyRow<R>(page: (pageNum: number, pageSize: number) => Promise<{ list: R[] }>): AsyncGenerator<R> {
  const pageSize = 500;
  for (let pageNum = 1; ; pageNum += 1) {
    const { list } = await page(pageNum, pageSize);
    yield* list;
    if (list.length < pageSize) return;
  }
}
