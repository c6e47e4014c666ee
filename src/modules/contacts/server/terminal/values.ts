import { sql } from 'kysely';
import { extraCodeIn, isOwnField, type FieldKey } from '../../common/words.ts';
import { extraTexts, nameIn, pictureMarkIn, siteZone, type ExtraValues } from '#modules/people/server/public.ts';
import { extraOf } from '../field/extras.ts';
import type { Placement } from '../rule/book.ts';
import { decide, isSeen } from '../rule/decide.ts';
import { readPeople } from '../rule/read-people.ts';
import { drawnOf } from './drawn.ts';
import type { Eye } from './eye.ts';
import { departmentsSeen } from './tree.ts';

/** What is written down about somebody, as it is in the database. */
export interface Values {
  readonly id: string;
  readonly name: string;
  readonly alias: string | null;
  readonly nameEn: string | null;
  /** The mark of the picture. */
  readonly avatar: string | null;
  readonly account: string;
  readonly employeeNo: string | null;
  readonly gender: string;
  readonly birthday: string | null;
  readonly mobile: string | null;
  readonly workPhone: string | null;
  readonly email: string | null;
  readonly personalEmail: string | null;
  readonly title: string | null;
  readonly jobLevel: string | null;
  readonly managerId: string | null;
  readonly dottedIds: string[];
  readonly reportIds: string[];
  readonly workplace: string | null;
  readonly employmentType: string;
  readonly hireDate: string | null;
  readonly timeZone: string | null;
  readonly remark: string | null;
  readonly extra: ExtraValues;
}

const mostReports = 100;

