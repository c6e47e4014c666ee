import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import type { Subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { later } from '#kit/console/shell/later.tsx';
import { messagingRole } from '../common/role.contract.ts';

const ExplainDialog = later('im-explain', async () => (await import('./components/explain-dialog.tsx')).ExplainDialog);
const holder: Subject = { namespace: 'kit', kind: 'member' };

const columns: readonly Column<RoleHolder>[] = [
  { name: 'name' },
  { name: 'account' },
  { name: 'departmentName' },
  { name: 'roles', wrap: true, width: 320, cell: ({ roles }) => roles.map(({ id, name }) => <Tag key={id}>{name}</Tag>) },
];

/** People with the messaging roles they hold beside the built-in one. */
export default function RoleUserPage(): ReactElement {
  const t = useT('messaging');
  const list = useList(messagingRole.roleEmpList);
  const [asked, setAsked] = useState<{ id: string; name: string }>();
  return (
    <>
      <ListPanel
        subject={holder}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="way" />
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
          </>
        }
        rowActions={(row) => (
          <Button type="text" size="small" onClick={() => setAsked({ id: row.id, name: row.name })}>
            {t('explain.open')}
          </Button>
        )}
      />
      {asked && <ExplainDialog person={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
