import type { ReactElement } from 'react';
import { Hint } from '#kit/console/page/hint.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { nothing } from '#kit/console/table/cell.tsx';
import type { EmployeeRow } from '../../common/employee.contract.ts';
import type { employee } from '../subjects.ts';
import '../people.css';
import { PersonName } from '../person/person-name.tsx';

/** What the list of people shows; optional ones are chosen under "Columns". */
export const peopleColumns: readonly Column<EmployeeRow, typeof employee>[] = [
  { name: 'name', width: 150, cell: (row) => <PersonName person={row} /> },
  { name: 'departments', width: 130, cell: (row) => <Departments row={row} /> },
  { name: 'title', cell: ({ title }) => (title ? <span className="uc-short">{title}</span> : nothing) },
  { name: 'mobile' },
  { name: 'status', as: 'enum' },
  { name: 'account', as: 'code', optional: true },
  { name: 'employeeNo', as: 'code', optional: true },
  { name: 'email', optional: true },
  { name: 'manager', as: 'names', optional: true },
  { name: 'employmentType', as: 'enum', optional: true },
  { name: 'hireDate', as: 'day', optional: true },
  { name: 'enabled', as: 'boolean', optional: true, sortable: false },
  { name: 'lastSignInAt', as: 'time', optional: true, sortable: false },
  { name: 'sources', as: 'names', optional: true, sortable: false },
  { name: 'nameEn', optional: true },
  { name: 'alias', optional: true },
  { name: 'createdAt', as: 'time', optional: true },
  { name: 'updatedAt', as: 'time', optional: true },
];

/** The primary department, all of them with their whole path on hover, and how many others there are. */
function Departments({ row }: { row: EmployeeRow }): ReactElement {
  const [first, ...others] = row.departments;
  if (!first) return <>{nothing}</>;
  return (
    <Hint title={() => row.departments.map(({ departmentId, fullName }) => <div key={departmentId}>{fullName}</div>)}>
      <span className="uc-short">
        {first.name} {others.length > 0 && <span className="whk-tag">+{others.length}</span>}
      </span>
    </Hint>
  );
}
