import { visibleText } from '#kit/common/visible.ts';
import { makePlan, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import { withSheet, type OpenSheet } from '#kit/server/files/with-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { ReadRow } from '#platform/sheets/cell.ts';
import { userManagement } from '../../common/permissions.ts';
import type { ImportColumn } from '../../common/import-columns.ts';
import { readHeader, readOptions } from './import.columns.ts';
import { importedExtras, readExtraCells, resolveNamed } from '../extra/extra.import.ts';
import { DepartmentFinder } from './import.departments.ts';
import { ManagerFinder, type LedRow } from './import.managers.ts';
import { ImportPlanner } from './import.plan.ts';
import { planDepartments } from '../department/department.import.job.ts';
import { unreadable, type ImportPayload, type ImportResult } from './import.file.ts';
import { peopleSettings } from '../setting/setting.ts';
import { readRow, type ImportRow } from './import.row.ts';
import { peopleKind } from '../people.kind.ts';

/** Rows of one file; larger companies come through a source. */
const maxRows = 200_000;
const pieceSize = 1000;

/** Reads a file of people into a plan. */
export const importJob: JobKind<ImportPayload, ImportResult> = {
  kind: 'employee.import',
  title: { namespace: 'user-centre', key: 'job.import' },
  code: ({ target }) => userManagement.button[target === 'department' ? 'importDept' : 'import'],
  run: (context, payload) =>
    withSheet(
      context,
      { fileId: payload.fileId, maxRows, unreadable: ({ reason, line }) => unreadable(context, `import.sheet.${reason}`, line) },
      (file) => (payload.target === 'department' ? planDepartments : planOf)(context, payload, file),
    ),
};

async function planOf(context: JobContext, payload: ImportPayload, file: OpenSheet): Promise<ImportResult> {
  const { services, caller } = context;
  const { db } = services.database;
  const departments = new DepartmentFinder(caller.scope(), payload.createDepartments, caller.language);
  await departments.load(db);
  const { mobileRepeats } = await peopleSettings.read(db);
  const seats = await services.licence.free(db, 'employees');
  const managers = new ManagerFinder();
  const planner = new ImportPlanner(db, caller, { options: payload, departments, managers, seats, mobileRepeats });
  const ignored: string[] = [];
  const plan = await makePlan(db, caller, {
    kind: peopleKind(departments.made, (id) => managers.makes(id)),
    title: { namespace: 'user-centre', key: 'plan.import', params: { file: file.name } },
    operations: ahead(piecesOf(context, payload, { rows: file.rows, planner, managers, ignored })),
    source: 'import',
    operation: 'employee.import',
    code: userManagement.button.import,
    settle: (tx, planId) => managers.lost(tx, planId),
    signal: context.signal,
    onProgress: (done) => context.progress({ done, total: file.about(), failed: 0 }),
  });
  return { planId: plan.id, ignored };
}

interface Reading {
  rows: AsyncIterable<ReadRow>;
  planner: ImportPlanner;
  managers: ManagerFinder;
  ignored: string[];
}

/** Reads the next piece while the one before is written: the file is parsed beside the database's work. */
async function* ahead<T>(pieces: AsyncGenerator<T[]>): AsyncGenerator<T> {
  let next = pieces.next();
  // A failure is thrown where the piece is asked for; until then nobody listens to it.
  next.catch(() => undefined);
  try {
    for (;;) {
      const piece = await next;
      if (piece.done) return;
      next = pieces.next();
      next.catch(() => undefined);
      yield* piece.value;
    }
  } finally {
    await pieces.return(undefined).catch(() => undefined);
  }
}

async function* piecesOf(
  context: JobContext,
  payload: ImportPayload,
  { rows, planner, managers, ignored }: Reading,
): AsyncGenerator<PlannedOperation[]> {
  const { texts } = context.services;
  const options = readOptions(texts);
  const { db } = context.services.database;
  const fields = await importedExtras(db);
  let header: ReturnType<typeof readHeader> | undefined;
  let piece: ImportRow[] = [];
  for await (const { row, cells } of rows) {
    if (!header) {
      header = readHeader(texts, cells, fields);
      const columns = texts.text(context.caller.language, 'user-centre', `employee.field.${payload.key}`);
      if (!header.at.has(payload.key)) throw unreadable(context, 'import.noHeader', row, { columns });
      ignored.push(...header.ignored);
      // Whoever leads somebody may stand anywhere in the file, so that it is read for them first.
      if (header.at.has('managerAccount')) await managers.read(db, context.caller, await ledIn(rows, header.at), payload.key);
      continue;
    }
    const read = readRow(row, cells, header.at, options);
    readExtraCells(read, cells, header.extras);
    piece.push(read);
    if (piece.length < pieceSize) continue;
    await resolveNamed(db, context.caller, piece, header.extras);
    yield await planner.linesOf(piece);
    piece = [];
  }
  if (!header)
    throw unreadable(context, 'import.noHeader', 1, {
      columns: texts.text(context.caller.language, 'user-centre', `employee.field.${payload.key}`),
    });
  await resolveNamed(db, context.caller, piece, header.extras);
  yield await planner.linesOf(piece);
}

/** Whom each row means and by whom they are led. */
async function ledIn(rows: AsyncIterable<ReadRow>, at: ReturnType<typeof readHeader>['at']): Promise<LedRow[]> {
  const led: LedRow[] = [];
  const textAt = (cells: readonly string[], column: ImportColumn): string | undefined =>
    visibleText(cells[at.get(column) ?? -1] ?? '') || undefined;
  let isHeader = true;
  for await (const { row: line, cells } of rows) {
    const [account, employeeNo, manager] = [textAt(cells, 'account'), textAt(cells, 'employeeNo'), textAt(cells, 'managerAccount')];
    if (!isHeader && (account ?? employeeNo) !== undefined) led.push({ line, account, employeeNo, manager });
    isHeader = false;
  }
  return led;
}
