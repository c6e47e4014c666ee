import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import type { RowOf } from '#kit/console/page/list-endpoint.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import type { Column } from '#kit/console/table/column.ts';
import { warningHistory, warningNotices } from '../../common/warning.contract.ts';
import { change, notification } from '../subjects.ts';
import { Severity } from './severity.tsx';

const views = ['changes', 'notices'] as const;
type View = (typeof views)[number];

/** What became of warnings, and every notice with its result. */
export function HistoryPanel(): ReactElement {
  const t = useT('warnings');
  const [search, setSearch] = useSearchParams();
  const view = views.find((one) => one === search.get('view')) ?? 'changes';
  return (
    <>
      <div className="ww-tabs">
        <Segmented<View>
          aria-label={t('history.title')}
          value={view}
          options={views.map((value) => ({ value, label: t(`history.${value}`) }))}
          onChange={(next) => setSearch({ tab: 'history', ...(next !== 'changes' && { view: next }) })}
        />
      </div>
      {view === 'changes' ? <Changes /> : <Notices />}
    </>
  );
}

const changeColumns: readonly Column<RowOf<typeof warningHistory>, typeof change>[] = [
  { name: 'text', wrap: true, width: 360 },
  { name: 'what', as: 'enum', width: 150 },
  { name: 'at', as: 'time', width: 170 },
  { name: 'severity', width: 120, cell: (row) => <Severity value={row.severity} /> },
  { name: 'title', width: 160 },
  { name: 'by', width: 120 },
  { name: 'detail' },
];

function Changes(): ReactElement {
  const list = useSlices<typeof warningHistory>(warningHistory);
  return <LogPanel subject={change} list={list} columns={changeColumns} filters={(slices) => <EnumFilter list={slices} name="what" />} />;
}

const noticeColumns: readonly Column<RowOf<typeof warningNotices>, typeof notification>[] = [
  { name: 'text', wrap: true, width: 360 },
  { name: 'person', width: 140 },
  { name: 'channel', as: 'enum', width: 110 },
  { name: 'reason', as: 'enum', width: 110 },
  { name: 'state', as: 'enum', width: 110 },
  { name: 'at', as: 'time', width: 170 },
  { name: 'suppressedBy', as: 'enum', width: 140 },
  { name: 'answer' },
  { name: 'attempts', as: 'number', optional: true },
  { name: 'endedAt', as: 'time', optional: true },
];

function Notices(): ReactElement {
  const list = useSlices<typeof warningNotices>(warningNotices);
  return (
    <LogPanel
      subject={notification}
      list={list}
      columns={noticeColumns}
      filters={(slices) => (
        <>
          <EnumFilter list={slices} name="channel" />
          <EnumFilter list={slices} name="state" />
        </>
      )}
    />
  );
}
