import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { employeeImportTemplate } from '../common/employee-bulk.contract.ts';
import { importColumns } from './import.columns.ts';

const obligatory = new Set(['account', 'name', 'department']);

/** Sends an empty file to fill in: the header in one language (needed columns marked) and one made-up person. */
export async function sendTemplate({ caller, services, response }: Call, input: Parsed<typeof employeeImportTemplate>): Promise<null> {
  const language = input.language ?? caller.language;
  const label = (key: string): string => services.texts.text(language, 'user-centre', key);
  const header = importColumns.map((column) => `${label(`employee.field.${column}`)}${obligatory.has(column) ? ' *' : ''}`);
  const example = importColumns.map((column) => label(`sample.${column}`));
  const stream =
    input.format === 'csv'
      ? writeCsv([example], { header })
      : writeXlsx([example], { sheet: label('import.sheet'), header, widths: importColumns.map(() => 18) });
  const type = input.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  response
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="employees.${input.format}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff');
  await response.send(stream);
  return null;
}
