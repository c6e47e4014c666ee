import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import type { Column } from '#kit/console/table/column.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import {
  conversionCancel,
  conversionClear,
  conversionList,
  conversionRelease,
  conversionRetry,
  convertParamGet,
  type ConversionRow,
} from '../../common/conversion.contract.ts';
import { conversion } from '../subjects.ts';

const columns: readonly Column<ConversionRow, typeof conversion>[] = [
  { name: 'name', width: 240 },
  { name: 'type', as: 'enum', width: 90 },
  { name: 'origin', width: 130, cell: (row) => <Origin of={row.origin} /> },
  { name: 'state', as: 'enum', width: 110 },
  { name: 'size', as: 'bytes', width: 100 },
  { name: 'pages', as: 'number', width: 80 },
  { name: 'ms', as: 'number', width: 110 },
  { name: 'reason', wrap: true, width: 200 },
  { name: 'createdAt', as: 'time', width: 170 },
  { name: 'lastUsedAt', as: 'time', optional: true, width: 170 },
  { name: 'tries', as: 'number', optional: true, width: 80 },
];

/** What can be done with a conversion in its state. */
const actions = [
  { endpoint: conversionCancel, states: ['waiting'] },
  { endpoint: conversionRetry, states: ['failed', 'cancelled'] },
  { endpoint: conversionRelease, states: ['quarantined'] },
  { endpoint: conversionClear, states: ['ready', 'failed', 'cancelled'] },
] as const;

/** What waits, runs, failed, or is kept. */
export function QueuePanel(): ReactElement {
  const t = useT('conversion');
  const list = useList(conversionList, { searchKey: 'text' });
  return (
    <SubjectContext value={conversion}>
      <ListPanel
        subject={conversion}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="type" />
          </>
        }
        empty={<EmptyState title={t('conversion.empty')} hint={t('conversion.emptyHint')} />}
        rowActions={(row) => (
          <>
            {actions
              .filter(({ states }) => states.some((state) => state === row.state))
              .map(({ endpoint }) => (
                <ActionButton
                  key={endpoint.path}
                  endpoint={endpoint}
                  names={[row.name]}
                  input={{ ids: [row.id] }}
                  invalidates={[conversionList, convertParamGet]}
                />
              ))}
          </>
        )}
      />
    </SubjectContext>
  );
}

/** Who asked: a page of the product by its name, an attachment system by its code. */
function Origin({ of }: { of: string }): ReactElement {
  const t = useT('conversion');
  return <>{of === 'test' || of === 'files' ? t(`origin.${of}`) : of}</>;
}
