import { memberWords, type MemberFilesContract } from '#kit/common/role/member-files.contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import type { Kind } from '../change/kind.ts';
import { makePlan, refusedLine, type PlannedOperation } from '../change/plan/make-plan.ts';
import { keepSheet, moment, type MadeSheet, type SheetFormat } from '../files/keep-sheet.ts';
import { endIn, endText, withNamedSheet, type NamedRow } from '../files/named-sheet.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { callOfJob, everyRow, wordOf } from '../jobs/of-job.ts';
import type { JobContext, JobKind } from '../services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { anyOutside } from './reach.ts';
import { listCrowds, listDepartments, listEmployees } from './role.members.ts';
import { seenState } from './role.owner.ts';
import { roleData } from './role.query.ts';
import { memberKey, stateOf, type RoleMember } from './role.state.ts';

/** Members of one file: as many as a role may have. */
const maxRows = 10_000;
const pageSize = 500;

/** Columns of a file of members of each kind, in their order; the first, by which they are known again, and `until` are read by the import. */
const columns = {
  employee: ['account', 'until', 'name', 'departmentName', 'since', 'by', 'lastSignInAt'],
  department: ['fullName', 'until', 'people', 'since', 'by'],
  crowd: ['name', 'until', 'people', 'since', 'by'],
} as const;

const title = (column: string) => ({ namespace: 'kit', key: column === 'name' ? 'field.name' : `member.field.${column}` });
/** What is read: by what a member is known again, and when it ends. */
const readOf = (kind: MemberKind) => ({ key: title(columns[kind][0]), until: title('until') });
/** What is said of a line that names nobody. */
const unknown = { employee: 'sheet.noAccount', department: 'sheet.noDepartment', crowd: 'sheet.noCrowd' } as const;

/** The files of an area's members: the operations, and the jobs that write and read them. */
export function memberFiles(
  contract: MemberFilesContract,
  kind: Kind,
): { routes: readonly BoundRoute[]; jobs: readonly JobKind<never, unknown>[] } {
  const [exporting, importing] = [exportJob(contract), importJob(contract, kind)];
  return {
    routes: [
      handle(contract.export, async (call, input) => started(await known(call, contract, input.roleId), exporting, input)),
      handle(contract.import, async (call, input) => started(await known(call, contract, input.roleId), importing, input)),
    ],
    jobs: [exporting, importing],
  };
}

/** The call, once it is clear that the caller may know of the role. */
async function known(call: Call, { area }: MemberFilesContract, roleId: string): Promise<Call> {
  await roleData(call, area, roleId);
  return call;
}

function started<P extends { roleId: string }, R>(call: Call, job: JobKind<P, R>, input: P): Promise<{ jobId: string }> {
  // Whom it shows is decided by the job, in the range of its own code.
  call.caller.note({ roleId: input.roleId });
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, job, input) }));
}

/** Writes who was given a role by name, or the departments or dynamic groups that hold it. */
function exportJob({ area, codes, kind }: MemberFilesContract): JobKind<{ roleId: string; format: SheetFormat }, MadeSheet> {
  return {
    kind: `role.${area}.${memberWords[kind].toLowerCase()}`,
    title: { namespace: 'kit', key: 'job.roleMembers' },
    code: codes.export,
    run: (context, { roleId, format }) => {
      const word = wordOf(context, 'kit');
      return keepSheet(context, {
        title: word('member'),
        header: columns[kind].map((column) => word(title(column).key)),
        rows: kind === 'employee' ? memberCells(context, area, roleId) : groupCells(context, { area, kind }, roleId),
        format,
        query: { roleId },
      });
    },
  };
}

async function* memberCells(context: JobContext, area: string, roleId: string): AsyncGenerator<Cell[]> {
  const read = (pageNum: number) => listEmployees(callOfJob(context), area, { roleId, way: 'employee', pageNum, pageSize });
  for await (const row of everyRow(context, read))
    yield [row.account, endText(row.until), row.name, row.departmentName, moment(row.since), row.by, moment(row.lastSignInAt)];
}

