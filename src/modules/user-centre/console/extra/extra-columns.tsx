import type { Column } from '#kit/console/table/column.ts';
import { nothing } from '#kit/console/table/cell.tsx';
import type { EmployeeRow } from '../../common/employee.contract.ts';
import type { employee } from '../subjects.ts';
import { useExtraFields } from './use-extra-fields.ts';

type PeopleColumn = Column<EmployeeRow, typeof employee>;

/** A column is told apart by its name; that of an extra one is none of the row's own. */
const nameOf = (code: string): string => `extra.${code}`;

/** The columns of the list of people with those of listable extra fields, which one chooses under "Columns". */
export function useExtraColumns(columns: readonly PeopleColumn[]): readonly PeopleColumn[] {
  const listable = useExtraFields('employee').filter((field) => field.listable);
  return [
    ...columns,
    ...listable.map((field): PeopleColumn => ({
      name: nameOf(field.code) as 'extraTexts',
      label: field.name,
      sortable: false,
      optional: true,
      cell: ({ extraTexts }) => extraTexts[field.code] ?? nothing,
    })),
  ];
}
