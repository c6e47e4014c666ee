import { sql, type Selectable } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { submissionExport } from '../../common/phone.contract.ts';
import { submitPhonePage as page } from '../../common/permissions.ts';
import type { PhoneSubmissionTable } from '../settings.table.ts';
import { submissionsWhere, submissionViews } from './phone.query.ts';

const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' } as const;
const columns = [
  'name',
  'account',
  'departmentName',
  'former',
  'number',
  'proof',
  'state',
  'reason',
  'submittedAt',
  'decidedAt',
  'decidedBy',
] as const;
const pageSize = 1_000;
type Payload = Parsed<typeof submissionExport>;

/** Writes submissions to a file, a thousand in memory at a time. */
export const phoneExportJob: JobKind<Payload, { fileId: string; rows: number }> = {
  kind: 'submitPhone.export',
  title: { namespace: 'terminal-settings', key: 'job.exportPhone' },
  code: page.button.export,
  run: async (context, payload) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'terminal-settings', key);
    const counted = { rows: 0 };
    const header = columns.map((column) => word(`phoneSubmission.field.${column}`));
    const rows = cellsOf(context, payload, counted);
    const sheet = word('phoneSubmission');
    const stream = payload.format === 'csv' ? writeCsv(rows, { header }) : writeXlsx(rows, { sheet, header });
    const name = `${sheet}-${new Date(services.now()).toISOString().slice(0, 10)}.${payload.format}`;
    const made = { name, type: types[payload.format], purpose: 'export', owner: caller.uid, keepMillis: temporary } as const;
    const file = await keepMade(services, stream, made);
    const query = { ...payload.filter, format: payload.format };
    await services.readLog.note(caller, { area: 'export', query, rows: counted.rows, fileId: file.id, bytes: file.size });
    return { fileId: file.id, rows: counted.rows };
  },
};

async function* cellsOf(context: JobContext, { filter }: Payload, counted: { rows: number }): AsyncGenerator<Cell[]> {
  const { services, caller, signal } = context;
  const { db } = services.database;
  const where = await submissionsWhere(db, caller, { to: services.now(), ...filter });
  for (let after = ''; ;) {
    signal.throwIfAborted();
    const place = after === '' ? sql`` : sql`and s.id < ${after}`;
    const { rows } = await sql<Selectable<PhoneSubmissionTable>>`select s.* from phone_submission s
      where ${sql.join(where, sql` and `)} ${place} order by s.id desc limit ${pageSize}`.execute(db);
    for (const view of await submissionViews(db, caller, rows))
      yield columns.map((column): Cell => {
        const value = view[column];
        if (column === 'state' || column === 'proof')
          return services.texts.text(caller.language, 'terminal-settings', `phoneSubmission.${column}.${value}`);
        return typeof value === 'number' ? new Date(value) : value;
      });
    counted.rows += rows.length;
    await context.progress({ done: counted.rows, total: null, failed: 0 });
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id ?? '';
  }
}