async function* groupCells(
  context: JobContext,
  { area, kind }: { area: string; kind: 'department' | 'crowd' },
  roleId: string,
): AsyncGenerator<Cell[]> {
  const list = kind === 'department' ? listDepartments : listCrowds;
  for await (const row of everyRow(context, (pageNum) => list(callOfJob(context), area, { roleId, pageNum, pageSize })))
    yield [row.fullName, endText(row.until), row.people, moment(row.since), row.by];
}

/** Reads a file of members and ends into a plan that gives these a role; who holds it already gets the new end. */
function importJob(
  { area, codes, kind: of }: MemberFilesContract,
  kind: Kind,
): JobKind<{ roleId: string; fileId: string }, { planId: string }> {
  return {
    kind: `role.${area}.import${memberWords[of]}`,
    title: { namespace: 'kit', key: 'job.importRoleMembers' },
    code: codes.import,
    run: (context, { roleId, fileId }) =>
      withNamedSheet(context, { fileId, maxRows, columns: readOf(of), required: 'key' }, async ({ name: file, rows }) => {
        const plan = await makePlan(context.services.database.db, context.caller, {
          kind,
          title: { namespace: 'kit', key: 'plan.importMembers', params: { file } },
          operations: await operationsOf(context, { kind, of, roleId, rows }),
          source: 'import',
          operation: `role.${area}.import${memberWords[of]}`,
          code: codes.import,
          signal: context.signal,
        });
        return { planId: plan.id };
      }),
  };
}

interface Source {
  kind: Kind;
  of: MemberKind;
  roleId: string;
  rows: AsyncIterable<NamedRow<'key' | 'until'>>;
}

/** One change of the role with everybody who is known, and a refused line for each who is not. */
async function operationsOf(context: JobContext, { kind, of, roleId, rows }: Source): Promise<PlannedOperation[]> {
  const { db } = context.services.database;
  const state = seenState(context.caller, (await db.transaction().execute((tx) => kind.read(tx, [roleId], false))).get(roleId));
  const refused: PlannedOperation[] = [];
  const found = new Map<string, RoleMember>();
  const read = readOf(of);
  const find = await finderOf(context, of);
  for await (const { line, cells } of rows) {
    const id = await find(cells.key);
    const until = endIn(cells.until);
    if (id === undefined)
      refused.push(refusedLine(line, cells.key, { path: columns[of][0], title: read.key, namespace: 'kit', key: unknown[of] }));
    else if (until === undefined)
      refused.push(refusedLine(line, cells.key, { path: 'until', title: read.until, namespace: 'kit', key: 'sheet.noDate' }));
    else found.set(id, { kind: of, id, until });
  }
  const before = stateOf(state.fields).members;
  const requested = new Map([...before, ...found.values()].map((one) => [memberKey(one), one]));
  const after = [...requested.values()].toSorted((one, other) => (memberKey(one) < memberKey(other) ? -1 : 1));
  const same = JSON.stringify(after) === JSON.stringify(before);
  const own = { id: roleId, name: state.name, path: state.path, version: state.version };
  return [
    same
      ? { ...own, action: 'same', before: null, after: null }
      : { ...own, action: 'change', before: { members: before }, after: { members: after } },
    ...refused,
  ];
}

/** Finds members of a kind by what names them in a file, as far as the job's person may know of them. */
async function finderOf(context: JobContext, of: MemberKind): Promise<(text: string) => Promise<string | undefined>> {
  const { services, caller } = context;
  if (of === 'employee') return async (account) => (await accountInRange(context, account))?.uid;
  const find = await services.directory.finder(services.database.db, of, caller.scope());
  return async (text) => find(text);
}

/** The person of an account, when the job's person may know of them. */
export async function accountInRange({ services, caller }: JobContext, account: string): Promise<{ uid: string } | undefined> {
  const { db } = services.database;
  const person = await services.directory.byAccount(db, account);
  if (!person) return undefined;
  return (await anyOutside(db, caller.scope(), [{ kind: 'employee', id: person.uid }])) ? undefined : person;
}
