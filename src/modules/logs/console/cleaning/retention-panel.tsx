import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type FilteredList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { clearConfigList, type RetentionView } from '../../common/cleaning/clear.contract.ts';
import { retention } from './cleaning.subjects.ts';
import { Days, RunningMark } from './retention-marks.tsx';
import { SeveralFilter } from '../components/several-filter.tsx';
import { atOf } from '../components/at.tsx';

const RetentionDrawer = later('retention-drawer', async () => (await import('./retention-drawer.tsx')).RetentionDrawer);

const columns: readonly Column<RetentionView, typeof retention>[] = [
  { name: 'name', width: 160 },
  { name: 'moduleName', width: 120, sortable: false, optional: true },
  { name: 'rows', as: 'number', width: 110 },
  { name: 'bytes', as: 'bytes', width: 90 },
  { name: 'bytesPerDay', as: 'bytes', width: 110, optional: true },
  { name: 'oldest', as: 'time', cell: ({ oldest }) => atOf(oldest), width: 130 },
  { name: 'keepDays', cell: (row) => <Days row={row} />, width: 190 },
  { name: 'floorDays', as: 'number', width: 70, optional: true },
  { name: 'mode', as: 'enum', width: 170 },
  { name: 'nextRun', as: 'time', cell: ({ nextRun }) => atOf(nextRun), width: 130 },
  { name: 'running', cell: (row) => <RunningMark row={row} />, width: 96, sortable: false },
  { name: 'heldRows', as: 'number', optional: true },
  { name: 'daysLeft', as: 'number', optional: true, sortable: false },
];

/** One row a kind of log. */
export function RetentionPanel(): ReactElement {
  const list = useList(clearConfigList, { searchKey: 'text' });
  const chosen = useChosen();
  return (
    <>
      <ListPanel
        subject={retention}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <ModuleFilter list={list} />
            <EnumFilter list={list} name="mode" />
            <RoomFilter list={list} />
          </>
        }
        onOpen={(row) => chosen.show(row.id)}
      />
      {chosen.id !== undefined && <RetentionDrawer key={chosen.id} kind={chosen.id} onClose={chosen.close} />}
    </>
  );
}

type Retentions = FilteredList<typeof clearConfigList>;

/** Whose logs. */
function ModuleFilter({ list }: { list: Retentions }): ReactElement {
  const { data, isPending } = useRead(clearConfigList, {});
  const options = (data?.modules ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return <SeveralFilter list={list} name="module" options={options} loading={isPending} />;
}

const roomDays = [30, 90, 365] as const;

/** What by itself fills the disk soon. */
function RoomFilter({ list }: { list: Retentions }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  return (
    <Select<number>
      className="whk-filter"
      allowClear
      aria-label={t('retention.filter.belowDays')}
      placeholder={t('retention.filter.belowDays')}
      value={list.state.filters['belowDays'] as number | undefined}
      options={roomDays.map((value) => ({ value, label: t('retention.belowDays', { n: numberText(value, language) }) }))}
      onChange={(belowDays: number | undefined) => list.move({ filters: { belowDays } })}
    />
  );
}
