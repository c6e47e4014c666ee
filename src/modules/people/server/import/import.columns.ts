import { foldText } from '#platform/text/grams.ts';
import { languages } from '#kit/common/language.ts';
import type { Texts } from '#kit/server/texts.ts';
import { importColumns, type ImportColumn } from '../../common/import-columns.ts';
import { employmentTypes, genders } from '../../common/employee-fields.ts';
import { titlesOf } from '../extra/extra.import.ts';
import type { ExtraField } from '../extra/extra.known.ts';

/** Longest text of plain columns, in UTF-16 units, as the contract has it. */
export const maxLengths: Readonly<Partial<Record<ImportColumn, number>>> = {
  name: 100,
  nameEn: 100,
  alias: 100,
  nameReading: 100,
  employeeNo: 64,
  title: 200,
  workPhone: 32,
  email: 254,
  personalEmail: 254,
  jobLevel: 64,
  workplace: 200,
  costCentre: 64,
  remark: 1000,
};

/** A title of a column as it is compared: without case, marks and spaces. */
export const headerKey = (text: string): string => foldText(text).replace(/[\s*＊:：]/g, '');

/** Where each column stands in a header row, in whatever language its titles are; and the titles that mean nothing here. */
export function readHeader(
  texts: Texts,
  cells: readonly string[],
  fields: readonly ExtraField[] = [],
): { at: Map<ImportColumn, number>; extras: Map<number, ExtraField>; ignored: string[] } {
  const extra = new Map(fields.flatMap((field) => titlesOf(field).map((title) => [headerKey(title), field] as const)));
  const extras = new Map<number, ExtraField>();
  const known = new Map<string, ImportColumn>();
  for (const column of importColumns) {
    known.set(headerKey(column), column);
    for (const language of languages) known.set(headerKey(texts.text(language, 'user-centre', `employee.field.${column}`)), column);
  }
  const at = new Map<ImportColumn, number>();
  const ignored: string[] = [];
  cells.forEach((title, index) => {
    const column = known.get(headerKey(title));
    if (column && !at.has(column)) at.set(column, index);
    else if (!column && extra.has(headerKey(title))) extras.set(index, extra.get(headerKey(title))!);
    else if (title.trim()) ignored.push(title.trim());
  });
  return { at, extras, ignored };
}

/** The values of options by their code and by their title in every language. */
export function readOptions(texts: Texts): { gender: Map<string, string>; employmentType: Map<string, string> } {
  const mapOf = (field: string, values: readonly string[]): Map<string, string> =>
    new Map(
      values.flatMap(
        (value) =>
          [
            [headerKey(value), value],
            ...languages.map((language): [string, string] => [
              headerKey(texts.text(language, 'user-centre', `employee.${field}.${value}`)),
              value,
            ]),
          ] as [string, string][],
      ),
    );
  return {
    gender: mapOf('gender', genders),
    employmentType: mapOf(
      'employmentType',
      employmentTypes.filter((type) => type !== 'shared' && type !== 'service'),
    ),
  };
}

/** The value of an option, undefined when there is none of that name. */
export const optionOf = (options: ReadonlyMap<string, string>, text: string): string | undefined => options.get(headerKey(text));
