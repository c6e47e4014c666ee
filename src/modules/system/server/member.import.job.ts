import type { Parsed } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { anyOutside } from '#kit/server/access/reach.ts';
import { memberKey, stateOf, type RoleMember } from '#kit/server/access/role.state.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { makePlan, refusedLine, type PlannedOperation } from '#kit/server/change/make-plan.ts';
import { withSheet } from '#kit/server/files/with-sheet.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { ReadRow } from '#platform/sheets/cell.ts';
import { foldText } from '#platform/text/grams.ts';
import { roleMembers } from '../common/permissions.ts';
import type { memberImport } from '../common/role.contract.ts';

/** Members of one file: as many as a role may have. */
const maxRows = 10_000;

type Payload = Parsed<typeof memberImport>;
type Column = 'account' | 'until';

/** Reads a file of accounts and ends into a plan that gives these people a role; who holds it already gets the new end. */
export const memberImportJob = (kind: Kind): JobKind<Payload, { planId: string }> => ({
  kind: 'role.importMembers',
  title: { namespace: 'system', key: 'job.importMembers' },
  code: roleMembers.button.import,
  run: (context, { roleId, fileId }) =>
    withSheet(
      context,
      { fileId, maxRows, unreadable: ({ line }, file) => unreadable(context, { file, line, why: 'sheet' }) },
      async ({ name: file, rows }) => {
        const { services, caller } = context;
        const plan = await makePlan(services.database.db, caller, {
          kind,
          title: { namespace: 'system', key: 'plan.importMembers', params: { file } },
          operations: await operationsOf(context, { kind, roleId, rows, file }),
          source: 'import',
          operation: 'role.sys.importMembers',
          code: roleMembers.button.import,
          signal: context.signal,
        });
        return { planId: plan.id };
      },
    ),
});

function unreadable(
  { services, caller }: JobContext,
  { file, line, why }: { file: string; line: number; why: 'sheet' | 'header' },
): Refusal {
  return new Refusal(11080, { file, n: Math.max(1, line), reason: services.texts.text(caller.language, 'system', `import.${why}`) });
}

interface Source {
  kind: Kind;
  roleId: string;
  rows: AsyncIterable<ReadRow>;
  file: string;
}

/** One change of the role with everybody who is known, and a refused line for each who is not. */
async function operationsOf(context: JobContext, { kind, roleId, rows, file }: Source): Promise<PlannedOperation[]> {
  const { db } = context.services.database;
  const state = (await db.transaction().execute((tx) => kind.read(tx, [roleId], false))).get(roleId);
  if (!state) throw notFound();
  const refused: PlannedOperation[] = [];
  const found = new Map<string, RoleMember>();
  let header: Map<Column, number> | undefined;
  for await (const { row, cells } of rows) {
    if (!header) {
      header = headerOf(context, cells);
      if (!header.has('account')) throw unreadable(context, { file, line: row, why: 'header' });
      continue;
    }
    const cell = (column: Column): string => (cells[header?.get(column) ?? -1] ?? '').trim();
    if (cell('account') === '') continue;
    const person = await inRange(context, cell('account'));
    const until = endOf(cell('until'));
    const why = person ? (until === undefined ? 'until' : undefined) : 'account';
    if (why || !person) {
      const path = why ?? 'account';
      refused.push(refusedLine(row, cell('account'), { path, namespace: 'system', key: `import.${path}` }));
    } else found.set(person.uid, { kind: 'employee', id: person.uid, until: until ?? null });
  }
  if (!header) throw unreadable(context, { file, line: 1, why: 'header' });
  const before = stateOf(state.fields).members;
  const wished = new Map([...before, ...found.values()].map((one) => [memberKey(one), one]));
  const after = [...wished.values()].toSorted((one, other) => (memberKey(one) < memberKey(other) ? -1 : 1));
  const same = JSON.stringify(after) === JSON.stringify(before);
  const line = { id: roleId, name: state.name, path: null, version: state.version };
  return [
    same
      ? { ...line, action: 'same', before: null, after: null }
      : { ...line, action: 'change', before: { members: before }, after: { members: after } },
    ...refused,
  ];
}

/** The person of an account, when the caller may know of them. */
async function inRange({ services, caller }: JobContext, account: string): Promise<{ uid: string } | undefined> {
  const { db } = services.database;
  const person = await services.directory.byAccount(db, account);
  if (!person) return undefined;
  return (await anyOutside(db, caller.scope(), [{ kind: 'employee', id: person.uid }])) ? undefined : person;
}

/** Empty: without end; undefined where it is no moment. A day alone ends with that day. */
function endOf(text: string): number | null | undefined {
  if (text === '') return null;
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59` : text);
  return Number.isNaN(at) ? undefined : at;
}

const plain = (text: string): string => foldText(text).replace(/[\s*:：]/g, '');

function headerOf({ services }: JobContext, cells: readonly string[]): Map<Column, number> {
  const titles = (column: Column): string[] =>
    [column, ...languages.map((language) => services.texts.text(language, 'kit', `member.field.${column}`))].map(plain);
  const at = new Map<Column, number>();
  for (const column of ['account', 'until'] as const) {
    const index = cells.findIndex((title) => titles(column).includes(plain(title)));
    if (index >= 0) at.set(column, index);
  }
  return at;
}
