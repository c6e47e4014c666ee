import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { callOfJob, everyRow } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { platformNames } from '#kit/common/client/platforms.ts';
import { versionPage } from '../../common/permissions.ts';
import * as contract from '../../common/terminal.contract.ts';
import { findApp } from '../known-app.ts';
import { listTerminals, readFunnel, readHealth, readReasons } from './terminal.query.ts';

const columns = [
  'personName',
  'departmentName',
  'platform',
  'versionName',
  'buildNo',
  'channel',
  'model',
  'system',
  'lastSeen',
  'offeredName',
  'offerState',
  'reason',
] as const;
const pageSize = 500;
type Payload = Parsed<typeof contract.terminalExport>;

/** Writes the terminals of an app to a file, some in memory at a time. */
export const terminalExportJob: JobKind<Payload, MadeSheet> = {
  kind: 'appTerminal.export',
  title: { namespace: 'apps', key: 'job.exportTerminals' },
  code: versionPage.button.export,
  run: (context, { format, ...filter }) => {
    const word = (key: string): string => context.services.texts.text(context.caller.language, 'apps', key);
    return keepSheet(context, {
      title: word('appTerminal'),
      header: columns.map((column) => word(`appTerminal.field.${column}`)),
      rows: cellsOf(context, filter),
      format,
      query: { ...filter },
    });
  },
};

async function* cellsOf(context: JobContext, filter: Omit<Payload, 'format'>): AsyncGenerator<Cell[]> {
  for await (const row of everyRow(context, (pageNum) => listTerminals(callOfJob(context), filter, { pageNum, pageSize })))
    yield columns.map((column): Cell => {
      if (column === 'lastSeen') return moment(row.lastSeen);
      return column === 'platform' ? platformNames[row.platform] : row[column];
    });
}

/** Terminals of apps, and how a version fares on them. */
export const terminalRoutes: readonly BoundRoute[] = [
  handle(contract.terminalList, async (call, { pageNum, pageSize: size, sort, ...filter }) => {
    await findApp(call.db, call.caller, filter.appId);
    return listTerminals(call, filter, { pageNum, pageSize: size, sort });
  }),
  handle(contract.terminalExport, async (call, input) => {
    await findApp(call.db, call.caller, input.appId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, terminalExportJob, input) }));
  }),
  handle(contract.rolloutFunnel, readFunnel),
  handle(contract.rolloutReasons, readReasons),
  handle(contract.rolloutHealth, (call, { versionId }) => readHealth(call, versionId)),
];
