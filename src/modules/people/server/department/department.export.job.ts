import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { Range } from '#kit/server/caller.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { departmentColumns, type DepartmentColumn, type departmentExport } from '../../common/department-files.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { departmentsWhere, departmentVisible } from './department.query.ts';
import { fullNameIn } from '../employee/employee.view.ts';
import { employeeInRange } from '../range.ts';

type Payload = Parsed<typeof departmentExport>;
type Row = Readonly<Record<DepartmentColumn, string | null>>;

const pieceSize = 1000;

/** Writes departments to a file that an import takes again: parents before their children, managers by their accounts. */
export const departmentExportJob: JobKind<Payload, MadeSheet> = {
  kind: 'department.export',
  title: { namespace: 'user-centre', key: 'job.exportDepartments' },
  code: userManagement.button.exportDept,
  run: async (context, payload) => {
    const { services, caller } = context;
    const label = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
    return keepSheet(context, {
      title: label('import.sheet.departments'),
      header: departmentColumns.map((column) => label(`department.column.${column}`)),
      rows: rowsOf(context, payload, label),
      format: payload.format,
      query: payload.ids ? { chosen: payload.ids.length } : { ...payload.filter },
    });
  },
};

async function* rowsOf({ services, caller }: JobContext, payload: Payload, label: (key: string) => string): AsyncGenerator<Cell[]> {
  const { db } = services.database;
  const range = caller.scope();
  const where = payload.ids
    ? sql`d.id = any(${payload.ids}::uuid[]) and ${departmentVisible(range)}`
    : departmentsWhere(range, payload.filter ?? { below: true });
  // Parents first, in the order of the tree: a path sorts before those below it.
  let last = '';
  for (;;) {
    const { rows } = await sql<
      Row & { path: string }
    >`select d.path::text as path, replace(${fullNameIn('zh_CN')}, ' / ', '/') as "fullName", d.code,
        d.name ->> 'en_US' as "nameEn", d.name ->> 'ja_JP' as "nameJa", d.kind, ${accountsIn(range, 'manager_ids')} as "managerIds", ${accountsIn(range, 'deputy_ids')} as "deputyIds",
        d.phone, d.email, d.address, d.cost_centre as "costCentre", d.description
      from department d where ${where} and (${last} = '' or d.path > ${last === '' ? '1' : last}::ltree) order by d.path limit ${pieceSize}`.execute(
      db,
    );
    for (const row of rows)
      yield departmentColumns.map((column) => (column === 'kind' ? label(`department.kind.${row.kind}`) : row[column]));
    last = rows.at(-1)?.path ?? '';
    if (rows.length < pieceSize) return;
  }
}

/** Accounts of those whom the caller sees; an import leaves the others where they are. */
const accountsIn = (range: Range, column: 'manager_ids' | 'deputy_ids') =>
  sql`(select string_agg(m.account, ';' order by at.n) from unnest(${sql.ref(`d.${column}`)}) with ordinality as at(id, n) join employee m on m.id = at.id and m.status <> 'deleted'
    and ${employeeInRange(range, 'm.id')})`;
