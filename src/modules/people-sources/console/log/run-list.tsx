import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { sourceLog, type RunRow } from '../../common/source-run.contract.ts';
import { sourceRun } from '../subjects.ts';
import { CountsText } from '../counts-text.tsx';

const columns: readonly Column<RunRow, typeof sourceRun>[] = [
  { name: 'startedAt', as: 'time' },
  { name: 'counts', width: 260, wrap: true, cell: ({ state, counts }) => <CountsText run={{ state, counts }} /> },
  { name: 'kind', as: 'enum' },
  { name: 'trigger', as: 'enum' },
  { name: 'peopleRead', as: 'number' },
  { name: 'departmentsRead', as: 'number', optional: true },
  { name: 'invalid', as: 'number' },
  { name: 'by' },
  { name: 'failure', width: 200, wrap: true },
  { name: 'endedAt', as: 'time', optional: true },
];

/** Runs of a source, the newest first. */
export function RunList({ id, onRun }: { id: string; onRun: (runId: string) => void }): ReactElement {
  const t = useT('user-centre');
  const list = useList(sourceLog, { name: 'r.', fixed: { id } });
  return (
    <ListPanel
      subject={sourceRun}
      list={list}
      columns={columns}
      filters={
        <>
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="kind" />
        </>
      }
      onOpen={(row) => onRun(row.id)}
      empty={<EmptyState title={t('source.noRuns')} hint={t('source.noRunsHint')} />}
    />
  );
}
