import { Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import type { Subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { later } from '#kit/console/shell/later.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { mdmRole } from '../common/role.contract.ts';
import './components/file-security.css';

const HolderDrawer = later('mdm-holder', async () => (await import('./components/holder-drawer.tsx')).HolderDrawer);
const holder: Subject = { namespace: 'kit', kind: 'member' };

/** People who hold device roles beside "Everyone", with the settings that come of them. */
export default function RoleUserPage(): ReactElement {
  const list = useList(mdmRole.roleEmpList);
  const kit = useT('kit');
  const [open, setOpen] = useState<RoleHolder>();
  const columns: readonly Column<RoleHolder>[] = [
    { name: 'name' },
    { name: 'account' },
    { name: 'departmentName' },
    { name: 'roles', label: kit('member.field.roles'), wrap: true, width: 320, cell: (row) => <Roles row={row} /> },
  ];
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
            <PickFilter list={list} name="roleId">
              <RolePicker search={mdmRole.search} />
            </PickFilter>
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
          </>
        }
        onOpen={setOpen}
      />
      {open && <HolderDrawer holder={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Roles({ row }: { row: RoleHolder }): ReactElement {
  return (
    <>
      {row.roles.map(({ id, name, way }) => (
        <span key={`${id} ${way.id}`}>
          <Tag className="fs-tag">{way.kind === 'employee' || way.name === '' ? name : `${name} · ${way.name}`}</Tag>
        </span>
      ))}
    </>
  );
}
