import type { Parsed } from '#kit/common/contract.ts';
import { makePlan, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import { withSheet, type OpenSheet } from '#kit/server/files/with-sheet.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { ReadRow } from '#platform/sheets/cell.ts';
import { propertyPage as page } from '../common/permissions.ts';
import type { propertyImportPreview } from '../common/value.contract.ts';
import { readHeader } from './columns.ts';
import { linesOf } from './import.lines.ts';
import { propertyValueKind } from './value.kind.ts';

/** Values of one file. */
const maxRows = 20_000;
const pieceSize = 1000;

type Payload = Parsed<typeof propertyImportPreview>;

/** Reads a file of values into a plan. */
export const propertyImportJob: JobKind<Payload, { planId: string }> = {
  kind: 'property.import',
  title: { namespace: 'property', key: 'job.import' },
  code: page.button.import,
  run: (context, { fileId }) =>
    withSheet(context, { fileId, maxRows, unreadable: ({ line }, file) => unreadable(context, { file, line, why: 'sheet' }) }, (sheet) =>
      planOf(context, sheet),
    ),
};

function unreadable(
  { services }: Pick<JobContext, 'services'>,
  { file, line, why }: { file: string; line: number; why: 'sheet' | 'header' },
): Refusal {
  return new Refusal(11080, { file, n: Math.max(1, line), reason: services.texts.inAll('property', `import.${why}`) });
}

async function planOf(context: JobContext, { name: file, rows, about }: OpenSheet): Promise<{ planId: string }> {
  const { services, caller } = context;
  const plan = await makePlan(services.database.db, caller, {
    kind: propertyValueKind,
    title: { namespace: 'property', key: 'plan.import', params: { file } },
    operations: linesIn(context, file, rows),
    source: 'import',
    operation: 'property.import',
    code: page.button.import,
    signal: context.signal,
    onProgress: (done) => context.progress({ done, total: about(), failed: 0 }),
  });
  return { planId: plan.id };
}

async function* linesIn(context: JobContext, file: string, rows: AsyncIterable<ReadRow>): AsyncGenerator<PlannedOperation> {
  const { db } = context.services.database;
  let header: ReturnType<typeof readHeader> | undefined;
  let piece: ReadRow[] = [];
  for await (const row of rows) {
    if (!header) {
      header = readHeader(context.services.texts, row.cells);
      const needed = (['namespace', 'key', 'scopeKind', 'value'] as const).filter((column) => !header!.has(column));
      if (needed.length > 0) throw unreadable(context, { file, line: row.row, why: 'header' });
      continue;
    }
    piece.push(row);
    if (piece.length < pieceSize) continue;
    yield* await linesOf(db, header, piece);
    piece = [];
  }
  if (!header) throw unreadable(context, { file, line: 1, why: 'header' });
  yield* await linesOf(db, header, piece);
}
