import { Select } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { whiteUser } from '../common/white-user.contract.ts';
import { fileActions } from '../common/words.ts';

const F = entityFields(whiteUser);

function WhiteForm({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('file-security');
  return (
    <>
      {isNew && (
        <>
          <F.employeeId wide help={t('fileWhiteUser.oneMember')} />
          <F.departmentId />
          <F.crowdId />
        </>
      )}
      <F.actions wide>
        <Select
          mode="multiple"
          allowClear
          placeholder={t('fileWhiteUser.allActions')}
          options={fileActions.map((value) => ({ value, label: t(`fileRule.actions.${value}`) }))}
        />
      </F.actions>
      <F.keepConditions wide help={t('fileWhiteUser.keepHelp')} />
      <F.reason wide />
      <F.until />
    </>
  );
}

/** People whom the restrictions do not hold for a while. */
export default function WhiteUserPage(): ReactElement {
  const t = useT('file-security');
  const actionsText = (actions: readonly (typeof fileActions)[number][]): string =>
    actions.length === 0 ? t('fileWhiteUser.allActions') : actions.map((action) => t(`fileRule.actions.${action}`)).join(' · ');
  const columns: EntityProps<typeof whiteUser>['columns'] = [
    { name: 'name' },
    { name: 'fullName' },
    { name: 'memberKind', as: 'enum', sortable: false },
    { name: 'actions', sortable: false, cell: ({ actions }) => actionsText(actions) },
    { name: 'reason', sortable: false },
    'until',
    { name: 'state', as: 'enum', sortable: false },
    { name: 'uses', as: 'number', sortable: false },
  ];
  return (
    <CrudPanel
      entity={whiteUser}
      columns={columns}
      filters={(list) => (
        <>
          <EnumFilter list={list} name="memberKind" />
          <EnumFilter list={list} name="state" />
        </>
      )}
      form={(object) => <WhiteForm isNew={object === undefined} />}
      facts={[
        { name: 'name' },
        { name: 'fullName' },
        { name: 'memberKind', as: 'enum' },
        { name: 'actions', always: true, show: ({ actions }) => actionsText(actions) },
        { name: 'keepConditions', as: 'enum' },
        { name: 'reason' },
        { name: 'until', as: 'time' },
        { name: 'state', as: 'enum' },
        { name: 'uses', as: 'number' },
      ]}
    />
  );
}
