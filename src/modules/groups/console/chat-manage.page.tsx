import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { group } from '../common/group.contract.ts';
import { GroupBulk } from './group/group-actions.tsx';
import { GroupForm } from './group/group-form.tsx';
import { TypeSelect } from './type-select.tsx';

const GroupFacts = later('im-group-facts', async () => (await import('./group/group-facts.tsx')).GroupFacts, <WaitingForm lines={6} />);

/** Every group of the range, with who is in it; never what is said. */
export default function ChatManagePage(): ReactElement {
  const t = useT('groups');
  const columns: EntityProps<typeof group>['columns'] = [
    'name',
    'number',
    { name: 'typeId', sortable: false, cell: (row) => row.typeName },
    { name: 'kind', as: 'enum', sortable: false },
    'ownerId',
    { name: 'members', sortable: false, cell: (row) => t('imGroup.full', { n: row.members, of: row.maxMembers }) },
    { name: 'messages', sortable: false, optional: true },
    { name: 'lastAt', as: 'time', sortable: false },
    {
      name: 'state',
      sortable: false,
      cell: ({ state }) => <Tag color={state === 'banned' ? 'error' : 'success'}>{t(`imGroup.state.${state}`)}</Tag>,
    },
    'ownerDeptId',
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <CrudPanel
      entity={group}
      columns={columns}
      search="text"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="attention" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="state" />
          <PickFilter list={list} name="typeId">
            <TypeSelect />
          </PickFilter>
          <PickFilter list={list} name="memberId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={list} name="ownerId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={list} name="ownerDeptId">
            <DepartmentPicker />
          </PickFilter>
        </>
      )}
      bulk={(selection) => <GroupBulk rows={selection.rows} onDone={selection.clear} />}
      form={<GroupForm />}
      facts={(object) => <GroupFacts group={object} />}
    />
  );
}
