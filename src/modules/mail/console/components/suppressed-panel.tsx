import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { mailState, outboxGet, outboxUnsuppress, suppressionList, type SuppressionView } from '../../common/mail-outbox.contract.ts';
import { suppression } from '../subjects.ts';

const columns: readonly Column<SuppressionView, typeof suppression>[] = [
  { name: 'address', as: 'code', width: 240 },
  { name: 'failures', as: 'number', width: 110 },
  { name: 'answer', width: 320 },
  { name: 'since', as: 'time', width: 170 },
];
const changedBy = [suppressionList, mailState, outboxGet];

/** Addresses to which nothing is sent. */
export function SuppressedPanel(): ReactElement {
  const t = useT('mail');
  const list = useList(suppressionList, { name: 'stopped', searchKey: 'recipient' });
  return (
    <ListPanel
      subject={suppression}
      list={list}
      columns={columns}
      filters={<SearchFilter list={list} name="recipient" />}
      rowActions={(row) => (
        <ActionButton endpoint={outboxUnsuppress} input={{ ids: [row.id] }} names={[row.address]} size="small" invalidates={changedBy} />
      )}
      bulk={(selection) => (
        <ActionButton
          endpoint={outboxUnsuppress}
          input={{ ids: [...selection.ids] }}
          count={selection.ids.length}
          invalidates={changedBy}
          onDone={selection.clear}
        />
      )}
      empty={<EmptyState title={t('suppression.empty')} hint={t('suppression.emptyHint')} />}
    />
  );
}
