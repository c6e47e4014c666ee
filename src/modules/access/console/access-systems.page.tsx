import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { accessSystem, type AccessSystemRow } from '../common/system.contract.ts';
import { SystemDocument } from './components/document-file.tsx';
import { SystemGrants } from './components/system-grants.tsx';
import { SystemKeys } from './components/system-keys.tsx';

const F = entityFields(accessSystem);

/** Outside systems with their keys and grants. */
export default function AccessSystemsPage(): ReactElement {
  return (
    <CrudPanel
      entity={accessSystem}
      columns={[
        'name',
        'code',
        'ownerDeptName',
        { name: 'provides', optional: true },
        { name: 'calls', optional: true },
        { name: 'interfaces', as: 'number', sortable: false },
        { name: 'grants', as: 'number', sortable: false },
        { name: 'keys', as: 'number', sortable: false },
        { name: 'calls24', as: 'number', sortable: false },
        { name: 'failures24', as: 'number', sortable: false },
        { name: 'keyEndsAt', as: 'time', sortable: false },
        'enabled',
      ]}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="provides" />
          <EnumFilter list={list} name="calls" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={(object) => <SystemFields isNew={object === undefined} />}
      facts={(row: AccessSystemRow) => (
        <>
          <Facts
            row={row}
            facts={[
              { name: 'code', as: 'code' },
              { name: 'description' },
              { name: 'ownerDeptName' },
              { name: 'provides', as: 'enum' },
              { name: 'calls', as: 'enum' },
              { name: 'addressList', show: ({ addressList }) => addressList.join(', ') },
              { name: 'actFor', as: 'enum' },
              { name: 'rate' },
              { name: 'burst' },
              { name: 'quotaDay' },
              { name: 'concurrency' },
              { name: 'interfaces', always: true },
            ]}
          />
          <SystemKeys system={row} />
          <SystemGrants systemId={row.id} />
          <SystemDocument systemId={row.id} />
        </>
      )}
    />
  );
}

function SystemFields({ isNew }: { isNew: boolean }): ReactElement {
  return (
    <>
      <F.name />
      {isNew && <F.code />}
      <F.description as="area" />
      <F.ownerDeptId>
        <DepartmentPicker />
      </F.ownerDeptId>
      <F.contacts>
        <EmployeePicker multiple />
      </F.contacts>
      <F.provides as="switch" />
      <F.calls as="switch" />
      <F.addressList as="tags" />
      <F.actFor as="radio" />
      <F.rate />
      <F.burst />
      <F.quotaDay />
      <F.concurrency />
    </>
  );
}
