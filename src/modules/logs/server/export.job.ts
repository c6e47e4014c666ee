import { Readable } from 'node:stream';
import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { keepExport, writeSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { readAhead } from '#platform/read-ahead.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { confirmedRows, exportLimits, provedRows, reasonLetters, type logExport } from '../common/export.contract.ts';
import { keepProof, type TakenRow } from './export.proof.ts';
import { assertGranted, countUpTo, exportedParts, type ExportedRow } from './export.rows.ts';

interface Payload extends Omit<Parsed<typeof logExport>, 'reason' | 'withProof'> {
  reason: string;
  withProof?: boolean;
}

/** What a job answers that exported a log. */
export interface MadeExport extends MadeSheet {
  /** The file that proves the rows. */
  proofId?: string;
}

/** Writes rows of a log to a file, some thousand in memory at a time, and notes who took them away and why. */
export const logExportJob: JobKind<Payload, MadeExport> = {
  kind: 'logs.export',
  title: { namespace: 'logs', key: 'job.export' },
  code: ({ log }) => exportedParts[log].code,
  run: (context, payload) => makeExport(context, payload),
};

/** Writes the rows that the caller of the context may take, to a file of theirs. */
export async function makeExport(
  context: JobContext,
  payload: Payload,
  { title: own, keepMillis }: { title?: string; keepMillis?: number } = {},
): Promise<MadeExport> {
  const { services, caller } = context;
  const { log, format, filters, reason } = payload;
  const { subject } = exportedParts[log];
  const columns = payload.columns ?? exportedParts[log].columns;
  const word = (key: string): string => services.texts.text(caller.language, 'logs', key);
  const title = word(`export.${log}`);
  const counted = { rows: 0 };
  const taken: TakenRow[] = [];
  const pages = payload.withProof ? noting(pagesOf(context, payload, counted), taken) : pagesOf(context, payload, counted);
  const mark = { by: caller.name, account: caller.account, at: new Date(services.now()).toISOString(), log, filters, reason };
  const header = columns.map((column) => word(`${subject}.field.${column}`));
  const stream =
    format === 'ndjson'
      ? Readable.from(linesOf(pages, columns, mark))
      : writeSheet(cellsOf(pages, { columns, subject, word, mark: JSON.stringify(mark) }), { format, header, title });
  const file = await keepExport(context, stream, { title: own ?? title, format, ...(keepMillis !== undefined && { keepMillis }) });
  const query = { log, ...filters, format };
  await services.readLog.note(caller, { area: 'export', query, rows: counted.rows, fileId: file.id, bytes: file.size, reason });
  const made = { fileId: file.id, rows: counted.rows };
  return payload.withProof ? { ...made, proofId: await keepProof(context, { log, file, rows: taken }) } : made;
}

/** The same pages, with their rows noted for the proof. */
async function* noting(pages: AsyncIterable<readonly ExportedRow[]>, taken: TakenRow[]): AsyncGenerator<readonly ExportedRow[]> {
  for await (const page of pages) {
    for (const { id, at } of page) taken.push({ id: String(id), at: Number(at) });
    if (taken.length > provedRows) throw new Refusal(19031, { n: taken.length, max: provedRows });
    yield page;
  }
}

/** Rows that are read at once: what lives while a page is written becomes old in the heap and is collected late, the later the slower it is written. */
const pageRows = { csv: 250, ndjson: 250, xlsx: 50 } as const;
/** Rows between two words about the progress. */
const toldRows = 1_000;

/** Pages of rows: the next one is read while the one before is written, so that the database and this process work at the same time. */
async function* pagesOf(context: JobContext, payload: Payload, counted: { rows: number }): AsyncGenerator<readonly ExportedRow[]> {
  const { services, signal, caller } = context;
  const { log, filters, format } = payload;
  const part = exportedParts[log];
  const reading = { caller, services, db: services.database.db };
  const columns = payload.columns ?? part.columns;
  const pages = part.all(reading, await part.where(reading, filters), { size: pageRows[format], columns });
  let told = 0;
  for await (const rows of readAhead(pages)) {
    signal.throwIfAborted();
    await assertGranted(services, caller, part.code);
    counted.rows += rows.length;
    if (counted.rows > exportLimits[format]) throw new Refusal(19031, { n: counted.rows, max: exportLimits[format] });
    yield rows;
    if (counted.rows - told < toldRows) continue;
    told = counted.rows;
    await context.progress({ done: told, total: null, failed: 0 });
  }
  await context.progress({ done: counted.rows, total: null, failed: 0 });
}

/** Letters that are written at once. Longer texts would be large objects of the heap, which are collected late. */
const chunkLetters = 60_000;

async function* linesOf(pages: AsyncIterable<readonly ExportedRow[]>, columns: readonly string[], mark: object): AsyncGenerator<Buffer> {
  let text = '';
  for await (const page of pages)
    for (const row of page) {
      text += `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))}\n`;
      if (text.length < chunkLetters) continue;
      yield Buffer.from(text);
      text = '';
    }
  yield Buffer.from(`${text}${JSON.stringify({ export: mark })}\n`);
}

interface Look {
  columns: readonly string[];
  subject: string;
  word: (key: string) => string;
  mark: string;
}

/** Columns whose values are codes with words of their own. Others are never looked up: each text that is asked for as a key stays in memory for long. */
const coded = new Set(['actorKind', 'dangerous', 'endedBy', 'event', 'factor', 'flags', 'kind', 'reason', 'result', 'sealed']);

/** What writes the values of a column. */
function cellOf(column: string, { subject, word }: Pick<Look, 'subject' | 'word'>): (value: unknown) => Cell {
  const named = coded.has(column) ? namesOf(`${subject}.${column}.`, word) : (value: string): string => value;
  const isMoment = column === 'at' || column === 'endedAt';
  return (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return named(value);
    if (typeof value === 'number') return isMoment ? new Date(value) : value;
    return Array.isArray(value) ? value.map((one) => named(String(one))).join('; ') : named(String(value));
  };
}

/** Words of the codes of a column, each looked up once. */
function namesOf(prefix: string, word: (key: string) => string): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => {
    let text = known.get(value);
    if (text === undefined) {
      const found = word(prefix + value);
      known.set(value, (text = found === prefix + value ? value : found));
    }
    return text;
  };
}

