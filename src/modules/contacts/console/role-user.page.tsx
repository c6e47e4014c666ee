import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '#kit/console/action/use-may.ts';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { contactRole } from '../common/role.contract.ts';
import { contactRoleUserCounts, contactRoleUserExport, contactRoleUsers } from '../common/role-user.contract.ts';
import './components/contacts.css';
import type { Holder } from './components/holder-drawer.tsx';
import { WaysText } from './components/ways-text.tsx';
import { previewCodes } from './insight/see-as-button.tsx';
import { roleUserSubject } from './subjects.ts';

const HolderDrawer = later('contact-holder', async () => (await import('./components/holder-drawer.tsx')).HolderDrawer);
const RoleDialog = later('contact-role-dialog', async () => (await import('./components/role-dialog.tsx')).RoleDialog);

/** People with every contact role that decides for them, the way to each, and how many they see and find. */
export default function RoleUserPage(): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const list = useList(contactRoleUsers);
  const ids = list.rows.map(({ id }) => id);
  const { data } = useRead(contactRoleUserCounts, { ids }, { enabled: ids.length > 0 });
  const counts = new Map(data?.list.map((one) => [one.id, one]));
  const counted = (row: Holder, what: 'sees' | 'finds'): string => {
    const found = counts.get(row.id);
    return found ? numberText(found[what], language) : '…';
  };
  const columns: readonly Column<Holder, typeof roleUserSubject>[] = [
    { name: 'name' },
    { name: 'account' },
    { name: 'departmentName' },
    { name: 'roles', wrap: true, width: 320, cell: (row) => <Roles row={row} /> },
    { name: 'id', label: t('roleUser.field.sees'), cell: (row) => counted(row, 'sees') },
    { name: 'onlyEveryone', label: t('roleUser.field.finds'), cell: (row) => counted(row, 'finds') },
  ];
  const { text, deptId, roleId, way, onlyEveryone } = list.state.filters;
  const filter = contactRoleUserExport.input.shape.filter.unwrap().parse({ text, deptId, roleId, way, onlyEveryone });
  const may = useMay();
  const [open, setOpen] = useState<string>();
  const [dialog, setDialog] = useState<{ way: 'assign' | 'remove'; people: readonly Holder[] }>();
  const [, setSearch] = useSearchParams();
  const seeAs = (empId: string): void =>
    setSearch((before) => new URLSearchParams([...before, ['view', 'as'], ['empId', empId]]), { preventScrollReset: true });
  const opened = list.rows.find(({ id }) => id === open);
  const ends = (after: () => void) => ({
    onDone: () => {
      setDialog(undefined);
      after();
    },
    onClose: () => setDialog(undefined),
  });
  return (
    <>
      <ListPanel<Holder, typeof roleUserSubject>
        subject={roleUserSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="way" />
            <EnumFilter list={list} name="onlyEveryone" />
            <PickFilter list={list} name="roleId">
              <RolePicker search={contactRole.search} />
            </PickFilter>
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
            <ExportButton endpoint={contactRoleUserExport} input={(format) => ({ format, filter })} />
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={previewCodes}>
              {(name) => (
                <Button type="text" onClick={() => seeAs(row.id)}>
                  {name}
                </Button>
              )}
            </Permit>
          </RowActions>
        )}
        onOpen={(row) => setOpen(row.id)}
        {...((may(contactRole.assignEmployees) || may(contactRole.removeMembers)) && {
          bulk: ({ rows }) => (
            <>
              {may(contactRole.assignEmployees) && (
                <Button onClick={() => setDialog({ way: 'assign', people: rows })}>{t('roleUser.give')}</Button>
              )}
              {may(contactRole.removeMembers) && (
                <Button onClick={() => setDialog({ way: 'remove', people: rows })}>{t('roleUser.take')}</Button>
              )}
            </>
          ),
        })}
      />
      {opened && <HolderDrawer holder={opened} onSeeAs={() => seeAs(opened.id)} onClose={() => setOpen(undefined)} />}
      {dialog && <RoleDialog {...dialog} {...ends(list.selection.clear)} />}
    </>
  );
}

function Roles({ row }: { row: Holder }): ReactElement {
  return (
    <>
      {row.roles.map((role) => (
        <div key={role.id}>
          <Tag variant="filled">{role.name}</Tag>{' '}
          <small>
            <WaysText role={role} />
          </small>
        </div>
      ))}
    </>
  );
}
