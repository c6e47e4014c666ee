import type { Parsed } from '#kit/common/contract.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { outboxExport } from '../common/mail-outbox.contract.ts';
import { noticeMail } from '../common/permissions.ts';
import { outboxWhere, readOutbox } from './outbox.query.ts';
import { outboxView } from './outbox.view.ts';

const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' } as const;
const columns = ['template', 'to', 'language', 'state', 'attempts', 'failure', 'answer', 'queuedAt', 'sentAt', 'id'] as const;
const pageSize = 1_000;

/** Writes mails of the outbox to a file, a thousand in memory at a time. */
export const outboxExportJob: JobKind<Parsed<typeof outboxExport>, { fileId: string; rows: number }> = {
  kind: 'mail.export',
  title: { namespace: 'mail', key: 'job.export' },
  code: noticeMail.button.export,
  run: async (context, payload) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'mail', key);
    const counted = { rows: 0 };
    const header = columns.map((column) => word(`outbox.field.${column}`));
    const rows = cellsOf(context, payload, counted);
    const sheet = word('outbox.title');
    const stream = payload.format === 'csv' ? writeCsv(rows, { header }) : writeXlsx(rows, { sheet, header });
    const name = `${sheet}-${new Date(services.now()).toISOString().slice(0, 10)}.${payload.format}`;
    const made = { name, type: types[payload.format], purpose: 'export', owner: caller.uid, keepMillis: temporary } as const;
    const file = await keepMade(services, stream, made);
    const query = { ...payload.filter, format: payload.format };
    await services.readLog.note(caller, { area: 'export', query, rows: counted.rows, fileId: file.id, bytes: file.size });
    return { fileId: file.id, rows: counted.rows };
  },
};

async function* cellsOf(context: JobContext, { filter }: Parsed<typeof outboxExport>, counted: { rows: number }): AsyncGenerator<Cell[]> {
  const { services, caller, signal } = context;
  const where = outboxWhere({ to: services.now(), ...filter }, { language: caller.language, services });
  for (let after: string | undefined; ;) {
    signal.throwIfAborted();
    const { rows, next } = await readOutbox(services.database.db, where, { after, pageSize });
    for (const row of rows) {
      const view = outboxView(row, { language: caller.language, services });
      yield columns.map((column): Cell => {
        if (column === 'state') return services.texts.text(caller.language, 'mail', `outbox.state.${view.state}`);
        const value = view[column];
        return typeof value === 'number' && column.endsWith('At') ? new Date(value) : value;
      });
    }
    counted.rows += rows.length;
    await context.progress({ done: counted.rows, total: null, failed: 0 });
    if (next === null) return;
    after = next;
  }
}
