import type { Readable } from 'node:stream';
import type { Cell } from '#platform/sheets/cell.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { JobContext } from '../services.ts';
import { keepMade, temporary } from './files.ts';

/** Result of a job that made a file. */
export interface MadeSheet {
  fileId: string;
  rows: number;
}

/** Formats of an export that a spreadsheet opens. */
export type SheetFormat = 'xlsx' | 'csv';

/** Media types of what exports write. */
export const exportTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  pdf: 'application/pdf',
} as const;

interface SheetDraft {
  /** Name of the sheet; the file has it too, with the day. */
  title: string;
  header: readonly string[];
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>;
  format: SheetFormat;
  /** IANA zone in which moments are shown (UTC). */
  timeZone?: string;
  /** Rows there will be, where that is known: the job's progress tells of them. */
  total?: number;
  /** What was asked for, told in the log of what was read. */
  query: Record<string, unknown>;
}

const rowsBetweenNews = 500;

/** Writes rows to a file of the job's person and notes in the log of readings what was taken out. Ends between two rows when the job is cancelled. */
export async function keepSheet(context: JobContext, draft: SheetDraft): Promise<MadeSheet> {
  const { title, header, rows, format, timeZone, total = null, query } = draft;
  let count = 0;
  async function* counted(): AsyncGenerator<Cell[]> {
    for await (const row of rows) {
      context.signal.throwIfAborted();
      count += 1;
      if (count % rowsBetweenNews === 0) await context.progress({ done: count, total, failed: 0 });
      yield row;
    }
  }
  const stream = writeSheet(counted(), { title, header, format, ...(timeZone !== undefined && { timeZone }) });
  const file = await keepExport(context, stream, { title, format });
  const { services, caller } = context;
  await services.readLog.note(caller, { area: 'export', query: { ...query, format }, rows: count, fileId: file.id, bytes: file.size });
  return { fileId: file.id, rows: count };
}

/** Rows as a stream of the format. */
export const writeSheet = (
  rows: AsyncIterable<Cell[]>,
  { title, format, ...shape }: Pick<SheetDraft, 'title' | 'header' | 'format' | 'timeZone'>,
): Readable => (format === 'csv' ? writeCsv(rows, shape) : writeXlsx(rows, { sheet: title, ...shape }));

/** Keeps what an export wrote, for a day unless said, as a file of the job's person that bears its title and the day. */
export const keepExport = (
  { services, caller }: Pick<JobContext, 'services' | 'caller'>,
  stream: Readable,
  { title, format, keepMillis = temporary }: { title: string; format: keyof typeof exportTypes; keepMillis?: number },
): ReturnType<typeof keepMade> =>
  keepMade(services, stream, {
    name: `${title}-${new Date(services.now()).toISOString().slice(0, 10)}.${format}`,
    type: exportTypes[format],
    purpose: 'export',
    owner: caller.uid,
    keepMillis,
  });

/** A moment as a cell. */
export const moment = (at: number | null): Cell => (at === null ? null : new Date(at));
