import { sql, type RawBuilder } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { readAhead } from '#platform/read-ahead.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { exportColumns, type employeeExport, type ExportColumn } from '../../common/employee-bulk.contract.ts';
import { extraName, type ExtraValues } from '../../common/extra/extra-fields.ts';
import { userManagement } from '../../common/permissions.ts';
import { DepartmentNames } from '../department/department.names.ts';
import { usedExtras, type ExtraField } from '../extra/extra.known.ts';
import { extraCell, extraTexts } from '../extra/extra.words.ts';
import { siteZone } from '../setting/site-zone.ts';
import { countSelected, selected, selectedIds } from './employee.selection.ts';
import type { MaskableField } from '../../common/employee-fields.ts';
import { maskedFieldsOf, maskedValue } from './employee.mask.ts';
import { employeeInRange, pathWithin } from '../range.ts';

export type ExportPayload = Parsed<typeof employeeExport>;

type ExportRow = Readonly<Record<ExportColumn, string | number | null>> & { readonly extra: ExtraValues };
/** As it is read: departments by their paths. */
type ReadRow = Omit<ExportRow, 'department' | 'otherDepartments'> & { department: string | null; otherDepartments: readonly string[] };

/** Writes people to a file, a thousand rows in memory at a time. */
export const exportJob: JobKind<ExportPayload, MadeSheet> = {
  kind: 'employee.export',
  title: { namespace: 'user-centre', key: 'job.export' },
  code: userManagement.button.export,
  run: async (context, payload) => {
    const { services, caller } = context;
    if (payload.full && !caller.can(userManagement.button.exportFull))
      throw new Refusal(code.notGranted, { code: userManagement.button.exportFull });
    const extras = new Map(usedExtras('employee').map((field) => [extraName(field.code), field]));
    const columns = (payload.columns ?? [...exportColumns, ...extras.keys()]).filter((column) => isOwn(column) || extras.has(column));
    const label = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
    const { db } = services.database;
    const filter = payload.filter ?? { below: true, deleted: false };
    const where = await selected(db, caller, payload.ids ? { ids: payload.ids } : { filter });
    return keepSheet(context, {
      title: label('import.sheet'),
      header: columns.map((column) => {
        const field = extras.get(column);
        return field ? pick(field.name, caller.language) : label(`employee.field.${column}`);
      }),
      rows: cellsOf(context, where, { columns, extras, label, full: payload.full, masks: await maskedFieldsOf(db) }),
      format: payload.format,
      // Where an import reads moments, too.
      timeZone: siteZone(),
      total: await countSelected(db, where),
      query: { ...(payload.ids ? { chosen: payload.ids.length } : filter), full: payload.full },
    });
  },
};

const isOwn = (column: string): column is ExportColumn => exportColumns.some((one) => one === column);

/** So few rows at once that they are gone before they are old; the next ones are read meanwhile. */
const pageRows = 100;
/** Who comes next is found for many pages at once. */
const idsAtOnce = 50 * pageRows;

interface Shape {
  columns: readonly string[];
  extras: ReadonlyMap<string, ExtraField>;
  label: (key: string) => string;
  full: boolean;
  masks: readonly MaskableField[];
}

async function* cellsOf(context: JobContext, where: RawBuilder<boolean>, shape: Shape): AsyncGenerator<Cell[]> {
  for await (const { rows, texts } of readAhead(pagesOf(context, where, shape)))
    for (const [at, row] of rows.entries())
      yield shape.columns.map((column) => {
        const field = shape.extras.get(column);
        return isOwn(column) ? cellOf(row, column, shape) : field ? extraCell(field, texts[at]?.[field.code]) : null;
      });
}

async function* pagesOf({ services, caller }: JobContext, where: RawBuilder<boolean>, { full }: Shape) {
  const { db } = services.database;
  const { language } = caller;
  const names = new DepartmentNames(db, language);
  for await (const ids of pagesOfIds(selectedIds(db, where, idsAtOnce))) {
    const { rows: read } = await exportRows(caller.scope(), ids).execute(db);
    await names.learn(
      read.flatMap(({ department, otherDepartments }) => [...(department === null ? [] : [department]), ...otherDepartments]),
    );
    const rows = read.map((row) => withNames(row, names));
    const extras = rows.map(({ extra }) => extra);
    yield { rows, texts: await extraTexts(db, 'employee', extras, { language, range: caller.scope(), full, forFile: true }) };
  }
}

const withNames = (row: ReadRow, names: DepartmentNames): ExportRow => ({
  ...row,
  department: row.department === null ? null : names.fullName(row.department),
  otherDepartments: row.otherDepartments.length === 0 ? null : row.otherDepartments.map((path) => names.fullName(path)).join(';'),
});

async function* pagesOfIds(pieces: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  for await (const piece of readAhead(pieces)) for (let at = 0; at < piece.length; at += pageRows) yield piece.slice(at, at + pageRows);
}

/** Who may see somebody need not see whom they report to, nor where else they are. */
const exportRows = (
  range: Range,
  ids: readonly string[],
) => sql<ReadRow>`select e.account, e.name, e.name_en as "nameEn", e.alias, e.name_reading as "nameReading", e.employee_no as "employeeNo",
    case when ${pathWithin('home.path', range)} then home.path::text end as department, array(select d.path::text from employee_department ed join department d on d.id = ed.department_id
      where e.several and ed.employee_id = e.id and not ed.is_primary and ${pathWithin('d.path', range)} order by d.path) as "otherDepartments",
    e.title, e.mobile, e.work_phone as "workPhone", e.email, e.personal_email as "personalEmail", e.gender, e.birthday, e.hire_date as "hireDate", e.job_level as "jobLevel", e.workplace,
    e.cost_centre as "costCentre", e.employment_type as "employmentType", m.name as manager, m.account as "managerAccount", e.status, e.remark, e.created_at as "createdAt", e.updated_at as "updatedAt", e.extra
  from employee e join department home on home.id = e.primary_department_id
  left join employee m on m.id = e.manager_id and ${employeeInRange(range, 'm.id')} where e.id = any(${ids}::uuid[]) order by e.id`;

function cellOf(row: ExportRow, column: ExportColumn, { label, full, masks }: Shape): Cell {
  const value = row[column] ?? null;
  if (value === null) return null;
  if (column === 'gender' || column === 'employmentType' || column === 'status') return label(`employee.${column}.${value}`);
  if (column === 'createdAt' || column === 'updatedAt') return new Date(Number(value));
  const hidden = full ? undefined : masks.find((field) => field === column);
  if (hidden) return maskedValue(hidden, String(value));
  return column === 'birthday' || column === 'hireDate' ? { day: String(value) } : value;
}
