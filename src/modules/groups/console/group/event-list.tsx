import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { RowOf } from '#kit/console/page/list-endpoint.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { groupEventList } from '../../common/group.contract.ts';
import { eventSubject } from '../subjects.ts';

type Row = RowOf<typeof groupEventList>;

/** What happened to a group and its members. */
export function EventList({ groupId }: { groupId: string }): ReactElement {
  const t = useT('groups');
  const list = useList(groupEventList, { fixed: { groupId }, name: 'e', inAddress: false });
  const columns: readonly Column<Row, typeof eventSubject>[] = [
    { name: 'at', as: 'time' },
    { name: 'what', cell: ({ what }) => t(`groupEvent.what.${what}`) },
    { name: 'employeeName' },
    { name: 'byName' },
    { name: 'reason', wrap: true },
  ];
  return (
    <ListPanel<Row, typeof eventSubject>
      subject={eventSubject}
      list={list}
      columns={columns}
      empty={<EmptyState title={t('groupEvent.empty')} hint={t('groupEvent.emptyHint')} />}
    />
  );
}
