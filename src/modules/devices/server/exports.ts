import { keepSheet, moment, type MadeSheet, type SheetFormat } from '#kit/server/files/keep-sheet.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { callOfJob, everyRow, wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { deviceErasePage, deviceInfoPage, ruleUserPage, userBindingPage } from '../common/permissions.ts';
import type { bindingList, unbindList } from '../common/binding.contract.ts';
import type { deviceList } from '../common/device.contract.ts';
import type { appEraseList, eraseList } from '../common/erase.contract.ts';
import { appEraseExport, bindingExport, deviceExport, eraseExport, ruleMemberExport, unbindExport } from '../common/export.contract.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { listBindings } from './binding/binding.routes.ts';
import { listUnbindings } from './binding/unbind.query.ts';
import { listDevices } from './device/device.query.ts';
import { listErasures } from './erase/erase.query.ts';
import { membersOf } from './rule/bind-rules.ts';

const pieceSize = 500;
/** A page of what a list shows whoever asks for the file. */
type Means = Parameters<typeof listErasures>[0];
type Page<Row> = Promise<{ list: Row[]; pages: number }>;

interface Sheet<Row, Filter> {
  readonly name: string;
  /** Of the job, where the name has one already. */
  readonly kind?: string;
  readonly code: string;
  readonly columns: readonly (keyof Row & string)[];
  /** Fields that are moments, and those whose values have a word. */
  readonly moments: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  page(means: Means, request: Filter & { pageNum: number; pageSize: number }): Page<Row>;
}

interface Payload<Filter> {
  readonly format: SheetFormat;
  readonly filter?: Filter | undefined;
}

/** A list as a file: the rows that it shows in the range of who asked, a column a field. */
function sheetJob<Row extends object, Filter extends object>(sheet: Sheet<Row, Filter>): JobKind<Payload<Filter>, MadeSheet> {
  return {
    kind: sheet.kind ?? `${sheet.name}.export`,
    title: { namespace: 'devices', key: `${sheet.name}.export` },
    code: sheet.code,
    run: (context, { format, filter }) => {
      const { services, caller } = context;
      const label = (key: string): string => services.texts.text(caller.language, 'devices', key);
      return keepSheet(context, {
        title: label(`${sheet.name}.export`),
        header: sheet.columns.map((column) => label(`${sheet.name}.field.${column}`)),
        rows: rowsOf(context, sheet, filter),
        format,
        query: { ...filter },
      });
    },
  };
}

async function* rowsOf<Row extends object, Filter extends object>(
  context: JobContext,
  sheet: Sheet<Row, Filter>,
  filter: Filter | undefined,
): AsyncGenerator<Cell[]> {
  const word = (column: string, value: unknown): string => {
    const own = `${sheet.name}.${column}.${String(value)}`;
    const text = wordOf(context, 'devices')(own);
    return text === own ? wordOf(context, 'kit')(`${column}.${String(value)}`) : text;
  };
  const read = (pageNum: number) => sheet.page(callOfJob(context), { ...(filter as Filter), pageNum, pageSize: pieceSize });
  for await (const row of everyRow(context, read))
    yield sheet.columns.map((column) => {
      const value: unknown = row[column];
      if (sheet.moments.has(column)) return moment(typeof value === 'number' ? value : null);
      if (sheet.words.has(column) && value !== null && value !== '') return word(column, value);
      return cellOf(value);
    });
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one: unknown) => (isNamed(one) ? one.name : String(one))).join('; ');
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value as string);
}

const isNamed = (value: unknown): value is { name: string } => typeof value === 'object' && value !== null && 'name' in value;

type Without<E> = Omit<E, 'pageNum' | 'pageSize' | 'sort'>;

