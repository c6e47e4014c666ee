import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { account } from '../../common/account.contract.ts';
import { managerList, managerRemove, type MemberRow } from '../../common/member.contract.ts';
import { managerPage } from '../../common/permissions.ts';
import { memberSubject } from '../subjects.ts';
import { AddManagers, TransferDialog } from './add-members.tsx';
import { useAccountId } from './setting-path.ts';

const readings = [managerList, account.list, account.get];

/** Managers of an account: they do everything for it but delete it. */
export default function ManagersPage(): ReactElement {
  const t = useT('public-accounts');
  const snoId = useAccountId();
  const list = useList(managerList, { fixed: { snoId }, searchKey: 'text' });
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<MemberRow>();
  const columns: readonly Column<MemberRow, typeof memberSubject>[] = [
    { name: 'name', cell: (row) => <MemberName row={row} /> },
    { name: 'account', sortable: false },
    { name: 'departmentName', sortable: false },
    { name: 'since', as: 'time' },
    { name: 'by', sortable: false, optional: true },
    { name: 'lastActiveAt', as: 'time', sortable: false },
  ];
  return (
    <>
      <ListPanel<MemberRow, typeof memberSubject>
        subject={memberSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
            <Permit code={managerPage.button.assign}>
              {(name) => (
                <Button type="primary" onClick={() => setAdding(true)}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={managerPage.button.transfer}>
              {(name) => (
                <Button type="text" onClick={() => setLeaving(row)}>
                  {name}
                </Button>
              )}
            </Permit>
            <ActionButton
              endpoint={managerRemove}
              type="text"
              names={[row.name]}
              input={{ snoId, empIds: [row.id] }}
              invalidates={readings}
            />
          </RowActions>
        )}
        empty={<EmptyState title={t('member.noManagers')} hint={t('member.noManagersHint')} />}
      />
      {adding && <AddManagers snoId={snoId} invalidates={readings} onClose={() => setAdding(false)} />}
      {leaving && <TransferDialog snoId={snoId} manager={leaving} invalidates={readings} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

/** A member by name, marked where the person has left. */
function MemberName({ row }: { row: MemberRow }): ReactElement {
  const t = useT('public-accounts');
  return (
    <>
      {row.name} {!row.active && <Tag color="warning">{t('member.left')}</Tag>}
    </>
  );
}
