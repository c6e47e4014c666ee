import { buffer } from 'node:stream/consumers';
import type { Language } from '../../src/kit/common/language.ts';
import { sampleHeader, sampleRows } from '../../src/modules/people/server/import/sample-sheet.ts';
import { writeXlsx } from '../../src/platform/sheets/write-xlsx.ts';

/** The company of the main journey. */
export const company = { people: 10_000, departments: 400, bad: 30, seed: 20_261_120, language: 'en_US' } as const satisfies {
  language: Language;
} & Record<string, unknown>;

/** The import file of the main journey: realistic names in three languages, and rows that must be refused. */
export async function peopleSheet(people: number = company.people, departments: number = company.departments): Promise<Buffer> {
  return buffer(writeXlsx(sampleRows({ ...company, people, departments }), { sheet: 'People', header: sampleHeader(company.language) }));
}
