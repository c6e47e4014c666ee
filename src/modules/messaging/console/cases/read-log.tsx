import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import type { RowOf } from '#kit/console/page/list-endpoint.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { caseReadLog } from '../../common/case.contract.ts';
import { readingSubject } from '../subjects.ts';

type Row = RowOf<typeof caseReadLog>;
const columns: readonly Column<Row, typeof readingSubject>[] = [
  { name: 'at', as: 'time' },
  { name: 'name' },
  { name: 'account' },
  { name: 'caseNumber' },
  { name: 'rows' },
  { name: 'words', cell: ({ words }) => words.join(', ') },
  { name: 'reason', wrap: true, width: 260 },
  { name: 'address', optional: true },
];

/** Every reading of messages; the rows are part of the sealed log of who looked at what. */
export function ReadLogList(): ReactElement {
  const t = useT('messaging');
  const list = useList(caseReadLog);
  return (
    <ListPanel<Row, typeof readingSubject>
      subject={readingSubject}
      list={list}
      columns={columns}
      filters={<SearchFilter list={list} name="text" />}
      empty={<EmptyState title={t('reading.empty')} hint={t('reading.emptyHint')} />}
    />
  );
}
