import { Tag } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { useT } from '../i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '../page/filters.tsx';
import { ListPanel } from '../page/list-page.tsx';
import type { Subject } from '../page/subject.ts';
import { useList } from '../page/use-list.ts';
import type { Selection } from '../page/use-selection.ts';
import type { Column } from '../table/column.ts';
import { rangeText } from './range-text.ts';
import { RoleAreaContext, type RoleArea } from './role-area.ts';

const holder: Subject = { namespace: 'kit', kind: 'member' };

interface RoleHoldersProps {
  area: RoleArea;
  bulk?: (selection: Selection<RoleHolder>) => ReactNode;
}

/** Everybody who holds a role of the area, with all roles and how each was come by. */
export function RoleHolders({ area, bulk }: RoleHoldersProps): ReactElement {
  const list = useList(area.contract.roleEmpList);
  return (
    <RoleAreaContext value={area}>
      <ListPanel
        subject={holder}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="way" />
          </>
        }
        {...(bulk && { bulk })}
      />
    </RoleAreaContext>
  );
}

const columns: readonly Column<RoleHolder>[] = [
  { name: 'name' },
  { name: 'account' },
  { name: 'departmentName' },
  { name: 'roles', wrap: true, width: 280, cell: (row) => <Roles row={row} /> },
  { name: 'sessions', as: 'number' },
  { name: 'lastSignInAt', as: 'time' },
  { name: 'address', as: 'code' },
];

function Roles({ row }: { row: RoleHolder }): ReactElement {
  const t = useT('kit');
  return (
    <>
      {row.roles.map((role) => (
        <div key={`${role.id} ${role.way.kind} ${role.way.id}`}>
          <Tag variant="filled">{role.name}</Tag>{' '}
          <small>
            {t(`role.way.${role.way.kind}`, { name: role.way.name })} · {rangeText(role.range, t)}
          </small>
        </div>
      ))}
    </>
  );
}
