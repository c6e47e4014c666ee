import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import type { RowOf } from '#kit/console/page/list-endpoint.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { crowdHistory } from '../../common/crowd-people.contract.ts';
import { crowdEvent } from '../subjects.ts';
import { SliceFoot } from './slice-foot.tsx';

const columns: readonly Column<RowOf<typeof crowdHistory>, typeof crowdEvent>[] = [
  { name: 'name', width: 150 },
  { name: 'what', as: 'enum' },
  { name: 'departmentName' },
  { name: 'cause', as: 'enum' },
  { name: 'at', as: 'time' },
];

/** Who joined a crowd and who left it, newest first. */
export function EventsTab({ id }: { id: string }): ReactElement {
  const t = useT('user-centre');
  const list = useSlices(crowdHistory, { name: 'e.', fixed: { id }, searchKey: 'text' });
  return (
    <ListPanel
      subject={crowdEvent}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="what" />
        </>
      }
      empty={<EmptyState title={t('crowd.noEvents')} hint={t('crowd.noEventsHint')} />}
      foot={<SliceFoot list={list} />}
    />
  );
}
