import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { outboxExport } from '../common/mail-outbox.contract.ts';
import { noticeMail } from '../common/permissions.ts';
import { outboxWhere, readOutbox } from './outbox.query.ts';
import { outboxView } from './outbox.view.ts';

const columns = ['template', 'to', 'language', 'state', 'attempts', 'failure', 'answer', 'queuedAt', 'sentAt', 'id'] as const;
const pageSize = 1_000;

/** Writes mails of the outbox to a file, a thousand in memory at a time. */
export const outboxExportJob: JobKind<Parsed<typeof outboxExport>, MadeSheet> = {
  kind: 'mail.export',
  title: { namespace: 'mail', key: 'job.export' },
  code: noticeMail.button.export,
  run: (context, payload) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'mail', key);
    return keepSheet(context, {
      title: word('outbox.title'),
      header: columns.map((column) => word(`outbox.field.${column}`)),
      rows: cellsOf(context, payload),
      format: payload.format,
      query: { ...payload.filter },
    });
  },
};

async function* cellsOf({ services, caller }: JobContext, { filter }: Parsed<typeof outboxExport>): AsyncGenerator<Cell[]> {
  const where = outboxWhere({ to: services.now(), ...filter }, { language: caller.language, services });
  for (let after: string | undefined; ;) {
    const { rows, next } = await readOutbox(services.database.db, where, { after, pageSize });
    for (const row of rows) {
      const view = outboxView(row, { language: caller.language, services });
      yield columns.map((column): Cell => {
        if (column === 'state') return services.texts.text(caller.language, 'mail', `outbox.state.${view.state}`);
        const value = view[column];
        return typeof value === 'number' && column.endsWith('At') ? new Date(value) : value;
      });
    }
    if (next === null) return;
    after = next;
  }
}
