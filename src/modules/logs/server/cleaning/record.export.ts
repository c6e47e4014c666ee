import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { Call } from '#kit/server/handle.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { cleanupRecord } from '../../common/cleaning/cleaning.permissions.ts';
import type { CleaningView, clearLogExport } from '../../common/cleaning/clear.contract.ts';
import { listRecords } from './record.view.ts';

type Payload = Parsed<typeof clearLogExport>;

const columns = [
  'createdAt',
  'name',
  'trigger',
  'state',
  'mode',
  'keepDays',
  'from',
  'to',
  'rowsEstimated',
  'rowsRemoved',
  'rowsHeld',
  'bytesFreed',
  'startedAt',
  'endedAt',
  'seconds',
  'by',
  'error',
  'id',
] as const;
const times: readonly string[] = ['createdAt', 'from', 'to', 'startedAt', 'endedAt'];
const worded: readonly string[] = ['trigger', 'state', 'mode'];

/** Writes the records of cleanings to a file. */
export const recordExportJob: JobKind<Payload, MadeSheet> = {
  kind: 'logs.clear.export',
  title: { namespace: 'logs', key: 'job.recordExport' },
  code: cleanupRecord.button.export,
  run: (context, payload) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'logs', key);
    return keepSheet(context, {
      title: word('cleaning.name'),
      header: columns.map((column) => word(`cleaning.field.${column}`)),
      rows: cellsOf(context, payload),
      format: payload.format,
      query: { log: 'cleaning', ...payload },
    });
  },
};

const pageSize = 500;

async function* cellsOf({ services, caller }: JobContext, payload: Payload): AsyncGenerator<Cell[]> {
  const cell = (column: (typeof columns)[number], row: CleaningView): Cell => {
    const value = row[column];
    if (value === null) return null;
    if (times.includes(column)) return new Date(Number(value));
    return worded.includes(column) ? services.texts.text(caller.language, 'logs', `cleaning.${column}.${value}`) : value;
  };
  for (let pageNum = 1; ; pageNum++) {
    const { list } = await listRecords(
      { db: services.database.db, services, caller },
      { ...payload, sort: 'createdAt', pageNum, pageSize },
    );
    for (const row of list) yield columns.map((column) => cell(column, row));
    if (list.length < pageSize) return;
  }
}

/** Begins an export. */
export async function beginRecordExport(call: Call, input: Payload): Promise<{ jobId: string }> {
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, recordExportJob, input) }));
}
