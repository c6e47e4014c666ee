import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { RoleCall } from '#kit/server/access/role.view.ts';
import type { JobContext } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';

const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' } as const;

/** What a job answers that made a file. */
export interface MadeSheet {
  fileId: string;
  rows: number;
}

interface SheetDraft {
  title: string;
  header: readonly string[];
  rows: AsyncIterable<Cell[]>;
  format: 'xlsx' | 'csv';
  /** For the log of what was read. */
  query: Record<string, unknown>;
}

/** Writes rows to a file of the job's person and notes in the log of readings what was taken out. */
export async function keepSheet(context: JobContext, { title, header, rows, format, query }: SheetDraft): Promise<MadeSheet> {
  const { services, caller } = context;
  let count = 0;
  async function* counted(): AsyncGenerator<Cell[]> {
    for await (const row of rows) {
      context.signal.throwIfAborted();
      count += 1;
      if (count % 500 === 0) await context.progress({ done: count, total: null, failed: 0 });
      yield row;
    }
  }
  const stream = format === 'csv' ? writeCsv(counted(), { header }) : writeXlsx(counted(), { sheet: title, header });
  const name = `${title}-${new Date(services.now()).toISOString().slice(0, 10)}.${format}`;
  const file = await keepMade(services, stream, { name, type: types[format], purpose: 'export', owner: caller.uid, keepMillis: temporary });
  await services.readLog.note(caller, { area: 'export', query: { ...query, format }, rows: count, fileId: file.id, bytes: file.size });
  return { fileId: file.id, rows: count };
}

/** What queries of roles need, for the person of a job. */
export const callOfJob = ({ services, caller }: JobContext): RoleCall => ({ services, caller, db: services.database.db });

/** A moment as a cell. */
export const moment = (at: number | null): Cell => (at === null ? null : new Date(at));

/** A text of this module in the language of the job's person. */
export const wordOf =
  ({ services, caller }: JobContext, namespace = 'system') =>
  (key: string, params?: Record<string, unknown>): string =>
    services.texts.text(caller.language, namespace, key, params);
