import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { Call } from '#kit/server/handle.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { radarPage } from '../common/permissions.ts';
import type { radarExport } from '../common/radar.contract.ts';
import { itemsFor } from './radar.query.ts';

const columns = [
  'state',
  'name',
  'title',
  'moduleName',
  'dueAt',
  'since',
  'deptName',
  'owner',
  'snoozedUntil',
  'reason',
  'lastNoticeAt',
  'nextStep',
] as const;

/** Writes what ends or ages to a file. */
export const radarExportJob: JobKind<Parsed<typeof radarExport>, MadeSheet> = {
  kind: 'radar.export',
  title: { namespace: 'radar', key: 'job.export' },
  code: radarPage.button.export,
  run: (context, payload) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'radar', key);
    return keepSheet(context, {
      title: word('radarItem.title'),
      header: columns.map((column) => word(`radarItem.field.${column}`)),
      rows: cellsOf(context, payload),
      format: payload.format,
      query: payload.ids ? { ids: payload.ids } : { ...payload.filter },
    });
  },
};

async function* cellsOf({ services, caller }: JobContext, payload: Parsed<typeof radarExport>): AsyncGenerator<Cell[]> {
  for await (const row of itemsFor({ db: services.database.db, services, caller }, payload))
    yield columns.map((column): Cell => {
      if (column === 'state') return services.texts.text(caller.language, 'radar', `radarItem.state.${row.state}`);
      const value = row[column];
      return typeof value === 'number' ? moment(value) : value;
    });
}

/** Begins an export. */
export const beginExport = (call: Call, input: Parsed<typeof radarExport>): Promise<{ jobId: string }> => {
  // Asked for here too: who has no range learns it now and not from a job.
  call.caller.scope();
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, radarExportJob, input) }));
};
