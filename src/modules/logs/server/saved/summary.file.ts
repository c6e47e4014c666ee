import { Readable } from 'node:stream';
import { keepExport } from '#kit/server/files/keep-sheet.ts';
import type { JobContext } from '#kit/server/services.ts';
import { writePdf } from '#platform/pdf/write-pdf.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import type { Schedule } from '../../common/saved/report.contract.ts';
import type { MadeExport } from '../export.job.ts';
import { filterWords } from './filter-words.ts';
import { countLog } from './summary.count.ts';
import { summaryDocument } from './summary.document.ts';
import { piecesOf, spanOf } from './report.plan.ts';

interface Payload {
  name: string;
  log: ExportedLog;
  filters: Readonly<Record<string, unknown>>;
  schedule: Schedule;
  due: number;
  period: string;
  keepMillis: number;
}

/** Writes the summary of a log as PDF to a file of the context's person, in their language and of what they may take away. */
export async function makeSummary(context: JobContext, payload: Payload): Promise<MadeExport> {
  const { services, caller, signal } = context;
  const { name, log, schedule, due, period, keepMillis } = payload;
  const { from, to } = spanOf(schedule, due);
  const filters = { ...payload.filters, from, to };
  const summary = await countLog(context, { log, filters, starts: piecesOf(schedule, due), to });
  const told = { name, log, schedule, period, filters: await filterWords(context, log, filters) };
  const written = await writePdf(summaryDocument(context, told, summary), signal);
  const file = await keepExport(context, Readable.from([written]), { title: name, format: 'pdf', keepMillis });
  const { ok, refused, failed } = summary.counts;
  const rows = ok + refused + failed;
  const query = { log, ...filters, format: 'pdf' };
  await services.readLog.note(caller, { area: 'export', query, rows, fileId: file.id, bytes: file.size, reason: name });
  return { fileId: file.id, rows };
}
