import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import {
  compareSystem,
  differenceApply,
  differenceGet,
  differenceList,
  type DifferenceDetail,
  type DifferenceRow,
} from '../../common/item/difference.contract.ts';
import { differenceSubject } from './subjects.ts';
import { useSystems } from './use-systems.ts';

const readings = [differenceList, differenceGet];
const colours = { looking: 'processing', waiting: 'gold', done: 'success', failed: 'error' } as const;

/** Comparisons of open to-dos with what is open in their systems. */
export function DifferencesPanel(): ReactElement {
  const t = useT('todo-forms');
  const chosen = useChosen();
  const systems = useSystems();
  const list = useList(differenceList, {});
  const { systemId } = list.state.filters;
  const columns: readonly Column<DifferenceRow, typeof differenceSubject>[] = [
    { name: 'at', as: 'time' },
    { name: 'systemName', sortable: false },
    { name: 'openHere', as: 'number', sortable: false },
    { name: 'openThere', as: 'number', sortable: false },
    { name: 'missing', as: 'number', sortable: false },
    { name: 'stale', as: 'number', sortable: false },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={colours[state]}>{t(`todoDifference.state.${state}`)}</Tag> },
    { name: 'reason', as: 'code', sortable: false },
    { name: 'secondAt', as: 'time', sortable: false },
    { name: 'byName', sortable: false },
  ];
  return (
    <>
      <ListPanel<DifferenceRow, typeof differenceSubject>
        subject={differenceSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <ChoiceFilter list={list} name="systemId" options={systems} />
            <EnumFilter list={list} name="state" />
            <ActionButton
              endpoint={compareSystem}
              type="primary"
              input={{ systemId: String(systemId) }}
              why={typeof systemId !== 'string' && t('difference.choose')}
              invalidates={readings}
            />
          </>
        }
        onOpen={({ id }) => chosen.show(id)}
        empty={<EmptyState title={t('todoDifference.empty')} hint={t('todoDifference.emptyHint')} />}
      />
      {chosen.id !== undefined && <DifferenceDrawer id={chosen.id} onClose={chosen.close} />}
    </>
  );
}

function DifferenceDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const t = useT('todo-forms');
  const read = useRead(differenceGet, { id });
  return (
    <DetailDrawer<DifferenceDetail>
      subject={differenceSubject}
      read={read}
      title={({ systemName }) => systemName}
      actions={({ staleItems }) => {
        const itemIds = staleItems.filter(({ state }) => state === 'waiting').map(({ itemId }) => itemId);
        if (itemIds.length === 0) return null;
        return (
          <>
            <ActionButton
              endpoint={differenceApply}
              called={t('difference.ask')}
              input={{ id, itemIds, choice: 'ask' }}
              invalidates={readings}
            />
            <ActionButton
              endpoint={differenceApply}
              called={t('difference.close')}
              confirm="ask"
              danger
              count={itemIds.length}
              input={{ id, itemIds, choice: 'close' }}
              invalidates={readings}
            />
          </>
        );
      }}
      tabs={(one) => [
        {
          key: 'facts',
          label: t('item.facts'),
          children: (
            <>
              <Facts
                row={one}
                facts={[
                  { name: 'at', as: 'time' },
                  { name: 'openHere', always: true },
                  { name: 'openThere', always: true },
                  { name: 'missing', always: true },
                  { name: 'stale', always: true },
                  { name: 'state', as: 'enum' },
                  { name: 'reason', as: 'code' },
                  { name: 'secondAt', as: 'time' },
                ]}
              />
              <h3>{t('difference.stale')}</h3>
              <ul className="tdi-line">
                {one.staleItems.map((item) => (
                  <li key={item.itemId}>
                    <code>{item.outId}</code> {item.title} · {t(`difference.state.${item.state as 'waiting'}`)}
                  </li>
                ))}
              </ul>
              <h3>{t('difference.missing')}</h3>
              <ul className="tdi-line">
                {one.missingIds.map((outId) => (
                  <li key={outId}>
                    <code>{outId}</code>
                  </li>
                ))}
              </ul>
            </>
          ),
        },
      ]}
      onClose={onClose}
    />
  );
}
