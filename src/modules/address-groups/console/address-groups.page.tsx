import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { ViewTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { ipDetail } from '../common/ip-detail.contract.ts';
import { ipGroup } from '../common/ip-group.contract.ts';
import { AddressCheck } from './components/address-check.tsx';
import { DetailForm } from './components/detail-form.tsx';

/** Groups of addresses, their rows, and which of them hold an address. */
export default function AddressGroupsPage(): ReactElement {
  const t = useT('address-groups');
  return (
    <>
      <AddressCheck />
      <ViewTabs
        tabs={[
          { key: 'groups', label: t('tab.groups'), children: <Groups /> },
          { key: 'rows', label: t('tab.rows'), children: <Rows /> },
        ]}
      />
    </>
  );
}

function Groups(): ReactElement {
  const t = useT('address-groups');
  const setSearch = useSearchParams()[1];
  return (
    <CrudPanel
      entity={ipGroup}
      columns={['name', { name: 'code', as: 'code' }, 'kind', 'internal', { name: 'rows', as: 'number', sortable: false }, 'enabled']}
      rowActions={(row) => (
        <Button type="text" onClick={() => setSearch({ tab: 'rows', groupId: row.id }, { preventScrollReset: true })}>
          {t('tab.rows')}
        </Button>
      )}
    />
  );
}

function Rows(): ReactElement {
  return (
    <CrudPanel
      entity={ipDetail}
      columns={[{ name: 'value', as: 'code' }, 'kind', 'groupId', 'remark', 'enabled', { name: 'updatedAt', as: 'time', optional: true }]}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <SearchFilter list={list} name="address" />
          <PickFilter list={list} name="groupId">
            <ObjectPicker list={ipGroup.list} />
          </PickFilter>
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={<DetailForm />}
    />
  );
}
