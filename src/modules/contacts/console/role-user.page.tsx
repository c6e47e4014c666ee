import { Tag } from 'antd';
import type { ReactElement } from 'react';
import type { z } from 'zod';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { contactRoleUserCounts, contactRoleUserExport, contactRoleUsers, type roleUserRow } from '../common/role-user.contract.ts';
import './components/contacts.css';
import { RoleSelect } from './components/role-select.tsx';
import { roleUserSubject } from './subjects.ts';

type Holder = z.output<typeof roleUserRow>;

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
  return (
    <ListPanel
      subject={roleUserSubject}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="way" />
          <EnumFilter list={list} name="onlyEveryone" />
          <PickFilter list={list} name="roleId">
            <RoleSelect />
          </PickFilter>
          <PickFilter list={list} name="deptId">
            <DepartmentPicker />
          </PickFilter>
          <ExportButton endpoint={contactRoleUserExport} input={(format) => ({ format, filter })} />
        </>
      }
    />
  );
}

function Roles({ row }: { row: Holder }): ReactElement {
  const t = useT('contacts');
  return (
    <>
      {row.roles.map((role) => (
        <div key={role.id}>
          <Tag variant="filled">{role.name}</Tag>{' '}
          <small>
            {role.builtIn
              ? t('roleUser.everyone')
              : role.ways
                  .map(({ kind, name, fullName }) => (kind === 'employee' ? t('way.employee') : `${t(`way.${kind}`)} ${fullName || name}`))
                  .join(t('range.and'))}
          </small>
        </div>
      ))}
    </>
  );
}
