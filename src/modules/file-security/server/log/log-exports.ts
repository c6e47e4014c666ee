import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet, type SheetFormat } from '#kit/server/files/keep-sheet.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { printExport, screenshotExport, type printList, type screenshotList } from '../../common/decision.contract.ts';
import { printLogPage } from '../../common/permissions.ts';
import { listPrints, listScreenshots } from './device-logs.ts';

const pieceSize = 200;
type Means = Parameters<typeof listPrints>[0];
type Slice = { list: readonly object[]; next: string | null };

interface Sheet<Filter> {
  readonly name: 'print' | 'screenshot';
  readonly code: string;
  readonly columns: readonly string[];
  page(means: Means, request: Filter & { pageSize: number; after?: string | undefined }): Promise<Slice>;
}

interface Payload<Filter> {
  readonly format: SheetFormat;
  readonly filter?: Filter | undefined;
}

/** A log as a file: what it shows in the range of who asked, the newest first. */
function logJob<Filter extends object>(sheet: Sheet<Filter>): JobKind<Payload<Filter>, MadeSheet> {
  return {
    kind: `${sheet.name}.export`,
    title: { namespace: 'file-security', key: `logs.export.${sheet.name}` },
    code: sheet.code,
    run: (context, { format, filter }) => {
      const { services, caller } = context;
      const label = (key: string): string => services.texts.text(caller.language, 'file-security', key);
      return keepSheet(context, {
        title: label(`logs.export.${sheet.name}`),
        header: sheet.columns.map((column) => label(`${sheet.name}.field.${column}`)),
        rows: rowsOf(context, sheet, filter),
        format,
        query: { ...filter },
      });
    },
  };
}

async function* rowsOf<Filter extends object>(
  { services, caller, signal }: JobContext,
  sheet: Sheet<Filter>,
  filter: Filter | undefined,
): AsyncGenerator<Cell[]> {
  const means = { services, caller, db: services.database.db };
  const word = (column: string, value: unknown): string => {
    const key = `${sheet.name}.${column}.${String(value)}`;
    const text = services.texts.text(caller.language, 'file-security', key);
    return text === key ? String(value) : text;
  };
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const { list, next } = await sheet.page(means, { ...(filter as Filter), pageSize: pieceSize, after });
    for (const row of list)
      yield sheet.columns.map((column): Cell => {
        const value: unknown = Reflect.get(row, column);
        if (column === 'at' || column === 'reportedAt') return moment(typeof value === 'number' ? value : null);
        if (value === null || value === undefined || typeof value === 'number') return value ?? null;
        return word(column, value);
      });
    after = next ?? undefined;
  } while (after !== undefined);
}

type PrintFilter = Omit<Parsed<typeof printList>, 'after' | 'pageSize'>;
type ScreenFilter = Omit<Parsed<typeof screenshotList>, 'after' | 'pageSize' | 'pageNum'>;

/** Prints as a file. */
export const printExportJob = logJob<PrintFilter>({
  name: 'print',
  code: printLogPage.button.export,
  columns: [
    'at',
    'employeeName',
    'departmentName',
    'fileName',
    'level',
    'pages',
    'copies',
    'printer',
    'address',
    'result',
    'ruleName',
    'ref',
  ],
  page: (means, request) => listPrints(means, request),
});
/** Screenshots and recordings as a file. */
export const screenshotExportJob = logJob<ScreenFilter>({
  name: 'screenshot',
  code: printLogPage.button.exportScreenshot,
  columns: ['at', 'reportedAt', 'employeeName', 'departmentName', 'kind', 'place', 'fileName', 'prevented', 'address'],
  page: (means, request) => listScreenshots(means, { ...request, pageNum: 1 }),
});

/** Exports of the logs. */
export const logExportRoutes: readonly BoundRoute[] = [
  handle(printExport, (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, printExportJob, input) }));
  }),
  handle(screenshotExport, (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, screenshotExportJob, input) }));
  }),
];
