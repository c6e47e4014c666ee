import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { editorList, editorRemove, type MemberRow } from '../../common/member.contract.ts';
import { editorPage } from '../../common/permissions.ts';
import { memberSubject } from '../subjects.ts';
import { AddEditors, ChangeRights } from './add-members.tsx';
import { useAccountId } from './setting-path.ts';

const readings = [editorList];

/** Editors of an account, with what they may do. */
export default function EditorsPage(): ReactElement {
  const t = useT('public-accounts');
  const snoId = useAccountId();
  const list = useList(editorList, { fixed: { snoId }, searchKey: 'text' });
  const [adding, setAdding] = useState(false);
  const [changed, setChanged] = useState<readonly MemberRow[]>();
  const columns: readonly Column<MemberRow, typeof memberSubject>[] = [
    { name: 'name' },
    { name: 'account', sortable: false },
    { name: 'departmentName', sortable: false },
    {
      name: 'rights',
      sortable: false,
      cell: ({ rights }) => rights.map((right) => <Tag key={right}>{t(`snoMember.rights.${right}`)}</Tag>),
    },
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
            <EnumFilter list={list} name="right" />
            <Permit code={editorPage.button.assign}>
              {(name) => (
                <Button type="primary" onClick={() => setAdding(true)}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
        bulk={(selection) => (
          <>
            <Permit code={editorPage.button.update}>{(name) => <Button onClick={() => setChanged(selection.rows)}>{name}</Button>}</Permit>
            <ActionButton
              endpoint={editorRemove}
              names={selection.rows.map(({ name }) => name)}
              input={{ snoId, empIds: [...selection.ids] }}
              invalidates={readings}
              onDone={selection.clear}
            />
          </>
        )}
        rowActions={(row) => (
          <RowActions name={row.name}>
            <Permit code={editorPage.button.update}>
              {(name) => (
                <Button type="text" onClick={() => setChanged([row])}>
                  {name}
                </Button>
              )}
            </Permit>
            <ActionButton
              endpoint={editorRemove}
              type="text"
              names={[row.name]}
              input={{ snoId, empIds: [row.id] }}
              invalidates={readings}
            />
          </RowActions>
        )}
        empty={<EmptyState title={t('member.noEditors')} hint={t('member.noEditorsHint')} />}
      />
      {adding && <AddEditors snoId={snoId} invalidates={readings} onClose={() => setAdding(false)} />}
      {changed && <ChangeRights snoId={snoId} editors={changed} invalidates={readings} onClose={() => setChanged(undefined)} />}
    </>
  );
}
