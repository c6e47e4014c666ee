import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import { exportColumns, type employeeExport, type ExportColumn } from '../common/employee-bulk.contract.ts';
import { userManagement } from '../common/permissions.ts';
import { countSelected, selected, selectedIds } from './employee.selection.ts';
import { fullNameIn, maskBirthday, maskMobile } from './employee.view.ts';

export type ExportPayload = Parsed<typeof employeeExport>;

/** What an export ends with. */
export interface ExportResult {
  fileId: string;
  rows: number;
}

type ExportRow = Readonly<Record<string, string | number | null>>;
const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' };

/** Writes people to a file, a thousand rows in memory at a time. */
export const exportJob: JobKind<ExportPayload, ExportResult> = {
  kind: 'employee.export',
  title: { namespace: 'user-centre', key: 'job.export' },
  code: userManagement.button.export,
  run: async (context, payload) => {
    const { services, caller } = context;
    if (payload.full && !caller.can(userManagement.button.exportFull))
      throw new Refusal(code.notGranted, { code: userManagement.button.exportFull });
    const columns = payload.columns ?? exportColumns;
    const label = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
    const header = columns.map((column) => label(`employee.field.${column}`));
    const counted = { rows: 0 };
    const rows = cellsOf(context, payload, { columns, label, counted });
    const stream = payload.format === 'csv' ? writeCsv(rows, { header }) : writeXlsx(rows, { sheet: label('import.sheet'), header });
    const name = `${label('import.sheet')}-${new Date(services.now()).toISOString().slice(0, 10)}.${payload.format}`;
    const file = await keepMade(services, stream, {
      name,
      type: types[payload.format],
      purpose: 'export',
      owner: caller.uid,
      keepMillis: temporary,
    });
    return { fileId: file.id, rows: counted.rows };
  },
};

interface Shape {
  columns: readonly ExportColumn[];
  label: (key: string) => string;
  counted: { rows: number };
}

async function* cellsOf(context: JobContext, payload: ExportPayload, { columns, label, counted }: Shape): AsyncGenerator<Cell[]> {
  const { db } = context.services.database;
  const where = await selected(
    db,
    context.caller,
    payload.ids ? { ids: payload.ids } : { filter: payload.filter ?? { below: true, deleted: false } },
  );
  const total = await countSelected(db, where);
  for await (const ids of selectedIds(db, where)) {
    context.signal.throwIfAborted();
    const { rows } = await exportRows(context.caller.language, ids).execute(db);
    for (const row of rows) {
      counted.rows += 1;
      yield columns.map((column) => cellOf(row, column, { label, full: payload.full }));
    }
    await context.progress({ done: counted.rows, total, failed: 0 });
  }
}

const exportRows = (
  language: Language,
  ids: readonly string[],
) => sql<ExportRow>`select e.account, e.name, e.name_en as "nameEn", e.alias, e.name_reading as "nameReading", e.employee_no as "employeeNo",
    replace(${fullNameIn(language, 'home')}, ' / ', '/') as department, (
      select string_agg(replace(${fullNameIn(language)}, ' / ', '/'), ';' order by d.path) from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = e.id and not ed.is_primary) as "otherDepartments",
    e.title, e.mobile, e.work_phone as "workPhone", e.email, e.personal_email as "personalEmail", e.gender, e.birthday, e.hire_date as "hireDate", e.job_level as "jobLevel", e.workplace,
    e.cost_centre as "costCentre", e.employment_type as "employmentType", (select m.name from employee m where m.id = e.manager_id) as manager, e.status, e.remark, e.created_at as "createdAt", e.updated_at as "updatedAt"
  from employee e join department home on home.id = e.primary_department_id where e.id = any(${ids}::uuid[]) order by e.id`;

function cellOf(row: ExportRow, column: ExportColumn, { label, full }: { label: (key: string) => string; full: boolean }): Cell {
  const value = row[column] ?? null;
  if (value === null) return null;
  if (column === 'gender' || column === 'employmentType' || column === 'status') return label(`employee.${column}.${value}`);
  if (column === 'createdAt' || column === 'updatedAt') return new Date(Number(value));
  if (!full && column === 'mobile') return maskMobile(String(value));
  if (!full && column === 'birthday') return maskBirthday(String(value));
  return column === 'birthday' || column === 'hireDate' ? { day: String(value) } : value;
}
