import { Button, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { itemSystems } from '../../common/item/item.contract.ts';
import { managerAssign, managerList, managerRemove, type ManagerRow } from '../../common/item/manager.contract.ts';
import { managerRights } from '../../common/item/words.ts';
import { managerPage as page } from '../../common/permissions.ts';
import { managerSubject } from './subjects.ts';
import { useSystems } from './use-systems.ts';

const readings = [managerList];

/** People who look after business systems without having their department in range. */
export function ManagersPanel(): ReactElement {
  const t = useT('todo-forms');
  const systems = useSystems();
  const list = useList(managerList, { searchKey: 'text' });
  const [adding, setAdding] = useState(false);
  const columns: readonly Column<ManagerRow, typeof managerSubject>[] = [
    { name: 'name' },
    { name: 'departmentName', sortable: false },
    { name: 'systemName', sortable: false },
    {
      name: 'rights',
      sortable: false,
      cell: ({ rights }) => rights.map((right) => <Tag key={right}>{t(`todoManager.rights.${right}`)}</Tag>),
    },
    { name: 'since', as: 'time' },
  ];
  return (
    <>
      <ListPanel<ManagerRow, typeof managerSubject>
        subject={managerSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <ChoiceFilter list={list} name="systemId" options={systems} />
            <EnumFilter list={list} name="right" />
            <Permit code={page.button.assign}>
              {(name) => (
                <Button type="primary" onClick={() => setAdding(true)}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
        bulk={({ ids, rows, clear }) => (
          <ActionButton
            endpoint={managerRemove}
            names={rows.map(({ name }) => name)}
            input={{ ids: [...ids] }}
            invalidates={readings}
            onDone={clear}
          />
        )}
        rowActions={({ id, name }) => (
          <RowActions name={name}>
            <ActionButton endpoint={managerRemove} type="text" names={[name]} input={{ ids: [id] }} invalidates={readings} />
          </RowActions>
        )}
        empty={<EmptyState title={t('todoManager.empty')} hint={t('todoManager.emptyHint')} />}
      />
      {adding && <AssignDialog onClose={() => setAdding(false)} />}
    </>
  );
}

const F = fieldsOf(managerAssign.input);

function RightsInput({ id, value = [], onChange }: { id?: string; value?: string[]; onChange?: (value: string[]) => void }): ReactElement {
  const t = useT('todo-forms');
  return (
    <Select<string[]>
      mode="multiple"
      {...(id !== undefined && { id })}
      value={value}
      options={managerRights.map((right) => ({ value: right, label: t(`todoManager.rights.${right}`) }))}
      {...(onChange && { onChange })}
    />
  );
}

function AssignDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <SubjectContext value={managerSubject}>
      <FormDialog
        endpoint={managerAssign}
        initial={{ systemId: null, empIds: [], rights: ['item', 'answer'] }}
        invalidates={readings}
        onClose={onClose}
      >
        <F.systemId>
          <ObjectPicker list={itemSystems} required />
        </F.systemId>
        <F.empIds>
          <EmployeePicker multiple />
        </F.empIds>
        <F.rights>
          <RightsInput />
        </F.rights>
      </FormDialog>
    </SubjectContext>
  );
}
