import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter } from '#kit/console/page/filters.tsx';
import { LogPanel } from '#kit/console/page/log-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { readList, type ReadView } from '../../common/read-log.contract.ts';
import { read } from '../subjects.ts';
import { ArchiveNotice } from '../cleaning/archive-notice.tsx';
import { Moment } from './moment.tsx';

const columns: readonly Column<ReadView, typeof read>[] = [
  { name: 'area', as: 'enum', width: 150 },
  { name: 'at', cell: (row) => <Moment at={row.at} />, width: 210 },
  { name: 'name', cell: (row) => row.name || row.account, width: 130 },
  { name: 'what', cell: (row) => <What what={row.what} />, width: 330 },
  { name: 'rowsSeen', as: 'number', width: 110 },
  { name: 'count', as: 'number', width: 90 },
  { name: 'reason', width: 180 },
  { name: 'address', as: 'code', width: 130 },
  { name: 'bytes', as: 'bytes', width: 100, optional: true },
  { name: 'objectIds', as: 'names', optional: true },
  { name: 'requestId', as: 'code', optional: true },
];

/** Who looked at what, the newest first. */
export function ReadPanel(): ReactElement {
  const list = useSlices<typeof readList>(readList);
  return (
    <LogPanel
      subject={read}
      list={list}
      columns={columns}
      above={(slices) => (list.state.filters['archive'] === undefined ? null : <ArchiveNotice list={slices} />)}
      filters={(slices) => (
        <>
          <PickFilter list={slices} name="uid">
            <EmployeePicker />
          </PickFilter>
          <EnumFilter list={slices} name="area" />
        </>
      )}
    />
  );
}

/** What it was narrowed by; all of it where it was not. */
function What({ what }: { what: string }): ReactElement {
  const t = useT('logs');
  return what === '' ? <span className="wl-soft">{t('read.everything')}</span> : <>{what}</>;
}