async function* cellsOf(pages: AsyncIterable<readonly ExportedRow[]>, { columns, subject, word, mark }: Look): AsyncGenerator<Cell[]> {
  const cells = columns.map((column) => cellOf(column, { subject, word }));
  for await (const page of pages) for (const row of page) yield columns.map((column, at) => cells[at]!(row[column]));
  // Who took it away stands in the file.
  yield [mark];
}

const confirmMillis = 5 * 60_000;

/** Begins an export, after it was seen that it may be done. */
export async function beginExport(call: Call, input: Parsed<typeof logExport>): Promise<Reply<typeof logExport>> {
  const { caller, services } = call;
  caller.scope();
  const part = exportedParts[input.log];
  const reason = input.reason?.trim() ?? '';
  if (reason.length < reasonLetters.least) throw new Refusal(19032);
  if (input.columns?.some((column) => !part.columns.includes(column)))
    throw new InvalidInput([{ path: 'columns', namespace: 'kit', key: 'issue.invalid_value' }]);
  // What is written after this moment is not part of it.
  const filters = { to: services.now(), ...input.filters };
  const most = input.withProof ? Math.min(provedRows, exportLimits[input.format]) : exportLimits[input.format];
  const reader = { ...caller, scope: () => rangeOn(caller, part.code) };
  const reading = { caller: reader, services, db: call.db };
  const count = await countUpTo(reading, part, await part.where(reading, filters), most);
  if (count !== undefined && count > most) throw new Refusal(19031, { n: count, max: most });
  if ((count ?? most) > confirmedRows && services.now() - caller.confirmedAt > confirmMillis) throw new Refusal(code.stepUp);
  caller.note({ log: input.log, format: input.format, reason, ...(count !== undefined && { count }) });
  return call.write(async (tx) => ({ jobId: await services.jobs.start(tx, caller, logExportJob, { ...input, filters, reason }) }));
}
