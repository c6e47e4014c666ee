import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { unbindList, type UnbindRow } from '../../common/binding.contract.ts';
import { unbindExport } from '../../common/export.contract.ts';
import { unbindSubject } from '../subjects.ts';

const columns: readonly Column<UnbindRow, typeof unbindSubject>[] = [
  { name: 'name', width: 130 },
  { name: 'departmentName', wrap: true, width: 120 },
  { name: 'deviceName', wrap: true, width: 150 },
  { name: 'platform', as: 'enum', width: 100 },
  { name: 'unboundAt', as: 'time', width: 150 },
  { name: 'unboundBy', wrap: true, width: 140, cell: (row) => <EndedBy row={row} /> },
  { name: 'reason', wrap: true, width: 150 },
  { name: 'eraseState', as: 'enum', width: 100 },
];

function EndedBy({ row }: { row: UnbindRow }): ReactElement {
  const t = useT('devices');
  return <>{[t(`unbinding.unboundBy.${row.unboundBy}`), row.unboundByName].filter(Boolean).join(' · ')}</>;
}

/** Bindings that ended: whose, by whom, why, and what became of the data. */
export function UnbindPanel({ onOpen }: { onOpen?: (row: UnbindRow) => void }): ReactElement {
  const list = useList(unbindList, { searchKey: 'text' });
  return (
    <ListPanel
      subject={unbindSubject}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="platform" />
          <EnumFilter list={list} name="unboundBy" />
          <PickFilter list={list} name="deptId">
            <DepartmentPicker />
          </PickFilter>
          <TimeFilter list={list} from="from" to="to" />
          <ExportButton endpoint={unbindExport} input={(format) => ({ format, filter: list.asked })} />
        </>
      }
      {...(onOpen && { onOpen })}
    />
  );
}
