import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { employeeList, employeePurge, employeeRestore, type EmployeeRow } from '../../common/employee.contract.ts';
import { employee } from '../subjects.ts';
import { DeletedDepartments } from '../department/deleted-departments.tsx';
import { EmployeeActions } from '../person/employee-actions.tsx';
import { peopleColumns } from './people-columns.tsx';
import { peopleReadings } from './people-readings.ts';

const columns: readonly Column<EmployeeRow, typeof employee>[] = [
  ...peopleColumns.filter(({ name }) => ['name', 'departments', 'title', 'employeeNo'].includes(name)),
  { name: 'deletedAt', as: 'time', sortable: false },
];

interface RecycleBinProps {
  departmentId: string | undefined;
  onOpen: (id: string) => void;
}

/** Who and what was deleted in the last thirty days, and the way back. */
export function RecycleBin({ departmentId, onOpen }: RecycleBinProps): ReactElement {
  const t = useT('user-centre');
  const fixed = { deleted: true, ...(departmentId !== undefined && { departmentId }) };
  const list = useList(employeeList, { name: 'bin', searchKey: 'text', fixed });
  return (
    <>
      <ListPanel
        subject={employee}
        list={list}
        columns={columns}
        filters={<SearchFilter list={list} name="text" />}
        bulk={(selection) => {
          const act = {
            names: selection.rows.map(({ name }) => name),
            input: { ids: [...selection.ids] },
            invalidates: peopleReadings,
            onDone: selection.clear,
          };
          return (
            <>
              <ActionButton endpoint={employeeRestore} {...act} />
              <ActionButton endpoint={employeePurge} {...act} confirm="type" />
            </>
          );
        }}
        rowActions={(row) => <EmployeeActions row={row} />}
        onOpen={(row) => onOpen(row.id)}
        empty={<EmptyState title={t('people.binEmpty')} hint={t('people.binHint')} />}
      />
      <DeletedDepartments />
    </>
  );
}
