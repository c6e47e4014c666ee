import { buffer } from 'node:stream/consumers';
import type { Language } from '#kit/common/language.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import { catalogs, cellsOf, sampleHeader, spoilers, type Row } from '../import/sample-sheet.ts';
import type { DemoPerson } from './people.ts';

/** An import file of people. */
export interface DemoSheet {
  readonly people: readonly DemoPerson[];
  /** Names from below the group to this department, joined by `/`. */
  readonly pathOf: (code: string) => string;
  readonly language: Language;
  /** Rows that must be refused, on top of the people. */
  readonly bad: number;
}

/** Writes people as the administrators of that office would, with some mistakes among them. */
export function sheetOf({ people, pathOf, language, bad }: DemoSheet): Promise<Buffer> {
  const texts = catalogs[language];
  const rows = people.map(
    ({ department, others, head: _head, nameEn, nameReading, mobile, workPhone, gender, employmentType, ...person }): Row => ({
      ...person,
      ...(nameEn && { nameEn }),
      ...(nameReading && { nameReading }),
      ...(mobile && { mobile }),
      ...(workPhone && { workPhone }),
      department: pathOf(department),
      otherDepartments: others.map(pathOf).join(';'),
      gender: texts[`employee.gender.${gender}`]!,
      employmentType: texts[`employee.employmentType.${employmentType}`]!,
    }),
  );
  const first = rows[0]!;
  // Without a number above it, a repeated one would be no mistake.
  const usable = first.mobile === undefined ? spoilers.filter(({ column }) => column !== 'mobile') : spoilers;
  const every = Math.max(1, Math.floor(rows.length / (bad + 1)));
  const cells = rows.flatMap((row, at) => {
    const spoiler = at > 0 && at % every === 0 && at / every <= bad ? usable[(at / every) % usable.length] : undefined;
    return spoiler ? [cellsOf(row), cellsOf(spoiler.spoil(sameKeyOf(row), first))] : [cellsOf(row)];
  });
  return buffer(writeXlsx(cells, { sheet: 'People', header: sampleHeader(language) }));
}

/** Somebody like the person of the row above, who is nobody. */
function sameKeyOf({ mobile: _mobile, ...row }: Row): Row {
  return { ...row, account: `${row.account}.x`, employeeNo: `${row.employeeNo}X`, email: `x.${row.email}` };
}
