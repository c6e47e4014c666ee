import { sql, type Selectable } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { submissionExport } from '../../common/phone.contract.ts';
import { submitPhonePage as page } from '../../common/permissions.ts';
import type { PhoneSubmissionTable } from '../settings.table.ts';
import { submissionsWhere, submissionViews } from './phone.query.ts';

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
export const phoneExportJob: JobKind<Payload, MadeSheet> = {
  kind: 'submitPhone.export',
  title: { namespace: 'terminal-settings', key: 'job.exportPhone' },
  code: page.button.export,
  run: (context, payload) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'terminal-settings', key);
    return keepSheet(context, {
      title: word('phoneSubmission'),
      header: columns.map((column) => word(`phoneSubmission.field.${column}`)),
      rows: cellsOf(context, payload),
      format: payload.format,
      query: { ...payload.filter },
    });
  },
};

async function* cellsOf({ services, caller }: JobContext, { filter }: Payload): AsyncGenerator<Cell[]> {
  const { db } = services.database;
  const where = await submissionsWhere(db, caller, { to: services.now(), ...filter });
  for (let after = ''; ;) {
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
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id ?? '';
  }
}
