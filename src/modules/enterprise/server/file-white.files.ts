import type { Parsed } from '#kit/common/contract.ts';
import { accountInRange } from '#kit/server/access/member-files.ts';
import { roleData } from '#kit/server/access/role.query.ts';
import { makePlan, refusedLine, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { endIn, endText, withNamedSheet, type NamedRow } from '#kit/server/files/named-sheet.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { callOfJob, everyRow } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { whiteExport, whiteImport } from '../common/file-rule.contract.ts';
import { fileWhitePage as page } from '../common/permissions.ts';
import { fileWhiteKind, placesOf } from './file-white.kind.ts';
import { listWhite } from './file-white.service.ts';
import type { FileWhiteTable } from './limits.table.ts';

/** Rows of one file: as many as a white list takes. */
const maxRows = 10_000;
const mostReason = 500;
const pageSize = 500;

/** Columns of a file of the white list, in their order; the first three are read by the import. */
const columns = ['account', 'reason', 'until', 'name', 'departmentName', 'since', 'by'] as const;
type Column = 'account' | 'reason' | 'until';
const title = (column: string) => ({ namespace: 'enterprise', key: `fileWhite.field.${column}` });

const read = { account: title('account'), reason: title('reason'), until: title('until') };

/** Writes the white list of a file rule, as far as its people are in range. */
export const whiteExportJob: JobKind<Parsed<typeof whiteExport>, MadeSheet> = {
  kind: 'fileMember.whiteExport',
  title: { namespace: 'enterprise', key: 'job.whiteExport' },
  code: page.button.export,
  run: (context, { roleId, format }) => {
    const word = (key: string): string => context.services.texts.text(context.caller.language, 'enterprise', key);
    return keepSheet(context, {
      title: word('fileWhite'),
      header: columns.map((column) => word(title(column).key)),
      rows: whiteCells(context, roleId),
      format,
      query: { roleId },
    });
  },
};

async function* whiteCells(context: JobContext, roleId: string): AsyncGenerator<Cell[]> {
  for await (const row of everyRow(context, (pageNum) => listWhite(callOfJob(context), { roleId, pageNum, pageSize, sort: 'since' })))
    yield [row.account, row.reason, endText(row.until), row.name, row.departmentName, moment(row.since), row.by];
}

/** Reads a file of accounts, reasons and ends into a plan; who stands on the list already gets the new ones. */
export const whiteImportJob: JobKind<Parsed<typeof whiteImport>, { planId: string }> = {
  kind: 'fileMember.whiteImport',
  title: { namespace: 'enterprise', key: 'job.whiteImport' },
  code: page.button.import,
  run: async (context, { roleId, fileId }) => {
    await roleData(callOfJob(context), 'fmm', roleId);
    return withNamedSheet(context, { fileId, maxRows, columns: read, required: 'account' }, async ({ name: file, rows }) => {
      const plan = await makePlan(context.services.database.db, context.caller, {
        kind: fileWhiteKind,
        title: { namespace: 'enterprise', key: 'plan.whiteImport', params: { file } },
        operations: linesOf(context, roleId, rows),
        source: 'import',
        operation: 'fileMember.whiteImport',
        code: page.button.import,
        signal: context.signal,
      });
      return { planId: plan.id };
    });
  },
};

async function* linesOf(context: JobContext, roleId: string, rows: AsyncIterable<NamedRow<Column>>): AsyncGenerator<PlannedOperation> {
  const { services } = context;
  const { db } = services.database;
  const standing = await db.selectFrom('file_white').selectAll().where('role_id', '=', roleId).execute();
  const known = new Map(standing.map((row) => [row.employee_id, row]));
  const seen = new Set<string>();
  for await (const { line, cells } of rows) {
    const person = await accountInRange(context, cells.account);
    const until = endIn(cells.until);
    const mistake = !person ? kitIssue('account', 'sheet.noAccount') : seen.has(person.uid) ? kitIssue('account', 'plan.twice') : undefined;
    const issue = mistake ?? mistakeOf(cells.reason, until, services.now());
    if (issue || !person || until === undefined) {
      yield refusedLine(line, cells.account, issue ?? kitIssue('until', 'sheet.noDate'));
      continue;
    }
    seen.add(person.uid);
    const place = (await placesOf(db, [person.uid])).get(person.uid) ?? { name: cells.account, path: null };
    yield { ...lineOf({ uid: person.uid, roleId, reason: cells.reason, until }, known.get(person.uid)), ...place, line };
  }
}

const kitIssue = (path: string, key: string): OperationIssue => ({ path, namespace: 'kit', key });

function mistakeOf(reason: string, until: number | null | undefined, now: number): OperationIssue | undefined {
  if (reason === '') return kitIssue('reason', 'issue.missing');
  if (reason.length > mostReason)
    return { path: 'reason', namespace: 'enterprise', key: 'fileWhite.longReason', params: { maximum: mostReason } };
  if (until === undefined) return kitIssue('until', 'sheet.noDate');
  return until !== null && until <= now ? kitIssue('until', 'role.untilPast') : undefined;
}

interface Requested {
  uid: string;
  roleId: string;
  reason: string;
  until: number | null;
}

function lineOf({ uid, roleId, reason, until }: Requested, row: FileWhiteTable | undefined): Omit<PlannedOperation, 'name' | 'path'> {
  if (!row) return { action: 'create', before: null, after: { roleId, employeeId: uid, reason, until }, version: null };
  const own = { id: row.id, version: row.version };
  if (row.reason === reason && row.until === until) return { ...own, action: 'same', before: null, after: null };
  return { ...own, action: 'change', before: { reason: row.reason, until: row.until }, after: { reason, until } };
}
