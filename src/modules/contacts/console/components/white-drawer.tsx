import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { whiteList, whiteRemove, type WhiteRow } from '../../common/whitelist.contract.ts';
import { whiteSubject } from '../subjects.ts';
import { agreedTo, RuleImpact } from './rule-impact.tsx';
import { WhiteForm } from './white-form.tsx';

/** Whoever left is not named any more; the entry stays until it is taken away. */
function Named({ row }: { row: WhiteRow }): ReactElement {
  const t = useT('contacts');
  return row.name === '' ? <span className="contacts-soft">{t('range.brokenOne')}</span> : <>{row.name}</>;
}

const columns: readonly Column<WhiteRow, typeof whiteSubject>[] = [
  { name: 'name', cell: (row) => <Named row={row} /> },
  { name: 'memberKind', as: 'enum' },
  { name: 'includeHidden', as: 'boolean' },
  { name: 'reason', wrap: true },
  { name: 'until', as: 'time' },
  { name: 'state', as: 'enum' },
  { name: 'createdAt', as: 'time', optional: true },
  { name: 'createdBy', optional: true },
];

/** What taking entries off takes: who sees less then stands in the question. */
function removal(ids: readonly string[]) {
  const [first = '', ...more] = ids;
  const requestOf = (removeId: string) => ({ kind: 'whitelist' as const, removeId });
  const request = [requestOf(first), ...more.map(requestOf)] as const;
  return { input: () => ({ ids: [...ids], ...agreedTo(request) }), impact: <RuleImpact request={request} /> };
}

/** Who sees everybody without limits, each with a reason and an end. */
export function WhiteDrawer({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const narrow = useNarrow();
  const list = useList(whiteList, { inAddress: false });
  const [open, setOpen] = useState<WhiteRow | 'new'>();
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpen('new')}>
      {kit('form.add')}
    </Button>
  );
  return (
    <Drawer open size={narrow ? '100%' : 920} title={t('contactWhite')} closable={{ 'aria-label': kit('form.close') }} onClose={onClose}>
      <p>{t('contactWhite.help')}</p>
      <ListPanel
        subject={whiteSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="memberKind" />
            <EnumFilter list={list} name="state" />
            {add}
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.name || t('range.brokenOne')}>
            <Button type="text" onClick={() => setOpen(row)}>
              {t('action.change')}
            </Button>
          </RowActions>
        )}
        bulk={(selection) => (
          <ActionButton
            endpoint={whiteRemove}
            names={selection.rows.map(({ name }) => name)}
            {...removal(selection.ids)}
            confirm="ask"
            danger
            invalidates={[whiteList]}
            onDone={selection.clear}
          >
            {t('contactWhite.remove')}
          </ActionButton>
        )}
        empty={<EmptyState title={t('contactWhite.empty')} hint={t('contactWhite.help')} />}
      />
      {open && <WhiteForm {...(open !== 'new' && { row: open })} onClose={() => setOpen(undefined)} />}
    </Drawer>
  );
}
