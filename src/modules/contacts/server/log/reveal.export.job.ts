import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { personDetail } from '../../common/permissions.ts';
import { revealList, type revealExport } from '../../common/reveal.contract.ts';
import { listReveals } from './reveal.query.ts';

const columns = ['at', 'viewer', 'target', 'field', 'terminal'] as const;
const pageSize = 500;

/** Writes the reveals of a filter to a file. */
export const revealExportJob: JobKind<Parsed<typeof revealExport>, MadeSheet> = {
  kind: 'contact.reveals',
  title: { namespace: 'contacts', key: 'job.revealExport' },
  code: personDetail.button.revealLog,
  run: (context, { format, filter }) => {
    const word = (key: string): string => context.services.texts.text(context.caller.language, 'contacts', key);
    return keepSheet(context, {
      title: word('reveal.title'),
      header: columns.map((column) => word(`reveal.field.${column}`)),
      rows: cells(context, filter),
      format,
      query: filter,
    });
  },
};

async function* cells(context: JobContext, filter: Parsed<typeof revealExport>['filter']): AsyncGenerator<Cell[]> {
  const { services, caller } = context;
  const call = { services, caller, db: services.database.db };
  let after: string | undefined;
  do {
    const input = revealList.input.parse({ ...filter, pageSize, ...(after && { after }) });
    const { list, next } = await listReveals(call, input);
    for (const { at, viewer, target, fieldName, terminal } of list) yield [moment(at), viewer.name, target.name, fieldName, terminal];
    after = next ?? undefined;
  } while (after !== undefined);
}
