import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { DepartmentDetail, DepartmentFilter, DepartmentRow, departmentList } from '../../common/department.contract.ts';
import type { ExtraValues } from '../../common/extra/extra-fields.ts';
import { fullNameIn, sourcesIn } from '../employee/employee.view.ts';
import { withoutForeignNames } from '../foreign-names.ts';
import { countsOf } from './people-counts.ts';
import { pathWithin } from '../range.ts';
import { extraConditions } from '../extra/extra.filter.ts';
import { readExtras } from '../extra/extra.known.ts';
import { extraTexts, maskedValues } from '../extra/extra.words.ts';
import { ownersOf } from '../ties/owners.ts';
import { departmentFoundByText } from '../search.ts';
import './department.table.ts';

const peopleIn = (
  column: string,
): RawBuilder<
  { id: string; name: string }[]
> => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by at.n), '[]')
  from unnest(${sql.ref(column)}) with ordinality as at(id, n) join employee m on m.id = at.id and m.status <> 'deleted')`;

const rowColumns = (
  language: Language,
) => sql`d.id, d.version, d.created_at as "createdAt", d.created_by as "createdBy", d.updated_at as "updatedAt", d.updated_by as "updatedBy",
  d.parent_id as "parentId", d.name, ${fullNameIn(language)} as "fullName", d.code, d.kind, ${peopleIn('d.manager_ids')} as managers, d.enabled,
  exists (select from department c where c.parent_id = d.id) as "hasChildren", counted.direct as "directCount", counted.total as "totalCount", ${sourcesIn('department', 'd.id')} as sources, d.extra`;

/** SQL condition: a department `d` lies in the range. */
export const departmentVisible = (range: Range): RawBuilder<boolean> => pathWithin('d.path', range);

/** SQL condition on a department `d`: in the range and chosen by the filter. */
export function departmentsWhere(range: Range, filter: DepartmentFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [departmentVisible(range)];
  if (filter.parentId && filter.below)
    conditions.push(sql`d.path <@ (select path from department where id = ${filter.parentId}::uuid) and d.id <> ${filter.parentId}::uuid`);
  else if (filter.parentId) conditions.push(sql`d.parent_id = ${filter.parentId}::uuid`);
  if (filter.text) conditions.push(departmentFoundByText(filter.text));
  if (filter.enabled !== undefined) conditions.push(sql`d.enabled = ${filter.enabled}`);
  if (filter.kind) conditions.push(sql`d.kind = ${filter.kind}`);
  if (filter.empty !== undefined)
    conditions.push(sql`${filter.empty ? sql`not` : sql``} exists (select from employee_department ed where ed.department_id = d.id)`);
  if (filter.sourceId)
    conditions.push(sql`d.id in (select tie.object_id from source_link tie
      where tie.source_id = ${filter.sourceId}::uuid and tie.object_kind = 'department' and tie.state <> 'merged')`);
  if (filter.extra?.length) conditions.push(...extraConditions('department', 'd', filter.extra));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const orders = { orderNo: 'd.order_no', name: 'd.sort_key', code: 'd.code', updatedAt: 'd.updated_at' } as const;

/** A page of departments in range, with counts for the rows of the page alone. */
export async function listDepartments(db: Db, caller: Caller, input: Parsed<typeof departmentList>): Promise<Reply<typeof departmentList>> {
  const where = departmentsWhere(caller.scope(), input);
  const field = input.sort?.replace(/^-/, '') ?? 'orderNo';
  const direction = sql.raw(input.sort?.startsWith('-') ? 'desc' : 'asc');
  const key = sql.ref(orders[field as keyof typeof orders]);
  const order = field === 'orderNo' ? sql`d.parent_id nulls first, ${key} ${direction}, d.id` : sql`${key} ${direction} nulls last, d.id`;
  const page = sql<
    Omit<DepartmentRow, 'extraTexts'> & { extra: ExtraValues }
  >`with page as materialized (select d.id from department d where ${where} order by ${order} limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize})
    select ${rowColumns(caller.language)} from page
    join department d on d.id = page.id join ${countsOf(sql`select id from page`)} counted on counted.node = d.id order by ${order}`;
  const [{ rows }, counted] = await Promise.all([
    page.execute(db),
    sql<{ total: number }>`select count(*) as total from department d where ${where}`.execute(db),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  const shown = await withoutForeignNames(db, { range: caller.scope(), language: caller.language }, rows);
  await readExtras(db);
  const texts = await extraTexts(
    db,
    'department',
    shown.map(({ extra }) => extra),
    { language: caller.language, range: caller.scope(), only: ({ listable }) => listable },
  );
  const list = shown.map(({ extra: _extra, ...row }, at) => ({ ...row, extraTexts: texts[at] ?? {} }));
  return { list, total, pages: Math.ceil(total / input.pageSize) };
}

/** One department; 10910 out of range. */
export async function getDepartment(db: Db, caller: Caller, id: string): Promise<DepartmentDetail> {
  const range = caller.scope();
  const { rows } =
    await sql<DepartmentDetail>`select ${rowColumns(caller.language)}, ${peopleIn('d.deputy_ids')} as deputies, d.phone, d.email, d.address, d.cost_centre as "costCentre", d.description,
      (select count(*) from department c where c.parent_id = d.id) as "childCount"
    from department d join ${countsOf(sql`select ${id}::uuid`)} counted on counted.node = d.id where d.id = ${id}::uuid and ${departmentVisible(range)}`.execute(
      db,
    );
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  await readExtras(db);
  const [texts = {}] = await extraTexts(db, 'department', [rows[0].extra], { language: caller.language, range });
  const owners = (await ownersOf(db, [id], 'department')).get(id) ?? {};
  const [detail = rows[0]] = await withoutForeignNames(db, { range, language: caller.language }, [rows[0]]);
  return { ...detail, extra: maskedValues('department', rows[0].extra), extraTexts: texts, owners };
}
