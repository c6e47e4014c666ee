import { StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import {
  mailState,
  outboxGet,
  outboxSuppress,
  outboxUnsuppress,
  suppressionList,
  type SuppressionView,
} from '../../common/mail-outbox.contract.ts';
import { suppression } from '../subjects.ts';

const columns: readonly Column<SuppressionView, typeof suppression>[] = [
  { name: 'address', as: 'code', width: 240 },
  { name: 'byHand', as: 'enum', sortable: false, width: 150 },
  { name: 'failures', as: 'number', width: 110 },
  { name: 'answer', sortable: false, width: 320 },
  { name: 'since', as: 'time', width: 170 },
];
const changedBy = [suppressionList, mailState, outboxGet];

const F = fieldsOf(outboxSuppress.input);

/** Addresses to which nothing is sent. */
export function SuppressedPanel(): ReactElement {
  const t = useT('mail');
  const list = useList(suppressionList, { name: 'stopped', searchKey: 'recipient' });
  return (
    <ListPanel
      subject={suppression}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="recipient" />
          <StopAddress />
        </>
      }
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

/** Stops an address by hand: somebody asked for it, or it belongs to nobody any more. */
function StopAddress(): ReactElement | null {
  const { granted, name } = useActionName(outboxSuppress);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button icon={<StopOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && (
        <FormDialog endpoint={outboxSuppress} initial={{}} invalidates={changedBy} onClose={() => setOpen(false)}>
          <F.address />
          <F.reason />
        </FormDialog>
      )}
    </>
  );
}
