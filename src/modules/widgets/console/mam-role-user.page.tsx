import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import type { Subject } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { mamRoleUserPage } from '../common/permissions.ts';
import { everyoneRoleId, mamHolderExport, mamRole } from '../common/role.contract.ts';

const ExplainDialog = later('widget-explain', async () => (await import('./components/explain-dialog.tsx')).ExplainDialog);
const RoleDialog = later('mam-role-dialog', async () => (await import('./components/role-dialog.tsx')).RoleDialog);

const member: Subject = { namespace: 'kit', kind: 'member' };
const columns: readonly Column<RoleHolder>[] = [
  { name: 'name' },
  { name: 'account' },
  { name: 'departmentName' },
  { name: 'roles', wrap: true, width: 320, cell: (row) => <Roles row={row} /> },
];

/** People with the app roles they hold and the way to each. */
export default function MamRoleUserPage(): ReactElement {
  const t = useT('widgets');
  const may = useMay();
  const list = useList(mamRole.roleEmpList);
  const [explained, setExplained] = useState<RoleHolder>();
  const [dialog, setDialog] = useState<{ way: 'assign' | 'remove'; people: readonly RoleHolder[] }>();
  return (
    <>
      <ListPanel<RoleHolder, Subject>
        subject={member}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="way" />
            <PickFilter list={list} name="roleId">
              <RolePicker search={mamRole.search} />
            </PickFilter>
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
            <ExportButton endpoint={mamHolderExport} input={(format) => ({ format, filter: { ...list.asked } })} />
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={mamRoleUserPage.button.preview}>
              {(name) => (
                <Button type="text" onClick={() => setExplained(row)}>
                  {name}
                </Button>
              )}
            </Permit>
          </RowActions>
        )}
        {...((may(mamRole.assignEmployees) || may(mamRole.removeMembers)) && {
          bulk: ({ rows }) => (
            <>
              {may(mamRole.assignEmployees) && (
                <Button onClick={() => setDialog({ way: 'assign', people: rows })}>{t('mamRole.give')}</Button>
              )}
              {may(mamRole.removeMembers) && (
                <Button onClick={() => setDialog({ way: 'remove', people: rows })}>{t('mamRole.take')}</Button>
              )}
            </>
          ),
        })}
      />
      {explained && <ExplainDialog person={explained} onClose={() => setExplained(undefined)} />}
      {dialog && (
        <RoleDialog
          {...dialog}
          onDone={() => {
            setDialog(undefined);
            list.selection.clear();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

function Roles({ row }: { row: RoleHolder }): ReactElement {
  const kit = useT('kit');
  return (
    <>
      {row.roles.map((role) => (
        <div key={`${role.id} ${role.way.kind} ${role.way.id}`}>
          <Tag variant="filled">{role.id === everyoneRoleId ? kit('role.everyone') : role.name}</Tag>{' '}
          <small>{kit(`role.way.${role.way.kind}`, { name: role.way.name })}</small>
        </div>
      ))}
    </>
  );
}
