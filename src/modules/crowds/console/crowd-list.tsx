import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPage } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { crowdDelete, crowdList, crowdPause, crowdResume, type CrowdRow } from '../common/crowd.contract.ts';
import { dynamicGroup as page } from '../common/crowd.permissions.ts';
import { crowd } from './subjects.ts';
import { CrowdBulkActions, CrowdRowActions } from './crowd-actions.tsx';
import { crowdColumns } from './crowd-columns.tsx';
import { SortOfUseChoice } from './sort-of-use-choice.tsx';

interface CrowdListProps {
  onAdd: () => void;
  onOpen: (id: string) => void;
  onEdit: (id: string) => void;
}

/** The crowds of the departments in range. */
export function CrowdList({ onAdd, onOpen, onEdit }: CrowdListProps): ReactElement {
  const t = useT('user-centre');
  const title = useCodeName(page.code);
  const may = useMay();
  const list = useList(crowdList, { searchKey: 'name' });
  const add = (
    <Permit code={page.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onAdd}>
          {name}
        </Button>
      )}
    </Permit>
  );
  const many = [crowdPause, crowdResume, crowdDelete].some(may);
  return (
    <ListPage<CrowdRow, typeof crowd>
      title={title}
      help={t('crowd.help')}
      actions={add}
      subject={crowd}
      list={list}
      columns={crowdColumns}
      filters={
        <>
          <SearchFilter list={list} name="name" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="state" />
          <MoreFilters list={list} names={['used', 'usedByKind', 'ownerDeptId', 'empId']}>
            <EnumFilter list={list} name="used" />
            <PickFilter list={list} name="usedByKind">
              <SortOfUseChoice />
            </PickFilter>
            <PickFilter list={list} name="ownerDeptId">
              <DepartmentPicker />
            </PickFilter>
            <PickFilter list={list} name="empId">
              <EmployeePicker />
            </PickFilter>
          </MoreFilters>
        </>
      }
      {...(many && { bulk: (selection) => <CrowdBulkActions selection={selection} /> })}
      rowActions={(row) => <CrowdRowActions crowd={row} onEdit={() => onEdit(row.id)} />}
      onOpen={(row) => onOpen(row.id)}
      empty={<EmptyState title={t('crowd.empty')} hint={t('crowd.emptyHint')} action={add} />}
    />
  );
}
