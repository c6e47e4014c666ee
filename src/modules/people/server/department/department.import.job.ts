import { makePlan, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import type { OpenSheet } from '#kit/server/files/with-sheet.ts';
import type { JobContext } from '#kit/server/services.ts';
import { userManagement } from '../../common/permissions.ts';
import { DepartmentPlanner, kindsByTitle, plannedDepartments, readDepartmentHeader, type DepartmentRow } from './department.import.ts';
import { DepartmentFinder } from '../import/import.departments.ts';
import { unreadable, type ImportPayload, type ImportResult } from '../import/import.file.ts';

const pieceSize = 1000;

/** Reads a file of departments into a plan. */
export async function planDepartments(context: JobContext, payload: ImportPayload, file: OpenSheet): Promise<ImportResult> {
  const { services, caller } = context;
  const { db } = services.database;
  const finder = new DepartmentFinder(caller.scope(), true);
  await finder.load(db);
  const planner = new DepartmentPlanner({ db, caller, finder, kinds: kindsByTitle(services.texts), mode: payload.mode });
  const ignored: string[] = [];
  const plan = await makePlan(db, caller, {
    kind: plannedDepartments(finder.made),
    title: { namespace: 'user-centre', key: 'plan.import', params: { file: file.name } },
    operations: linesOf(context, file, { planner, ignored }),
    source: 'import',
    operation: 'department.import',
    code: userManagement.button.importDept,
    signal: context.signal,
    onProgress: (done) => context.progress({ done, total: file.about(), failed: 0 }),
  });
  return { planId: plan.id, ignored };
}

async function* linesOf(
  context: JobContext,
  file: OpenSheet,
  { planner, ignored }: { planner: DepartmentPlanner; ignored: string[] },
): AsyncGenerator<PlannedOperation> {
  const { texts } = context.services;
  const missing = (line: number) =>
    unreadable(context, 'import.noHeader', line, {
      columns: texts.text(context.caller.language, 'user-centre', 'department.column.fullName'),
    });
  let header: ReturnType<typeof readDepartmentHeader> | undefined;
  let piece: DepartmentRow[] = [];
  for await (const { row, cells } of file.rows) {
    if (!header) {
      header = readDepartmentHeader(texts, cells);
      if (!header.at.has('fullName')) throw missing(row);
      ignored.push(...header.ignored);
      continue;
    }
    const named: DepartmentRow['cells'] = {};
    for (const [column, index] of header.at) {
      const text = (cells[index] ?? '').trim();
      if (text !== '') named[column] = text;
    }
    piece.push({ line: row, cells: named });
    if (piece.length < pieceSize) continue;
    yield* await planner.linesOf(piece);
    piece = [];
  }
  if (!header) throw missing(1);
  yield* await planner.linesOf(piece);
}
