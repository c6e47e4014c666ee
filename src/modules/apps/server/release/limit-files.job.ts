import type { Parsed } from '#kit/common/contract.ts';
import { accountInRange } from '#kit/server/access/member-files.ts';
import { makePlan, refusedLine, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { withNamedSheet, type NamedRow } from '#kit/server/files/named-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { directory } from '#modules/people/server/public.ts';
import type { limitUserExport, limitUserImport } from '../../common/limit-files.contract.ts';
import { versionUserPage as page } from '../../common/permissions.ts';
import { versions } from '../version/version.ts';
import { limitsOf, namesOfLimits } from './limits.ts';
import { findVersion } from './find-version.ts';

/** Rows of one file: as many as a version may have. */
const maxRows = 10_000;
const columns = ['account', 'exclude', 'kind', 'name'] as const;
const title = (column: string) => ({ namespace: 'apps', key: `limit.field.${column}` });
const read = { account: title('account'), exclude: title('exclude') };

/** Writes the limit users of a version to a file; people by account, the rest by name. */
export const limitExportJob: JobKind<Parsed<typeof limitUserExport>, MadeSheet> = {
  kind: 'limitUser.export',
  title: { namespace: 'apps', key: 'job.exportLimits' },
  code: page.button.export,
  run: async (context, { versionId, format }) => {
    const { services, caller } = context;
    const { db } = services.database;
    const word = (key: string): string => services.texts.text(caller.language, 'apps', key);
    await findVersion(db, caller, versionId);
    const rows = await namesOfLimits({ db, caller }, await limitsOf(db, versionId));
    const ids = rows.flatMap(({ kind, id }) => (kind === 'employee' ? [id] : []));
    const people = await directory.people(db, ids, caller.language, caller.scope());
    return keepSheet(context, {
      title: word('limit.title'),
      header: columns.map((column) => word(title(column).key)),
      rows: rows.map(({ kind, id, exclude, name }): Cell[] => [
        people.get(id)?.account ?? '',
        exclude ? word('limit.out') : '',
        word(`limit.kind.${kind}`),
        name,
      ]),
      format,
      query: { versionId },
    });
  },
};

/** Reads accounts, and who of them is left out, into a plan; departments and dynamic groups of the version stay. */
export const limitImportJob: JobKind<Parsed<typeof limitUserImport>, { planId: string }> = {
  kind: 'limitUser.import',
  title: { namespace: 'apps', key: 'job.importLimits' },
  code: page.button.import,
  run: (context, { versionId, fileId }) =>
    withNamedSheet(context, { fileId, maxRows, columns: read, required: 'account' }, async ({ name: file, rows }) => {
      const plan = await makePlan(context.services.database.db, context.caller, {
        kind: versions.kind,
        title: { namespace: 'apps', key: 'plan.importLimits', params: { file } },
        operations: await operationsOf(context, versionId, rows),
        source: 'import',
        operation: 'limitUser.import',
        code: page.button.import,
        signal: context.signal,
      });
      return { planId: plan.id };
    }),
};

/** One change of the version with everybody who is known, and a refused line for each who is not. */
async function operationsOf(
  context: JobContext,
  versionId: string,
  rows: AsyncIterable<NamedRow<'account' | 'exclude'>>,
): Promise<PlannedOperation[]> {
  const { db } = context.services.database;
  const { version, version_name: name } = await findVersion(db, context.caller, versionId);
  const before = await limitsOf(db, versionId);
  const refused: PlannedOperation[] = [];
  const requested = new Map(before.map((row) => [row.id, row]));
  for await (const { line, cells } of rows) {
    const person = await accountInRange(context, cells.account);
    const issue = { path: 'account', title: read.account, namespace: 'kit', key: 'sheet.noAccount' };
    if (person) requested.set(person.uid, { kind: 'employee', id: person.uid, exclude: isOut(cells.exclude) });
    else refused.push(refusedLine(line, cells.account, issue));
  }
  const after = [...requested.values()];
  const own = { id: versionId, name, path: null, version };
  const limits = (list: typeof before) => ({ limits: list.map((row) => ({ ...row })) });
  return [
    JSON.stringify(after) === JSON.stringify(before)
      ? { ...own, action: 'same', before: null, after: null }
      : { ...own, action: 'change', before: limits(before), after: limits(after) },
    ...refused,
  ];
}

/** What says in a cell that somebody is left out; empty and a plain no do not. */
const isOut = (text: string): boolean => text !== '' && !/^(?:0|no|false|否|いいえ)$/i.test(text);
