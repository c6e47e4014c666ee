import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type FilteredList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { archiveList, type ArchiveView } from '../../common/cleaning/archive.contract.ts';
import { clearConfigList } from '../../common/cleaning/clear.contract.ts';
import { SeveralFilter } from '../components/several-filter.tsx';
import { archive } from './cleaning.subjects.ts';
import { atOf } from '../components/at.tsx';

const ArchiveDrawer = later('archive-drawer', async () => (await import('./archive-drawer.tsx')).ArchiveDrawer);

const columns: readonly Column<ArchiveView, typeof archive>[] = [
  { name: 'part', width: 200, sortable: false },
  { name: 'name', width: 150 },
  { name: 'rows', as: 'number', width: 110 },
  { name: 'bytes', as: 'bytes', width: 100 },
  { name: 'state', as: 'enum', width: 130 },
  { name: 'target', width: 140 },
  { name: 'createdAt', as: 'time', cell: ({ createdAt }) => atOf(createdAt), width: 160 },
  { name: 'keepUntil', as: 'time', cell: ({ keepUntil }) => atOf(keepUntil), width: 160 },
  { name: 'restoredUntil', as: 'time', cell: ({ restoredUntil }) => atOf(restoredUntil), width: 160 },
  { name: 'sha256', as: 'code', optional: true },
];

/** Archives of some logs. */
function KindFilter({ list }: { list: FilteredList<typeof archiveList> }): ReactElement {
  const { data, isPending } = useRead(clearConfigList, { pageSize: 100 });
  const options = (data?.list ?? []).map(({ kind, name }) => ({ value: kind, label: name }));
  return <SeveralFilter list={list} name="kind" options={options} loading={isPending} />;
}

/** Archives of removed rows. */
export function ArchivePanel(): ReactElement {
  const t = useT('logs');
  const list = useList(archiveList);
  const chosen = useChosen();
  return (
    <>
      <ListPanel
        subject={archive}
        list={list}
        columns={columns}
        filters={
          <>
            <KindFilter list={list} />
            <EnumFilter list={list} name="state" />
          </>
        }
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('archive.empty')} hint={t('archive.emptyHint')} />}
      />
      {chosen.id !== undefined && <ArchiveDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}
