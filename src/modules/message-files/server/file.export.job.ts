import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { fileExport } from '../common/file.contract.ts';
import { fileListPage as page } from '../common/permissions.ts';
import { listFiles } from './file.query.ts';

const columns = [
  'name',
  'kind',
  'contentType',
  'size',
  'senderName',
  'groupName',
  'sentAt',
  'downloads',
  'copies',
  'expiresAt',
  'state',
] as const;
type Payload = Parsed<typeof fileExport>;

/** Writes the list of files to a file, two hundred in memory at a time. */
export const fileExportJob: JobKind<Payload, MadeSheet> = {
  kind: 'imFile.export',
  title: { namespace: 'message-files', key: 'job.exportFiles' },
  code: page.button.export,
  run: (context, payload) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'message-files', key);
    return keepSheet(context, {
      title: word('imFile'),
      header: columns.map((column) => word(`imFile.field.${column}`)),
      rows: cellsOf(context, payload),
      format: payload.format,
      query: { ...payload.filter },
    });
  },
};

async function* cellsOf({ services, caller }: JobContext, { filter }: Payload): AsyncGenerator<Cell[]> {
  const { db } = services.database;
  const word = (key: string): string => services.texts.text(caller.language, 'message-files', key);
  for (let after: string | undefined; ;) {
    const { list, next } = await listFiles({ db, services, caller }, { ...filter, pageSize: 200, ...(after !== undefined && { after }) });
    for (const row of list)
      yield columns.map((column): Cell => {
        if (column === 'kind' || column === 'state') return word(`imFile.${column}.${row[column]}`);
        if (column === 'groupName') return row.groupName ?? word(`imFile.chat.${row.chat}`);
        if (column === 'sentAt' || column === 'expiresAt') return row[column] === null ? '' : new Date(row[column]);
        return row[column];
      });
    if (next === null) return;
    after = next;
  }
}
