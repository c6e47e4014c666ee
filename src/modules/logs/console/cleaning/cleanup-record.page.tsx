import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type FilteredList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { clearLogExport, clearLogList, type CleaningView } from '../../common/cleaning/clear.contract.ts';
import '../components/logs.css';
import './cleaning.css';
import { cleaningRecord } from './cleaning.subjects.ts';
import { atOf } from '../components/at.tsx';
import { SeveralFilter } from '../components/several-filter.tsx';

const RecordDrawer = later('record-drawer', async () => (await import('./record-drawer.tsx')).RecordDrawer);

const columns: readonly Column<CleaningView, typeof cleaningRecord>[] = [
  { name: 'createdAt', as: 'time', cell: ({ createdAt }) => atOf(createdAt), width: 170 },
  { name: 'name', width: 170 },
  { name: 'trigger', as: 'enum', width: 100 },
  { name: 'state', as: 'enum', width: 150 },
  { name: 'rowsEstimated', as: 'number', width: 120 },
  { name: 'rowsRemoved', as: 'number', width: 120 },
  { name: 'rowsHeld', as: 'number', width: 100 },
  { name: 'bytesFreed', as: 'bytes', width: 100 },
  { name: 'endedAt', as: 'time', cell: ({ endedAt }) => atOf(endedAt), width: 170 },
  { name: 'seconds', as: 'number', width: 90, sortable: false },
  { name: 'archives', cell: (row) => <Archives row={row} />, width: 100, sortable: false },
  { name: 'by', width: 130 },
  { name: 'error', width: 260 },
  { name: 'keepDays', as: 'number', optional: true },
  { name: 'mode', as: 'enum', optional: true },
  { name: 'from', as: 'time', cell: ({ from }) => atOf(from), optional: true },
  { name: 'to', as: 'time', cell: ({ to }) => atOf(to), optional: true },
];

/** How many archives it wrote; they stand in its drawer. */
function Archives({ row: { archives } }: { row: CleaningView }): ReactElement {
  const [language] = useLanguage();
  return archives.length === 0 ? <span className="whk-nothing">—</span> : <>{numberText(archives.length, language)}</>;
}

/** Cleanings of some logs. */
function KindFilter({ list }: { list: FilteredList<typeof clearLogList> }): ReactElement {
  const { data, isPending } = useRead(clearLogList, {});
  const options = (data?.kinds ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return <SeveralFilter list={list} name="kind" options={options} loading={isPending} />;
}

/** Every cleaning with its proof. */
export default function CleanupRecordPage(): ReactElement {
  const t = useT('logs');
  const list = useList(clearLogList);
  const chosen = useChosen();
  return (
    <>
      <ListPanel
        subject={cleaningRecord}
        list={list}
        columns={columns}
        filters={
          <>
            <KindFilter list={list} />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="trigger" />
            <SearchFilter list={list} name="by" />
            <TimeFilter list={list} from="from" to="to" />
            <ExportButton endpoint={clearLogExport} input={(format) => ({ ...list.asked, format })} />
          </>
        }
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('cleaning.empty')} hint={t('cleaning.emptyHint')} />}
      />
      {chosen.id !== undefined && <RecordDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}
