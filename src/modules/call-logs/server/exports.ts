import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { Call } from '#kit/server/handle.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { mostExported, type callExport } from '../common/call-export.contract.ts';
import type { CallView } from '../common/call.contract.ts';
import { callsPage, statisticsPage } from '../common/permissions.ts';
import type { statExport } from '../common/stat.contract.ts';
import { readLines, viewsOf, whereIn } from './call.query.ts';
import { top } from './stat.service.ts';

const callColumns = [
  'at',
  'interfaceName',
  'path',
  'kind',
  'systemName',
  'versionNo',
  'callerKind',
  'callerName',
  'employeeName',
  'address',
  'method',
  'class',
  'code',
  'httpStatus',
  'targetStatus',
  'ms',
  'msTarget',
  'bytesIn',
  'bytesOut',
  'cache',
  'tries',
  'node',
  'requestId',
  'test',
] as const satisfies readonly (keyof CallView)[];
const words = ['kind', 'callerKind', 'class', 'cache'] as const;
const pieceRows = 1_000;

/** Writes calls to a file: people outside the range of who asked are the same word as in the list. */
export const callExportJob: JobKind<Parsed<typeof callExport>, MadeSheet> = {
  kind: 'call.export',
  title: { namespace: 'call-logs', key: 'job.callExport' },
  code: callsPage.button.export,
  run: (context, payload) => {
    const word = wordIn(context);
    return keepSheet(context, {
      title: word('call.title'),
      header: callColumns.map((column) => word(`call.field.${column}`)),
      rows: callRows(context, payload),
      format: payload.format,
      query: { ...payload.filter },
    });
  },
};

const wordIn =
  ({ services, caller }: JobContext) =>
  (key: string): string =>
    services.texts.text(caller.language, 'call-logs', key);

async function* callRows(context: JobContext, { filter }: Parsed<typeof callExport>): AsyncGenerator<Cell[]> {
  const { services, caller } = context;
  const reading = { caller, services, db: services.database.db };
  const word = wordIn(context);
  const where = whereIn(reading, filter);
  let before = { at: where.to, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  for (let written = 0; written < mostExported;) {
    const lines = await readLines(reading.db, where, before, Math.min(pieceRows, mostExported - written));
    for (const view of await viewsOf(reading, lines)) yield callColumns.map((column) => cellOf(view, column, word));
    const end = lines.at(-1);
    if (!end || lines.length < pieceRows) return;
    before = { at: end.at, id: end.id };
    written += lines.length;
  }
}

function cellOf(view: CallView, column: (typeof callColumns)[number], word: (key: string) => string): Cell {
  const value = view[column];
  if (column === 'at') return moment(view.at);
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return words.some((one) => one === column) ? word(`call.${column}.${String(value)}`) : value;
}

const statColumns = [
  'label',
  'detail',
  'calls',
  'failures',
  'share',
  'p50',
  'p95',
  'p99',
  'bytesIn',
  'bytesOut',
  'cached',
  'limited',
  'callsBefore',
] as const;

/** Writes figures of groups to a file. */
export const statExportJob: JobKind<Parsed<typeof statExport>, MadeSheet> = {
  kind: 'stat.export',
  title: { namespace: 'call-logs', key: 'job.statExport' },
  code: statisticsPage.button.export,
  run: async (context, payload) => {
    const { services, caller } = context;
    const word = wordIn(context);
    const { groups } = await top(
      { caller, services, db: services.database.db },
      { ...payload.filter, groupBy: payload.groupBy, order: payload.order, most: 200 },
    );
    return keepSheet(context, {
      title: word('stat.title'),
      header: statColumns.map((column) => word(`stat.column.${column}`)),
      rows: groups.map((group) =>
        statColumns.map((column): Cell => {
          if (column === 'share') return group.calls === 0 ? 0 : Math.round((group.failures / group.calls) * 10_000) / 100;
          if (column === 'callsBefore') return group.before.calls;
          const value = group[column];
          return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
        }),
      ),
      format: payload.format,
      query: { ...payload.filter, groupBy: payload.groupBy },
    });
  },
};

/** Begins an export; who has no range learns it now and not from a job. */
export const begin =
  <P>(kind: JobKind<P, MadeSheet>) =>
  (call: Call, input: P): Promise<{ jobId: string }> => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, kind, input) }));
  };
