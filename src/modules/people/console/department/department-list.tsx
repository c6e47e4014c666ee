import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { Column } from '#kit/console/table/column.ts';
import {
  departmentDisable,
  departmentEnable,
  departmentFilter,
  departmentList,
  type DepartmentRow,
} from '../../common/department.contract.ts';
import { departmentExport } from '../../common/department-files.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { department } from '../subjects.ts';
import { useExtraColumns } from '../extra/extra-columns.tsx';
import { DepartmentActions } from './department-actions.tsx';
import { DepartmentFilters } from './department-filters.tsx';
import { departmentReadings } from './move-department.ts';

const PeopleImport = later('people-import', async () => (await import('../list/people-import.tsx')).PeopleImport);

const columns: readonly Column<DepartmentRow, typeof department>[] = [
  { name: 'name', as: 'local', width: 160 },
  { name: 'code', as: 'code' },
  { name: 'kind', as: 'enum' },
  { name: 'managers', as: 'names', sortable: false },
  { name: 'directCount', as: 'number', sortable: false },
  { name: 'totalCount', as: 'number', sortable: false },
  { name: 'enabled', as: 'boolean' },
  { name: 'fullName', optional: true, sortable: false },
  { name: 'sources', as: 'names', optional: true, sortable: false },
  { name: 'updatedAt', as: 'time', optional: true },
];

interface DepartmentListProps {
  parentId: string | undefined;
  onOpen: (id: string) => void;
}

/** The departments below the chosen one as a table, with who leads them and how many people they hold. */
export function DepartmentList({ parentId, onOpen }: DepartmentListProps): ReactElement {
  const list = useList(departmentList, {
    name: 'units',
    searchKey: 'text',
    fixed: parentId === undefined ? { below: true } : { parentId },
  });
  const [importing, setImporting] = useState(false);
  const shown = useExtraColumns('department', columns);
  const { ids } = list.selection;
  return (
    <>
      <div className="uc-tools">
        <Permit code={userManagement.button.importDept}>
          {(name) => (
            <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => setImporting(true)}>
              {name}
            </Button>
          )}
        </Permit>
        <ExportButton
          endpoint={departmentExport}
          input={(format) => ({ format, ...(ids.length > 0 ? { ids: [...ids] } : { filter: departmentFilter.parse(list.asked) }) })}
        />
      </div>
      {importing && <PeopleImport target="department" onClose={() => setImporting(false)} />}
      <ListPanel
        subject={department}
        list={list}
        columns={shown}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="enabled" />
            <EnumFilter list={list} name="empty" />
            {parentId !== undefined && <EnumFilter list={list} name="below" />}
            <DepartmentFilters list={list} />
          </>
        }
        bulk={(selection) => {
          const act = {
            names: selection.rows.map((row) => row.fullName.split(' / ').at(-1) ?? ''),
            input: { ids: [...selection.ids] },
            invalidates: departmentReadings,
            onDone: selection.clear,
          };
          return (
            <>
              <ActionButton endpoint={departmentEnable} {...act} />
              <ActionButton endpoint={departmentDisable} {...act} />
            </>
          );
        }}
        rowActions={(row) => <DepartmentActions id={row.id} name={row.fullName.split(' / ').at(-1) ?? ''} enabled={row.enabled} />}
        onOpen={(row) => onOpen(row.id)}
      />
    </>
  );
}
