import { Tag } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { useT } from '../i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '../page/filters.tsx';
import { ListPanel } from '../page/list-page.tsx';
import type { Subject } from '../page/subject.ts';
import { useList } from '../page/use-list.ts';
import type { Selection } from '../page/use-selection.ts';
import { DepartmentPicker } from '../pickers/pickers.tsx';
import type { Column } from '../table/column.ts';
import { rangeText } from './range-text.ts';
import { RoleAreaContext, type RoleArea } from './role-area.ts';

const holder: Subject = { namespace: 'kit', kind: 'member' };

interface RoleHoldersProps {
  area: RoleArea;
  bulk?: (selection: Selection<RoleHolder>) => ReactNode;
  rowActions?: (row: RoleHolder) => ReactNode;
  onOpen?: (row: RoleHolder) => void;
  /** Buttons beside the filters, for what is filtered. */
  tools?: (asked: Readonly<Record<string, unknown>>) => ReactNode;
}

/** Everybody who holds a role of the area, with all roles and how each was come by. */
export function RoleHolders({ area, bulk, rowActions, onOpen, tools }: RoleHoldersProps): ReactElement {
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
            <EnumFilter list={list} name="factor" />
            <EnumFilter list={list} name="idle" />
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
            {tools?.(list.asked)}
          </>
        }
        {...(bulk && { bulk })}
        {...(rowActions && { rowActions })}
        {...(onOpen && { onOpen })}
      />
    </RoleAreaContext>
  );
}

const columns: readonly Column<RoleHolder>[] = [
  { name: 'name' },
  { name: 'account' },
  { name: 'departmentName' },
  { name: 'roles', wrap: true, width: 280, cell: (row) => <Roles row={row} /> },
  { name: 'factors', cell: (row) => <Factors row={row} /> },
  { name: 'sessions', as: 'number' },
  { name: 'lastSignInAt', as: 'time' },
  { name: 'idleDays', cell: (row) => <Idle row={row} /> },
  { name: 'address', as: 'code' },
];

function Factors({ row: { factors, factorNeeded } }: { row: RoleHolder }): ReactElement {
  const t = useT('kit');
  if (factors.length > 0) return <>{factors.map((kind) => t(`member.factors.${kind}`)).join(', ')}</>;
  return factorNeeded ? <Tag color="gold">{t('role.factorMissing')}</Tag> : <>{t('role.noFactor')}</>;
}

function Idle({ row: { idleDays, keptOut } }: { row: RoleHolder }): ReactElement {
  const t = useT('kit');
  return (
    <>
      {idleDays === null ? t('role.never') : t('role.idle', { days: idleDays })}{' '}
      {keptOut && <Tag color="gold">{t('member.field.keptOut')}</Tag>}
    </>
  );
}

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
