import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { caseApprove, caseClose, caseExtend, caseList, caseOpen, caseReject, type CaseRow } from '../../common/case.contract.ts';
import { caseSubject } from '../subjects.ts';

const CaseForm = later('im-case-form', async () => (await import('./case-form.tsx')).CaseForm);
const colours = { requested: 'gold', open: 'success', rejected: 'error', closed: 'default', expired: 'default' } as const;

/** Cases of one's own, and those that wait for a decision. */
export function CaseList(): ReactElement {
  const t = useT('messaging');
  const may = useMay();
  const list = useList(caseList);
  const [adding, setAdding] = useState(false);
  const columns: readonly Column<CaseRow, typeof caseSubject>[] = [
    { name: 'number' },
    { name: 'state', cell: ({ state }) => <Tag color={colours[state]}>{t(`case.state.${state}`)}</Tag> },
    { name: 'kind', cell: ({ kind }) => t(`case.kind.${kind}`) },
    {
      name: 'people',
      label: t('case.covers'),
      wrap: true,
      width: 180,
      cell: (row) => [...row.people, ...row.groups].map(({ name }) => name).join(', '),
    },
    { name: 'reason', wrap: true, width: 220 },
    { name: 'from', as: 'time', optional: true },
    { name: 'to', as: 'time', optional: true },
    { name: 'requestedBy' },
    { name: 'endsAt', as: 'time' },
    { name: 'decidedBy', optional: true },
  ];
  return (
    <>
      <ListPanel<CaseRow, typeof caseSubject>
        subject={caseSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="mine" />
            {may(caseOpen) && (
              <Button type="primary" onClick={() => setAdding(true)}>
                {t('case.request')}
              </Button>
            )}
          </>
        }
        rowActions={(row) => <CaseActions row={row} />}
        empty={<EmptyState title={t('case.empty')} hint={t('case.emptyHint')} />}
      />
      {adding && <CaseForm onClose={() => setAdding(false)} />}
    </>
  );
}

/** What may be done to a case at present. */
function CaseActions({ row }: { readonly row: CaseRow }): ReactElement {
  const t = useT('messaging');
  const asked = row.state === 'requested';
  const named = { names: [row.number], input: { id: row.id, version: row.version }, confirm: 'ask', invalidates: [caseList] } as const;
  return (
    <RowActions name={row.number}>
      {asked && !row.mine && (
        <ActionButton endpoint={caseApprove} {...named}>
          {t('case.approve')}
        </ActionButton>
      )}
      {asked && !row.mine && (
        <ActionButton endpoint={caseReject} {...named}>
          {t('case.reject')}
        </ActionButton>
      )}
      {row.state === 'open' && (row.mine ? !row.needsApproval : true) && (
        <ActionButton endpoint={caseExtend} {...named} input={{ ...named.input, days: 7 }}>
          {t('case.extend')}
        </ActionButton>
      )}
      {(asked || row.state === 'open') && (
        <ActionButton endpoint={caseClose} {...named}>
          {t('case.close')}
        </ActionButton>
      )}
    </RowActions>
  );
}
