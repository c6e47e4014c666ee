import { sampleRows } from '#kit/common/files/sheet.contract.ts';
import type { Call } from '../handle.ts';
import { Refusal } from '../refusal.ts';
import { findFile } from './files.ts';
import { withSheet } from './with-sheet.ts';

/** Columns and letters that are shown of a sheet. */
const mostColumns = 500;
const mostLetters = 200;

/** The titles of an uploaded sheet and the first values below each. */
export async function readSheetHead(call: Call, fileId: string): Promise<{ columns: { title: string; samples: string[] }[] }> {
  const { caller, services } = call;
  const context = { caller, services, signal: AbortSignal.timeout(50_000) };
  const unreadable = ({ line }: { line: number }, file: string): Refusal =>
    new Refusal(11080, { file, n: Math.max(1, line), reason: services.texts.text(caller.language, 'kit', 'sheet.damaged') });
  return withSheet(context, { fileId, maxRows: Number.MAX_SAFE_INTEGER - 1, unreadable, asItIs: true }, async ({ rows }) => {
    let columns: { title: string; samples: string[] }[] | undefined;
    let read = 0;
    for await (const { cells } of rows) {
      const short = cells.slice(0, mostColumns).map((cell) => cell.trim().slice(0, mostLetters));
      if (!columns) columns = short.map((title) => ({ title, samples: [] }));
      else columns.forEach(({ samples }, at) => samples.push(short[at] ?? ''));
      read += 1;
      if (read > sampleRows) break;
    }
    return { columns: columns ?? [] };
  });
}

/** Keeps what the columns of a sheet are said to be. */
export async function nameColumns(call: Call, fileId: string, titles: readonly string[]): Promise<null> {
  const file = await findFile(call.db, call.caller.uid, fileId, call.services.now());
  await call.write(async (tx) => {
    await tx
      .updateTable('file')
      .set({ titles: [...titles] })
      .where('id', '=', file.id)
      .execute();
    call.caller.touch({ kind: 'file', id: file.id, name: file.name });
  });
  return null;
}
