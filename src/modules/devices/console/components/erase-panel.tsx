import { Button, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { eraseExport } from '../../common/export.contract.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { useStored } from '#kit/console/store/store.ts';
import type { Column } from '#kit/console/table/column.ts';
import * as contract from '../../common/erase.contract.ts';
import { eraseDetailPage } from '../../common/permissions.ts';
import { eraseReadings } from '../readings.ts';
import { eraseSubject } from '../subjects.ts';

type Row = contract.EraseRow;
const tones: Partial<Record<Row['state'], string>> = { done: 'success', failed: 'error', hold: 'processing', awaitingApproval: 'warning' };

/** How an order stands. */
export function EraseTag({ state, overdue, unconfirmed }: Pick<Row, 'state' | 'overdue' | 'unconfirmed'>): ReactElement {
  const t = useT('devices');
  return (
    <>
      <Tag color={tones[state] ?? 'default'}>{t(`eraseOrder.state.${state}`)}</Tag>
      {unconfirmed && <Tag color="warning">{t('erase.unconfirmed')}</Tag>}
      {overdue && <Tag color="error">{t('erase.overdue')}</Tag>}
    </>
  );
}

const columns: readonly Column<Row, typeof eraseSubject>[] = [
  {
    name: 'deviceName',
    sortable: false,
    wrap: true,
    width: 130,
    cell: (row) => (row.devices > 1 ? `${row.deviceName} +${row.devices - 1}` : row.deviceName),
  },
  { name: 'personName', sortable: false },
  { name: 'scope', as: 'enum', sortable: false, width: 110 },
  { name: 'state', sortable: false, width: 130, cell: (row) => <EraseTag {...row} /> },
  { name: 'done', sortable: false, width: 70, cell: (row) => `${row.done} / ${row.devices}` },
  { name: 'origin', as: 'enum', sortable: false, optional: true },
  { name: 'askedAt', as: 'time' },
  { name: 'askedName', sortable: false },
  { name: 'approvedName', sortable: false, optional: true },
  { name: 'reason', sortable: false, wrap: true, width: 130 },
];

/** Orders to erase, the newest first. */
export function ErasePanel(): ReactElement {
  const t = useT('devices');
  const list = useList(contract.eraseList, { searchKey: 'text' });
  const go = useNavigate();
  return (
    <SubjectContext value={eraseSubject}>
      <ListPanel
        subject={eraseSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="scope" />
            <EnumFilter list={list} name="origin" />
            <TimeFilter list={list} from="from" to="to" />
            <ExportButton endpoint={eraseExport} input={(format) => ({ format, filter: list.asked })} />
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.deviceName}>
            <Button type="text" onClick={() => void go(`${eraseDetailPage.route}?id=${row.id}`)}>
              {t('erase.open')}
            </Button>
            <EraseActions row={row} type="text" />
          </RowActions>
        )}
        onOpen={(row) => void go(`${eraseDetailPage.route}?id=${row.id}`)}
        empty={<EmptyState title={t('eraseOrder.empty')} hint={t('eraseOrder.emptyHint')} />}
      />
    </SubjectContext>
  );
}

/** What can be done with an order. */
export function EraseActions({ row, type }: { row: Row; type: 'text' | 'default' }): ReactElement {
  const t = useT('devices');
  const own = useStored('userInfo')?.empInfoDto.uid;
  // Whoever ordered it is not the second person who must agree.
  const decides = row.state === 'awaitingApproval' && row.askedBy !== own;
  const act = { names: [row.deviceName], type, invalidates: eraseReadings };
  return (
    <>
      {row.unconfirmed && (
        <ActionButton endpoint={contract.eraseConfirm} input={{ id: row.id }} {...act}>
          {t('erase.confirm')}
        </ActionButton>
      )}
      {decides && <ActionButton endpoint={contract.eraseApprove} input={{ id: row.id, agree: true }} {...act} />}
      {decides && (
        <ActionButton endpoint={contract.eraseApprove} input={{ id: row.id, agree: false }} {...act} danger>
          {t('erase.refuse')}
        </ActionButton>
      )}
      {['awaitingApproval', 'hold', 'queued'].includes(row.state) && (
        <ActionButton endpoint={contract.eraseCancel} input={{ id: row.id }} {...act} />
      )}
      {row.state === 'failed' && <ActionButton endpoint={contract.eraseRetry} input={{ id: row.id }} {...act} />}
    </>
  );
}
