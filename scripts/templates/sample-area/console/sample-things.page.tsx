import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { CrudPage } from '#kit/console/page/crud-page.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx'; // #scoped
// #unscoped import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { subject } from '#kit/console/page/subject.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx'; // #scoped
import type { Column } from '#kit/console/table/column.ts';
import { sampleThingPage } from '../common/permissions.ts';
import * as contract from '../common/sample-thing.contract.ts';

const sampleThingSubject = subject('sample-area', 'sampleThing');
const F = fieldsOf(contract.sampleThingDraft);
const columns: readonly Column<contract.SampleThingRow, typeof sampleThingSubject>[] = [
  { name: 'name' },
  { name: 'code', as: 'code' },
  { name: 'departmentName' }, // #scoped
  { name: 'description' },
  { name: 'enabled', as: 'enum' },
  { name: 'createdAt', as: 'time', optional: true },
  { name: 'updatedAt', as: 'time' },
];

/** The page of sample things. */
export default function SampleThingsPage(): ReactElement {
  return (
    <CrudPage
      page={sampleThingPage}
      subject={sampleThingSubject}
      endpoints={{
        list: contract.sampleThingList,
        get: contract.sampleThingGet,
        add: contract.sampleThingAdd,
        update: contract.sampleThingUpdate,
        remove: contract.sampleThingRemove,
        enable: contract.sampleThingEnable,
        disable: contract.sampleThingDisable,
      }}
      columns={columns}
      search="text"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="enabled" />
          {/* #scoped { */}
          <PickFilter list={list} name="departmentId">
            <DepartmentPicker />
          </PickFilter>
          {/* #scoped } */}
        </>
      )}
      form={
        <>
          <F.name />
          <F.code />
          {/* #scoped { */}
          <F.departmentId>
            <DepartmentPicker />
          </F.departmentId>
          {/* #scoped } */}
          <F.description />
        </>
      }
    />
  );
}
