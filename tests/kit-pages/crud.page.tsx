import type { ReactElement } from 'react';
import { CrudPage } from '../../src/kit/console/crud/crud-page.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { department } from '../../src/modules/people/console/subjects.ts';
import {
  departmentAdd,
  departmentDisable,
  departmentDraft,
  departmentEnable,
  departmentGet,
  departmentList,
  departmentRemove,
  departmentUpdate,
  type DepartmentRow,
} from '../../src/modules/people/common/department.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';

const F = fieldsOf(departmentDraft);
const columns: readonly Column<DepartmentRow, typeof department>[] = [
  { name: 'name', as: 'local', width: 160 },
  { name: 'code', as: 'code' },
  { name: 'kind', as: 'enum' },
  { name: 'enabled', as: 'boolean' },
  { name: 'totalCount', as: 'number' },
  { name: 'updatedAt', as: 'time' },
];

/** Departments as a plain page of one kind of object. */
export default function DepartmentsPage(): ReactElement {
  return (
    <CrudPage
      page={userManagement}
      subject={department}
      endpoints={{
        list: departmentList,
        get: departmentGet,
        add: departmentAdd,
        update: departmentUpdate,
        remove: departmentRemove,
        enable: departmentEnable,
        disable: departmentDisable,
      }}
      columns={columns}
      search="text"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={(stored) => (
        <>
          {!stored && (
            <F.parentId wide>
              <DepartmentPicker />
            </F.parentId>
          )}
          <F.name as="local" />
          <F.code />
          <F.kind as="radio" />
          <F.phone />
          <F.description />
        </>
      )}
    />
  );
}
