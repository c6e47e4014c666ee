import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { archiveList, type ArchiveView } from '../../common/cleaning/archive.contract.ts';
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
        filters={<EnumFilter list={list} name="state" />}
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('archive.empty')} hint={t('archive.emptyHint')} />}
      />
      {chosen.id !== undefined && <ArchiveDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}