/** What is written down about these people; `reports`: with those below them. */
export async function readValues(eye: Eye, ids: readonly string[], reports: boolean): Promise<Map<string, Values>> {
  const below = reports
    ? sql`array(select r.id from employee r where r.manager_id = e.id and r.status = 'active' order by r.sort_key, r.id limit ${mostReports})`
    : sql`'{}'::uuid[]`;
  const { rows } =
    await sql<Values>`select e.id, e.name, e.alias, e.name_en as "nameEn", ${pictureMarkIn('e')} as avatar, e.account, e.employee_no as "employeeNo", e.gender, e.birthday::text as birthday,
      e.mobile, e.work_phone as "workPhone", e.email, e.personal_email as "personalEmail", e.title, e.job_level as "jobLevel", e.manager_id as "managerId",
      e.dotted_manager_ids as "dottedIds", ${below} as "reportIds", e.workplace, e.employment_type as "employmentType", e.hire_date::text as "hireDate",
      e.time_zone as "timeZone", e.remark, e.extra
    from employee e where e.id = any(${[...new Set(ids)]}::uuid[])`.execute(eye.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A name as the settings want it. */
export function nameOf({ viewer, language }: Eye, { name, alias, nameEn }: Pick<Values, 'name' | 'alias' | 'nameEn'>): string {
  const { nameFormat } = viewer.book.config;
  if (nameFormat === 'nameAlias') return alias ? `${name} (${alias})` : name;
  if (nameFormat === 'nameEn' || (nameFormat === 'byLanguage' && language === 'en_US')) return nameEn ?? name;
  return name;
}

/** Names of those of these people whom the viewer sees: a field tells of nobody else. */
async function namesSeen(eye: Eye, ids: readonly string[]): Promise<Map<string, string>> {
  const people = await readPeople(eye.db, ids, eye.viewer.book.crowds);
  const drawn = await drawnOf(eye, [...people.keys()]);
  const seen = [...people.values()].filter((person) => drawn.has(person.id) && isSeen(decide(eye.viewer, person)));
  const values = await readValues(
    eye,
    seen.map(({ id }) => id),
    false,
  );
  return new Map([...values.values()].map((one) => [one.id, nameOf(eye, one)]));
}

/** Departments by name, and with so many names above as the settings want. */
export async function departmentNames(eye: Eye, places: readonly Placement[]): Promise<Map<string, { name: string; path: string }>> {
  const depth = eye.viewer.book.config.departmentPathDepth;
  const { rows } = await sql<{ id: string; levels: { name: string; company: boolean }[] }>`select d.id,
      (select jsonb_agg(jsonb_build_object('name', ${nameIn(eye.language, 'above')}, 'company', above.kind = 'company') order by nlevel(above.path))
        from department above where above.no = any(string_to_array(d.path::text, '.')::bigint[])) as levels
    from department d where d.id = any(${[...new Set(places.map(({ id }) => id))]}::uuid[])`.execute(eye.db);
  return new Map(
    rows.map(({ id, levels }) => {
      const company = levels.findLastIndex((level) => level.company);
      const shown = depth === null ? levels.slice(Math.max(company, 0)) : levels.slice(-depth);
      return [id, { name: levels.at(-1)?.name ?? '', path: shown.map(({ name }) => name).join(' / ') }];
    }),
  );
}

/** The extra fields among these, in words by person and code. */
export async function extraWords(eye: Eye, values: ReadonlyMap<string, Values>, keys: ReadonlySet<FieldKey>) {
  const codes = new Set([...keys].flatMap((key) => extraCodeIn(key) ?? []));
  const people = [...values.values()];
  if (codes.size === 0) return new Map<string, Record<string, string>>();
  // Whether a value is shown, and how clear, is said here: the console's own masks and ranges have no part in it.
  const reading = {
    language: eye.language,
    range: { all: true as const },
    full: true,
    zone: siteZone(),
    only: ({ code }: { code: string }) => codes.has(code),
  };
  const texts = await extraTexts(
    eye.db,
    'employee',
    people.map(({ extra }) => extra),
    reading,
  );
  return new Map(people.map(({ id }, at) => [id, texts[at] ?? {}]));
}

/** People, or departments, whom extra fields name. */
const extraIds = (keys: ReadonlySet<FieldKey>, { extra }: Values, type: 'employee' | 'department'): string[] =>
  [...keys].flatMap((key) => {
    const field = extraOf(key);
    const value = field?.type === type ? extra[field.code] : undefined;
    return typeof value === 'string' ? [value] : [];
  });

/** Names, by id, of the people (`more`: those besides) and departments whom extra fields name: a field tells of nobody and nothing that the viewer does not see. */
export async function extraNames(
  eye: Eye,
  keys: ReadonlySet<FieldKey>,
  values: readonly Values[],
  more: readonly string[] = [],
): Promise<Map<string, string>> {
  const people = [...more, ...values.flatMap((one) => extraIds(keys, one, 'employee'))];
  const departments = values.flatMap((one) => extraIds(keys, one, 'department'));
  return new Map([...(people.length > 0 ? await namesSeen(eye, people) : []), ...(await departmentsSeen(eye, departments))]);
}

function extraValueOf(key: FieldKey, { values, names, extras }: Words): string {
  const field = extraOf(key);
  if (!field) return '';
  if (field.type !== 'employee' && field.type !== 'department') return extras?.[field.code] ?? '';
  return names.get(String(values.extra[field.code])) ?? '';
}

/** What the words of a value are made from. */
export interface Words {
  readonly values: Values;
  readonly names: ReadonlyMap<string, string>;
  /** Departments of the person that the viewer sees. */
  readonly departments: readonly string[];
  /** Extra fields in words, by code. */
  readonly extras?: Readonly<Record<string, string>>;
}

/** A field's value in words; empty where there is none. */
export function valueOf(eye: Eye, key: FieldKey, words: Words): string {
  if (!isOwnField(key)) return extraValueOf(key, words);
  const { values, names, departments } = words;
  const listed = (ids: readonly string[]): string => ids.flatMap((id) => names.get(id) ?? []).join(', ');
  const word = (name: string): string => eye.services.texts.text(eye.language, 'contacts', name);
  switch (key) {
    case 'name':
      return nameOf(eye, values);
    case 'birthday':
      // The year is nobody's business.
      return values.birthday?.slice(5) ?? '';
    case 'gender':
      return values.gender === 'unknown' ? '' : word(`gender.${values.gender}`);
    case 'employmentType':
      return word(`employmentType.${values.employmentType}`);
    case 'departments':
      return departments.join('; ');
    case 'manager':
      return values.managerId ? listed([values.managerId]) : '';
    case 'dottedManagers':
      return listed(values.dottedIds);
    case 'reports':
      return listed(values.reportIds);
    case 'localTime':
      return values.timeZone ?? '';
    default:
      return values[key] ?? '';
  }
}
