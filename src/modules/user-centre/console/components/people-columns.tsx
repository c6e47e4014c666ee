import { Tag, Tooltip } from 'antd';
import type { ReactElement } from 'react';
import type { Column } from '#kit/console/table/column.ts';
import { nothing } from '#kit/console/table/cell.tsx';
import type { EmployeeRow } from '../../common/employee.contract.ts';
import type { employee } from '../subjects.ts';

/** The primary department with its full path, and how many others there are. */
function Departments({ row }: { row: EmployeeRow }): ReactElement {
  const [first, ...others] = row.departments;
  if (!first) return <>{nothing}</>;
  return (
    <Tooltip title={row.departments.map(({ fullName }) => fullName).join('\n')}>
      <span>{first.name}</span> {others.length > 0 && <Tag variant="filled">+{others.length}</Tag>}
    </Tooltip>
  );
}

/** What the list of people shows. */
export const peopleColumns: readonly Column<EmployeeRow, typeof employee>[] = [
  { name: 'name', width: 100 },
  { name: 'status', as: 'enum' },
  { name: 'account' },
  { name: 'employeeNo', as: 'code' },
  { name: 'departments', cell: (row) => <Departments row={row} />, width: 160 },
  { name: 'title' },
  { name: 'mobile' },
  { name: 'email', optional: true },
  { name: 'manager', as: 'names', optional: true },
  { name: 'employmentType', as: 'enum', optional: true },
  { name: 'hireDate', as: 'day', optional: true },
  { name: 'createdAt', as: 'time', optional: true },
  { name: 'updatedAt', as: 'time', optional: true },
];
