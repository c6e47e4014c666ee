import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, MoreFilters, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPage } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { employeeList } from '../common/employee.contract.ts';
import { userManagement } from '../common/permissions.ts';
import { BulkActions } from './components/bulk-actions.tsx';
import { DepartmentTree } from './components/department-tree.tsx';
import { EmployeeActions } from './components/employee-actions.tsx';
import { EmployeeDrawer } from './components/employee-drawer.tsx';
import { EmployeeForm } from './components/employee-form.tsx';
import { peopleColumns } from './components/people-columns.tsx';
import { PeopleTools } from './components/people-tools.tsx';
import { employee } from './subjects.ts';

/** Departments and employees: the tree on the left chooses, the list on the right shows who is there. */
export default function PeoplePage(): ReactElement {
  const t = useT('user-centre');
  const title = useCodeName(userManagement.code);
  const [search, setSearch] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const departmentId = search.get('departmentId') ?? undefined;
  const list = useList(employeeList, { searchKey: 'text' });
  const open = search.get('emp');
  const show = (id: string | null): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('emp');
      else next.set('emp', id);
      return next;
    });
  const add = (
    <Permit code={userManagement.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <ListPage
      subject={employee}
      title={title}
      help={t('people.help')}
      list={list}
      columns={peopleColumns}
      aside={<DepartmentTree selected={departmentId ?? null} onSelect={(id) => list.move({ filters: { departmentId: id } })} />}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="status" />
          <MoreFilters list={list} names={['employmentType', 'below', 'several', 'empty', 'deleted', 'hiredFrom', 'hiredTo']}>
            <EnumFilter list={list} name="employmentType" />
            <EnumFilter list={list} name="below" />
            <EnumFilter list={list} name="several" />
            <EnumFilter list={list} name="empty" />
            <EnumFilter list={list} name="deleted" />
            <TimeFilter list={list} from="hiredFrom" to="hiredTo" />
          </MoreFilters>
        </>
      }
      actions={
        <>
          <PeopleTools list={list} />
          {add}
        </>
      }
      bulk={(selection) => <BulkActions selection={selection} />}
      rowActions={(row) => <EmployeeActions row={row} onOpen={() => show(row.id)} />}
      onOpen={(row) => show(row.id)}
      empty={<EmptyState title={t('people.none')} hint={t('people.noneHint')} action={add} />}
    >
      {adding && <EmployeeForm {...(departmentId !== undefined && { departmentId })} onClose={() => setAdding(false)} />}
      {open !== null && <EmployeeDrawer id={open} onClose={() => show(null)} />}
    </ListPage>
  );
}
