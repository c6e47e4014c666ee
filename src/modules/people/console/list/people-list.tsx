import type { ReactElement, ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter, UsualFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import type { List } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { employeeList, EmployeeRow } from '../../common/employee.contract.ts';
import { useExtraColumns } from '../extra/extra-columns.tsx';
import { employee } from '../subjects.ts';
import { BulkActions } from './bulk-actions.tsx';
import { EmployeeActions } from '../person/employee-actions.tsx';
import { peopleColumns } from './people-columns.tsx';
import { PeopleFilters } from './people-filters.tsx';

interface PeopleListProps {
  list: List<EmployeeRow, typeof employeeList>;
  /** A department is chosen: those below it count too, unless that is taken away. */
  inDepartment: boolean;
  /** The button that adds somebody, for the empty list. */
  add: ReactNode;
  onOpen: (id: string) => void;
}

/** The people of the chosen department, or everybody in range. */
export function PeopleList({ list, inDepartment, add, onOpen }: PeopleListProps): ReactElement {
  const t = useT('user-centre');
  return (
    <ListPanel
      subject={employee}
      list={list}
      columns={useExtraColumns('employee', peopleColumns)}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="status" />
          {inDepartment && <UsualFilter list={list} name="below" />}
          <PeopleFilters list={list} />
        </>
      }
      bulk={(selection) => <BulkActions list={list} selection={selection} />}
      rowActions={(row) => <EmployeeActions row={row} />}
      onOpen={(row) => onOpen(row.id)}
      empty={<EmptyState title={t('people.none')} hint={t('people.noneHint')} action={add} />}
    />
  );
}
