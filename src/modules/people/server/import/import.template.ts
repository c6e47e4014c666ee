import type { Parsed } from '#kit/common/contract.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { employeeImportTemplate } from '../../common/employee-bulk.contract.ts';
import { departmentColumns } from '../../common/department-files.contract.ts';
import { importedExtras } from '../extra/extra.import.ts';
import type { ExtraField } from '../extra/extra.known.ts';
import { importColumns } from '../../common/import-columns.ts';

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

const obligatory = new Set<string>(['account', 'name', 'department', 'fullName']);

/** Columns of departments that have an example. */
const sampled = new Set<string>(['fullName', 'code', 'nameEn', 'nameJa', 'kind', 'managerIds']);

/** Sends an empty file to fill in: the header in one language (needed columns marked) and one made-up person. */
export async function sendTemplate({ db, caller, services, response }: Call, input: Parsed<typeof employeeImportTemplate>): Promise<null> {
  const language = input.language ?? caller.language;
  const label = (key: string): string => services.texts.text(language, 'user-centre', key);
  const isPeople = input.target === 'employee';
  const columns = isPeople ? importColumns : departmentColumns;
  const extras = isPeople ? await importedExtras(db) : [];
  const titles = columns.map((column) => {
    const title = label(isPeople ? `employee.field.${column}` : `department.column.${column}`);
    return obligatory.has(column) ? `${title} *` : title;
  });
  const header = [...titles, ...extras.map(({ name, required }) => `${pick(name, language)}${required ? ' *' : ''}`)];
  const samples = columns.map((column) =>
    isPeople ? label(`sample.${column}`) : sampled.has(column) ? label(`department.sample.${column}`) : '',
  );
  const example = [...samples, ...extras.map((field) => sampleOf(field, language))];
  const stream =
    input.format === 'csv'
      ? writeCsv([example], { header })
      : writeXlsx([example], {
          sheet: label(isPeople ? 'import.sheet' : 'import.sheet.departments'),
          header,
          widths: header.map(() => 18),
        });
  const type = input.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  response
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${input.target}s.${input.format}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff');
  await response.send(stream);
  return null;
}
