import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { employeeImportTemplate } from '../common/employee-bulk.contract.ts';
import { departmentColumns } from '../common/department-files.contract.ts';
import { importColumns } from './import.columns.ts';

const obligatory = new Set<string>(['account', 'name', 'department', 'fullName']);

/** Columns of departments that have an example. */
const sampled = new Set<string>(['fullName', 'code', 'nameEn', 'nameJa', 'kind', 'managerIds']);

/** Sends an empty file to fill in: the header in one language (needed columns marked) and one made-up person. */
export async function sendTemplate({ caller, services, response }: Call, input: Parsed<typeof employeeImportTemplate>): Promise<null> {
  const language = input.language ?? caller.language;
  const label = (key: string): string => services.texts.text(language, 'user-centre', key);
  const isPeople = input.target === 'employee';
  const columns = isPeople ? importColumns : departmentColumns;
  const header = columns.map((column) => {
    const title = label(isPeople ? `employee.field.${column}` : `department.column.${column}`);
    return obligatory.has(column) ? `${title} *` : title;
  });
  const example = columns.map((column) =>
    isPeople ? label(`sample.${column}`) : sampled.has(column) ? label(`department.sample.${column}`) : '',
  );
  const stream =
    input.format === 'csv'
      ? writeCsv([example], { header })
      : writeXlsx([example], {
          sheet: label(isPeople ? 'import.sheet' : 'import.sheet.departments'),
          header,
          widths: columns.map(() => 18),
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
