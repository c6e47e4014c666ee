import { sql } from 'kysely';
import { accountInRange } from '#kit/server/access/member-files.ts';
import { makePlan, refusedLine, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import { keepSheet, moment, type MadeSheet, type SheetFormat } from '#kit/server/files/keep-sheet.ts';
import { withNamedSheet, type NamedRow } from '#kit/server/files/named-sheet.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { callOfJob, everyRow, wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { languages } from '#kit/common/language.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { audienceParts, departmentFiles, userFiles } from '../../common/audience.contract.ts';
import { accountSettingPage } from '../../common/permissions.ts';
import { audienceModes, type AudienceMember, type AudienceMode } from '../../common/words.ts';
import { directory } from '#modules/people/server/public.ts';
import { assertSees, assertWorks } from '../reach.ts';
import { audienceKinds, fieldOf } from './audience.kind.ts';
import { audienceList } from './audience.query.ts';

const maxRows = 200_000;
const pageSize = 500;
const module = 'public-accounts';

/** The column by which a member is known again, and the mode. */
const keyColumn = { employee: 'account', department: 'path', crowd: 'name' } as const;
const columnsOf = (kind: AudienceMember) =>
  kind === 'employee'
    ? (['account', 'mode', 'name', 'path', 'since', 'by'] as const)
    : ([keyColumn[kind], 'mode', 'people', 'since', 'by'] as const);
const titleOf = (kind: AudienceMember, column: string): string => {
  if (column === 'path' && kind === 'department') return 'snoAudience.column.department';
  return `snoAudience.column.${column}`;
};

interface ExportParams {
  snoId: string;
  kind: AudienceMember;
  format: SheetFormat;
}

/** Writes the rows of an audience to a file that the import reads again. */
const exportJob: JobKind<ExportParams, MadeSheet> = {
  kind: 'audience.export',
  title: { namespace: module, key: 'job.audienceExport' },
  code: accountSettingPage.button.audienceExport,
  run: async (context, { snoId, kind, format }) => {
    const word = wordOf(context, module);
    await assertSees(context.services.database.db, context.caller.scope(), snoId);
    return keepSheet(context, {
      title: word('audience.title'),
      header: columnsOf(kind).map((column) => word(titleOf(kind, column))),
      rows: cellsOf(context, snoId, kind),
      format,
      query: { snoId, kind },
    });
  },
};

async function* cellsOf(context: JobContext, snoId: string, kind: AudienceMember): AsyncGenerator<Cell[]> {
  const word = wordOf(context, module);
  const { db } = context.services.database;
  const read = (pageNum: number) => audienceList(callOfJob(context), kind, { snoId, pageNum, pageSize, sort: 'since' });
  for await (const row of everyRow(context, read)) {
    const mode = word(`snoAudience.mode.${row.mode}`);
    if (kind !== 'employee') yield [kind === 'department' ? row.path : row.name, mode, row.people, moment(row.since), row.by];
    else {
      const person = (await directory.people(db, [row.memberId], context.caller.language, context.caller.scope())).get(row.memberId);
      yield [person?.account ?? '', mode, row.name, row.path, moment(row.since), row.by];
    }
  }
}

interface ImportParams {
  snoId: string;
  fileId: string;
}

type FileKind = 'employee' | 'department';

/** Reads a file of members and modes into a plan: who is in the audience already gets the mode of the file. */
const importJob = (kind: FileKind): JobKind<ImportParams, { planId: string }> => ({
  kind: `audience.import.${kind}`,
  title: { namespace: module, key: 'job.audienceImport' },
  code: accountSettingPage.button.audienceImport,
  exclusive: ({ snoId }) => snoId,
  run: async (context, { snoId, fileId }) => {
    const { services, caller, signal } = context;
    await assertWorks(services.database.db, caller.scope(), snoId, 'manage');
    const columns = {
      key: { namespace: module, key: titleOf(kind, keyColumn[kind]) },
      mode: { namespace: module, key: 'snoAudience.column.mode' },
    };
    return withNamedSheet(context, { fileId, maxRows, columns, required: 'key' }, async ({ name: file, rows, about }) => {
      const plan = await makePlan(services.database.db, caller, {
        kind: audienceKinds[kind],
        title: { namespace: module, key: 'plan.audienceImport', params: { file } },
        operations: linesOf(context, { snoId, kind, rows }),
        source: 'import',
        operation: 'audience.import',
        code: accountSettingPage.button.audienceImport,
        signal,
        onProgress: (done) => context.progress({ done, total: about(), failed: 0 }),
      });
      return { planId: plan.id };
    });
  },
});

interface Lines {
  readonly snoId: string;
  readonly kind: FileKind;
  readonly rows: AsyncIterable<NamedRow<'key' | 'mode'>>;
}

async function* linesOf(context: JobContext, { snoId, kind, rows }: Lines): AsyncGenerator<PlannedOperation> {
  const { services, caller } = context;
  const { db } = services.database;
  const find =
    kind === 'employee'
      ? async (text: string) => (await accountInRange(context, text))?.uid
      : await directory.finder(db, 'department', caller.scope());
  const [field, seen] = [fieldOf[kind], new Set<string>()];
  const issue = (path: string, key: string, namespace = 'kit') => ({
    path,
    namespace,
    key,
    title: { namespace: module, key: titleOf(kind, path === 'mode' ? 'mode' : keyColumn[kind]) },
  });
  for await (const { line, cells } of rows) {
    const id = await find(cells.key);
    const mode = modeIn(context, cells.mode);
    if (id === undefined) yield refusedLine(line, cells.key, issue(field, kind === 'employee' ? 'sheet.noAccount' : 'sheet.noDepartment'));
    else if (mode === undefined) yield refusedLine(line, cells.key, issue('mode', 'issue.mode', module));
    else if (seen.has(id)) yield refusedLine(line, cells.key, issue(field, 'plan.twice'));
    else {
      seen.add(id);
      const { rows: known } = await sql<{ id: string; mode: AudienceMode; version: number }>`select id, mode, version from sno_audience
        where sno_id = ${snoId}::uuid and member_kind = ${kind} and member_id = ${id}::uuid`.execute(db);
      yield operationOf({ line, name: cells.key, id, mode }, { snoId, kind, now: known[0] });
    }
  }
}

/** What a line does: adds a row, changes its mode, or nothing. */
function operationOf(
  { line, name, id, mode }: { line: number; name: string; id: string; mode: AudienceMode },
  { snoId, kind, now }: { snoId: string; kind: FileKind; now: { id: string; mode: AudienceMode; version: number } | undefined },
): PlannedOperation {
  const base = { name, path: null, line };
  if (!now)
    return {
      ...base,
      action: 'create',
      before: null,
      after: { snoId, memberKind: kind, [fieldOf[kind]]: id, mode },
      version: null,
    };
  const same = { ...base, id: now.id, version: now.version };
  return now.mode === mode
    ? { ...same, action: 'same', before: null, after: null }
    : { ...same, action: 'change', before: { mode: now.mode }, after: { mode } };
}

/** A mode by its word in any language, or as it is called; empty is `allowed`. */
function modeIn({ services }: JobContext, text: string): AudienceMode | undefined {
  const said = text.trim().toLowerCase();
  if (said === '') return 'allowed';
  return audienceModes.find((mode) =>
    [mode, ...languages.map((language) => services.texts.text(language, module, `snoAudience.mode.${mode}`))].some(
      (word) => word.toLowerCase() === said,
    ),
  );
}

/** Sends an empty file to fill in, with one line as an example. */
async function sendTemplate({ caller, services, response }: Call, kind: FileKind, format: SheetFormat): Promise<null> {
  const word = (key: string): string => services.texts.text(caller.language, module, key);
  const header = [`${word(titleOf(kind, keyColumn[kind]))} *`, word('snoAudience.column.mode')];
  const example = [word(`audience.example.${kind}`), word('snoAudience.mode.preset')];
  const stream =
    format === 'csv' ? writeCsv([example], { header }) : writeXlsx([example], { sheet: word('audience.title'), header, widths: [32, 18] });
  response
    .header(
      'content-type',
      format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    .header('content-disposition', `attachment; filename="audience.${format}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff');
  await response.send(stream);
  return null;
}

const importJobs = { employee: importJob('employee'), department: importJob('department') };

/** Jobs that write and read files of audiences. */
export const audienceJobs = [exportJob, importJobs.employee, importJobs.department] as const;

/** Audiences in files. */
export const audienceFileRoutes: readonly BoundRoute[] = [
  ...audienceParts.map((part) =>
    handle(part.export, async (call, { snoId, format }) => {
      await assertSees(call.db, call.caller.scope(), snoId);
      call.caller.note({ snoId });
      const params = { snoId, kind: part.kind, format };
      return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, exportJob, params) }));
    }),
  ),
  ...[userFiles, departmentFiles].flatMap((part) => [
    handle(part.import, async (call, input) => {
      await assertWorks(call.db, call.caller.scope(), input.snoId, 'manage');
      call.caller.note({ snoId: input.snoId });
      return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, importJobs[part.kind], input) }));
    }),
    handle(part.template, (call, { format }) => sendTemplate(call, part.kind, format)),
  ]),
];
