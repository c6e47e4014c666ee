import type { Language } from '#kit/common/language.ts';
import { en_US } from '../../locales/en_US.ts';
import { ja_JP } from '../../locales/ja_JP.ts';
import { zh_CN } from '../../locales/zh_CN.ts';
import { importColumns, type ImportColumn } from '../../common/import-columns.ts';
import { sampleDepartments, samplePeople, type SampleOptions, type SamplePerson } from './sample-people.ts';

type Catalog = Readonly<Record<string, string>>;
/** Texts of files by language. */
export const catalogs: Readonly<Record<Language, Catalog>> = { zh_CN, en_US, ja_JP };

/** A sample company as an import file. */
export interface SampleSheet extends SampleOptions {
  /** Rows that must be refused, spread over the file, of different kinds; they come on top of the people. */
  bad?: number;
  /** Language of the header and the options. */
  language?: Language;
}

/** A row of an import file. */
export type Row = Partial<Record<ImportColumn, string>>;

/** Ways in which a row can be wrong, each with the column that is to blame; `other` is a good row that stands above it. */
export const spoilers: readonly { column: ImportColumn; spoil(row: Row, other: Row): Row }[] = [
  { column: 'account', spoil: ({ account: _account, ...row }) => row },
  { column: 'name', spoil: ({ name: _name, ...row }) => row },
  { column: 'account', spoil: (row) => ({ ...row, account: 'two words' }) },
  { column: 'account', spoil: (row, other) => ({ ...row, account: other.account!.toUpperCase() }) },
  { column: 'mobile', spoil: (row, other) => ({ ...row, mobile: other.mobile! }) },
  { column: 'mobile', spoil: (row) => ({ ...row, mobile: '12345' }) },
  { column: 'email', spoil: (row) => ({ ...row, email: 'nobody at example' }) },
  { column: 'hireDate', spoil: (row) => ({ ...row, hireDate: '2025-02-30' }) },
  { column: 'gender', spoil: (row) => ({ ...row, gender: 'Q' }) },
  { column: 'department', spoil: ({ department: _department, ...row }) => row },
  { column: 'name', spoil: (row) => ({ ...row, name: '\u200b\u2060' }) },
  { column: 'title', spoil: (row) => ({ ...row, title: 'x'.repeat(201) }) },
  { column: 'employeeNo', spoil: (row, other) => ({ ...row, employeeNo: other.employeeNo! }) },
];

/** The header of a sample file. */
export const sampleHeader = (language: Language = 'zh_CN'): string[] =>
  importColumns.map((column) => catalogs[language][`employee.field.${column}`]!);

/** The rows of a sample file below its header. */
export function* sampleRows(options: SampleSheet): Generator<string[]> {
  const departments = sampleDepartments(options.departments);
  const pathOf = (at: number): string => departments[at]!.path.join('/');
  const texts = catalogs[options.language ?? 'zh_CN'];
  const bad = options.bad ?? 0;
  const every = Math.max(1, Math.floor(options.people / (bad + 1)));
  let spoiled = 0;
  let good = 0;
  for (const person of samplePeople({ ...options, people: options.people + bad }, departments)) {
    const row = rowOf(person, pathOf, texts);
    const isBad = spoiled < bad && good >= every * (spoiled + 1);
    yield cellsOf(isBad ? spoilers[spoiled % spoilers.length]!.spoil(row, firstOf(options, departments, { pathOf, texts })) : row);
    if (isBad) spoiled += 1;
    else good += 1;
  }
}

/** The cells of a row in the order of the header. */
export const cellsOf = (row: Row): string[] => importColumns.map((column) => row[column] ?? '');

/** The first person of the file, whom some bad rows repeat. */
function firstOf(
  options: SampleSheet,
  departments: ReturnType<typeof sampleDepartments>,
  { pathOf, texts }: { pathOf: (at: number) => string; texts: Catalog },
): Row {
  const [first] = samplePeople({ ...options, people: 1 }, departments);
  return rowOf(first!, pathOf, texts);
}

function rowOf(person: SamplePerson, pathOf: (at: number) => string, texts: Catalog): Row {
  const { department, others, gender, employmentType, nameEn, ...plain } = person;
  return {
    ...plain,
    ...(nameEn && { nameEn }),
    department: pathOf(department),
    otherDepartments: others.map(pathOf).join(';'),
    gender: texts[`employee.gender.${gender}`]!,
    employmentType: texts[`employee.employmentType.${employmentType}`]!,
  };
}