/** Devices as a file. */
export const deviceExportJob = sheetJob({
  name: 'device',
  code: deviceInfoPage.button.export,
  columns: [
    'name',
    'platform',
    'model',
    'systemVersion',
    'terminalVersion',
    'people',
    'departmentName',
    'ownership',
    'state',
    'compliant',
    'failing',
    'lastSeenAt',
    'lastAddress',
  ],
  moments: new Set(['lastSeenAt']),
  words: new Set(['platform', 'ownership', 'state', 'compliant']),
  page: (means, request: Without<Parsed<typeof deviceList>> & { pageNum: number; pageSize: number }) => listDevices(means, request),
});
/** Bindings as a file. */
export const bindingExportJob = sheetJob({
  name: 'deviceBinding',
  code: userBindingPage.button.export,
  columns: [
    'name',
    'account',
    'departmentName',
    'deviceName',
    'platform',
    'model',
    'state',
    'ruleName',
    'requestedAt',
    'boundAt',
    'decidedByName',
    'decisionReason',
    'lastSeenAt',
  ],
  moments: new Set(['requestedAt', 'boundAt', 'lastSeenAt']),
  words: new Set(['platform', 'state']),
  page: (means, request: Without<Parsed<typeof bindingList>> & { pageNum: number; pageSize: number }) => listBindings(means, request),
});
/** Ended bindings as a file. */
export const unbindExportJob = sheetJob({
  name: 'unbinding',
  code: userBindingPage.button.export,
  columns: [
    'name',
    'account',
    'departmentName',
    'deviceName',
    'platform',
    'unboundAt',
    'unboundBy',
    'unboundByName',
    'reason',
    'eraseState',
  ],
  moments: new Set(['unboundAt']),
  words: new Set(['platform', 'unboundBy', 'eraseState']),
  page: (means, request: Omit<Parsed<typeof unbindList>, 'pageNum' | 'pageSize' | 'after'> & { pageNum: number; pageSize: number }) =>
    listUnbindings(means, request),
});
const orderColumns = {
  columns: [
    'deviceName',
    'personName',
    'devices',
    'done',
    'scope',
    'origin',
    'state',
    'askedAt',
    'askedName',
    'approvedName',
    'reason',
  ] as const,
  moments: new Set(['askedAt']),
  words: new Set(['scope', 'origin', 'state']),
};
/** Orders to erase as a file. */
export const eraseExportJob = sheetJob({
  name: 'eraseOrder',
  code: deviceErasePage.button.export,
  ...orderColumns,
  page: (means, request: Without<Parsed<typeof eraseList>> & { pageNum: number; pageSize: number }) =>
    listErasures(means, request, undefined),
});
/** Orders to erase the data of applications as a file. */
export const appEraseExportJob = sheetJob({
  name: 'eraseOrder',
  kind: 'appErase.export',
  code: 'mam_app_management_list:export',
  ...orderColumns,
  page: (means, request: Without<Parsed<typeof appEraseList>> & { pageNum: number; pageSize: number }) =>
    listErasures(means, request, true),
});

/** The people under a bind rule as a file. */
export const ruleMemberExportJob = sheetJob({
  name: 'ruleMember',
  code: ruleUserPage.button.export,
  columns: ['name', 'account', 'departmentName', 'devices', 'since'],
  moments: new Set(['since']),
  words: new Set(),
  page: (means, request: { ruleId: string } & { pageNum: number; pageSize: number }) => membersOf(means, { ...request, kind: 'employee' }),
});

/** Exports of the lists. */
export const exportRoutes: readonly BoundRoute[] = [
  handle(ruleMemberExport, async (call, { format, ...filter }) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, ruleMemberExportJob, { format, filter }) }));
  }),
  handle(deviceExport, async (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, deviceExportJob, input) }));
  }),
  handle(bindingExport, async (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, bindingExportJob, input) }));
  }),
  handle(unbindExport, async (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, unbindExportJob, input) }));
  }),
  handle(eraseExport, async (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, eraseExportJob, input) }));
  }),
  handle(appEraseExport, async (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, appEraseExportJob, input) }));
  }),
];
