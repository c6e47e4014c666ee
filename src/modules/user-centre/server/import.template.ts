import type { Parsed } from '#kit/common/contract.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { employeeImportTemplate } from '../common/employee-bulk.contract.ts';
import { importedExtras } from './extra/extra.import.ts';
import type { ExtraField } from './extra/extra.known.ts';
import { importColumns } from './import.columns.ts';

/** Something that would fit: of options all, so that one sees what to choose from. */
function sampleOf({ options, default: usual }: ExtraField, language: Language): string {
  if (options.length > 0)
    return options
      .filter(({ enabled }) => enabled)
      .slice(0, mostNamed)
      .map(({ label }) => pick(label, language))
      .join(' / ');
  return usual === null ? '' : String(usual);
}
const mostNamed = 10;

const obligatory = new Set(['account', 'name', 'department']);

/** Sends an empty file to fill in: the header in one language (needed columns marked) and one made-up person. */
export async function sendTemplate({ db, caller, services, response }: Call, input: Parsed<typeof employeeImportTemplate>): Promise<null> {
  const language = input.language ?? caller.language;
  const label = (key: string): string => services.texts.text(language, 'user-centre', key);
  const extras = await importedExtras(db);
  const header = [
    ...importColumns.map((column) => `${label(`employee.field.${column}`)}${obligatory.has(column) ? ' *' : ''}`),
    ...extras.map(({ name, required }) => `${pick(name, language)}${required ? ' *' : ''}`),
  ];
  const example = [...importColumns.map((column) => label(`sample.${column}`)), ...extras.map((field) => sampleOf(field, language))];
  const stream =
    input.format === 'csv'
      ? writeCsv([example], { header })
      : writeXlsx([example], { sheet: label('import.sheet'), header, widths: header.map(() => 18) });
  const type = input.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  response
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="employees.${input.format}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff');
  await response.send(stream);
  return null;
}
