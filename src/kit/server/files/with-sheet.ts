import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeScratch, removeScratch } from '#platform/files/scratch.ts';
import type { ReadRow } from '#platform/sheets/cell.ts';
import { readCsv } from '#platform/sheets/read-csv.ts';
import { measured } from '#platform/sheets/line-gauge.ts';
import { readXlsx } from '#platform/sheets/read-xlsx.ts';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import type { Refusal } from '../refusal.ts';
import type { JobContext } from '../services.ts';
import { findFile } from './files.ts';

interface SheetRequest {
  /** A file of the job's person. */
  fileId: string;
  /** Rows at most, the header not counted. */
  maxRows: number;
  /** What is answered when the file can't be read at some line. */
  unreadable: (error: SheetError, file: string) => Refusal;
  /** With its own titles, whatever its columns were said to be. */
  asItIs?: boolean;
}

/** An uploaded sheet, row by row as it is read; each walk through its rows reads it from the beginning. */
export interface OpenSheet {
  name: string;
  rows: AsyncIterable<ReadRow>;
  /** How many rows there are about, the header not counted; null while the file does not say so. Blank lines and line ends within cells count. */
  about(): number | null;
}

/** Reads an uploaded sheet within a job: an xlsx by its name, everything else as csv. What is copied for it is removed in any case. */
export async function withSheet<T>(
  context: Pick<JobContext, 'services' | 'caller' | 'signal'>,
  { fileId, maxRows, unreadable, asItIs = false }: SheetRequest,
  work: (sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  const { services, caller, signal } = context;
  const { name, hash, titles } = await findFile(services.database.db, caller.uid, fileId, services.now());
  const folder = await makeScratch(path.join(services.settings.dataDir, 'tmp'));
  try {
    const local = path.join(folder, 'file');
    const isBook = /\.xlsx$/i.test(name);
    const content = await services.files.open(hash);
    // A csv whose lines have no end is refused while it comes, not when all of it is there.
    let last: number | null = null;
    const keepLast = (row: number): void => void (last = row);
    await pipeline(isBook ? content : measured(content, keepLast), createWriteStream(local), { signal });
    const options = { maxRows: maxRows + 1, onLastRow: keepLast };
    const about = (): number | null => (last === null || last < 2 ? null : last - 1);
    const read = isBook ? readXlsx : readCsv;
    const rows = { [Symbol.asyncIterator]: () => read(local, options) };
    return await work({ name, about, rows: titles === null || asItIs ? rows : { [Symbol.asyncIterator]: () => titled(rows, titles) } });
  } catch (error) {
    throw error instanceof SheetError ? unreadable(error, name) : error;
  } finally {
    await removeScratch(folder);
  }
}

/** The rows under the titles that the columns were given. */
async function* titled(rows: AsyncIterable<ReadRow>, titles: readonly string[]): AsyncGenerator<ReadRow> {
  let isFirst = true;
  for await (const row of rows) {
    yield isFirst ? { ...row, cells: row.cells.map((cell, at) => titles[at] ?? cell) } : row;
    isFirst = false;
  }
}
