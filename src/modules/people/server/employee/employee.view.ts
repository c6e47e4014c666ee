import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import type { EmployeeRow } from '../../common/employee.contract.ts';
import type { MaskableField } from '../../common/employee-fields.ts';
import type { ExtraValues } from '../../common/extra/extra-fields.ts';
import { pathWithin } from '../range.ts';

/** SQL: a department's name in a language, or in the first that has one. */
export function nameIn(language: Language, alias = 'd'): RawBuilder<string> {
  const name = sql.ref(`${alias}.name`);
  // Hundreds are read for a page: what every department has needs no other to stand in for it.
  if (language === 'zh_CN') return sql<string>`${name} ->> 'zh_CN'`;
  return sql<string>`coalesce(nullif(${name} ->> ${sql.lit(language)}, ''), ${name} ->> 'zh_CN')`;
}

/** SQL: the names of a department `d` and all above it, from the top, joined by ` / `. */
export const fullNameIn = (language: Language, alias = 'd'): RawBuilder<string> =>
  // One after the other in the order of the path, which spares the sorting: a page of people needs a hundred of them.
  sql<string>`nullif(array_to_string(array(select (select ${nameIn(language, 'above')} from department above where above.no = up.no)
    from (select unnest(string_to_array(${sql.ref(`${alias}.path`)}::text, '.')::bigint[]) as no offset 0) as up), ' / '), '')`;

/** SQL: this name of a department `d`, or the word for what the caller does not see: somebody who is seen by one department may be at home in another. */
export const nameWithin = (range: Range, language: Language, name: RawBuilder<string>): RawBuilder<string> =>
  range.all ? name : sql<string>`case when ${pathWithin('d.path', range)} then ${name} else ${outsideWord(language)}::text end`;

/** SQL: the assignments of a person `e` as the contract shows them, and where each department lies. */
const assignmentsIn = (language: Language): RawBuilder<EmployeeRow['departments']> =>
  sql`(select coalesce(json_agg(json_build_object('departmentId', d.id, 'name', ${nameIn(language)}, 'fullName', ${fullNameIn(language)}, 'primary', ed.is_primary, 'title', ed.title,
      'manager', e.id = any(d.manager_ids), 'since', ed.from_at, 'path', d.path) order by ed.is_primary desc, d.path), '[]')
    from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = e.id)`;

/** SQL: a person in this column as a label, null when nobody. */
export const personIn = (column: string): RawBuilder<{ id: string; name: string } | null> =>
  sql`(select json_build_object('id', m.id, 'name', m.name) from employee m where m.id = ${sql.ref(column)})`;

/** SQL: the sources that a person or department (its id in this column) is tied to, also those that it is gone from. */
export const sourcesIn = (kind: 'employee' | 'department', column: string): RawBuilder<{ id: string; name: string }[]> =>
  sql`(select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.priority, s.id), '[]')
    from source_link tie join source s on s.id = tie.source_id
    where tie.object_id = ${sql.ref(column)} and tie.object_kind = ${sql.lit(kind)} and tie.state <> 'merged')`;

/** SQL: the mark of a person's picture: the beginning of its digest. */
export const pictureMarkIn = (alias: string): RawBuilder<string | null> => sql`substr(${sql.ref(`${alias}.avatar`)}, 8, 12)`;

/** SQL: the columns of a row of the list; sensitive ones are masked by `masked`. */
export const rowColumns = (
  language: Language,
): RawBuilder<unknown> => sql`e.id, e.version, e.created_at as "createdAt", e.created_by as "createdBy", e.updated_at as "updatedAt",
  e.updated_by as "updatedBy", e.account, e.name, e.name_en as "nameEn", e.alias, e.employee_no as "employeeNo", e.mobile, e.email, e.title, ${pictureMarkIn('e')} as avatar, e.employment_type as "employmentType", e.status,
  e.enabled, ${personIn('e.manager_id')} as manager, e.hire_date as "hireDate", e.last_workday as "lastWorkday", e.left_at as "leftAt", e.quarantine_ends_at as "quarantineEndsAt", ${assignmentsIn(language)} as departments, e.deleted_at as "deletedAt", e.extra,
  (select l.at from last_sign_in l where l.uid = e.id) as "lastSignInAt", ${sourcesIn('employee', 'e.id')} as sources`;

/** SQL: which values of people are not shown, as the column "hidden". */
export const hiddenFields = sql`(select s.masked_fields from muc_setting s) as hidden`;

/** A row of the list, and which of its values are not shown: they come along, so that nothing is asked twice. */
export type ShownRow = Omit<EmployeeRow, 'extraTexts'> & { extra: ExtraValues; hidden: MaskableField[] };
