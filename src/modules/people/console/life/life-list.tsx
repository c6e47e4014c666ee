import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { nothing } from '#kit/console/table/cell.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { lifeList, type LifeRow } from '../../common/life/life.contract.ts';
import { life } from '../subjects.ts';
import { Countdown } from './countdown.tsx';
import { EventActions } from './event-actions.tsx';
import './life.css';

const EventDrawer = later('life-event', async () => (await import('./event-drawer.tsx')).EventDrawer);

/** What still has its moment before it. */
const ahead: readonly string[] = ['planned', 'waiting'];

const columns: readonly Column<LifeRow, typeof life>[] = [
  {
    name: 'name',
    sortable: false,
    width: 190,
    cell: ({ name, account }) => (
      <span className="ul-name">
        {name}
        <small>{account}</small>
      </span>
    ),
  },
  { name: 'kind', as: 'enum', sortable: false },
  { name: 'state', as: 'enum', sortable: false },
  { name: 'at', width: 190, cell: ({ at, state }) => <Countdown at={at} open={ahead.includes(state)} /> },
  { name: 'steps', sortable: false, cell: ({ steps, stepsDone }) => (steps === 0 ? nothing : `${stepsDone}/${steps}`) },
  { name: 'trouble', sortable: false, wrap: true },
  { name: 'departmentName', sortable: false, optional: true },
  { name: 'reason', sortable: false, optional: true },
  { name: 'by', sortable: false, optional: true },
];

interface LifeListProps {
  departmentId: string | undefined;
  /** Shows the person, where there is nothing more to show than that. */
  onOpen: (id: string) => void;
}

/** Who begins later, is quarantined, or is planned to move or leave, the next first; and what was done, for who asks for it. */
export function LifeList({ departmentId, onOpen }: LifeListProps): ReactElement {
  const t = useT('user-centre');
  const [event, setEvent] = useState<string>();
  const fixed = departmentId === undefined ? {} : { departmentId };
  const list = useList(lifeList, { name: 'life', searchKey: 'text', fixed });
  return (
    <>
      <ListPanel
        subject={life}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="state" />
            <TimeFilter list={list} from="from" to="to" />
          </>
        }
        rowActions={(row) => <EventActions row={row} />}
        onOpen={({ id, employeeId }) => (id === employeeId ? onOpen(employeeId) : setEvent(id))}
        empty={<EmptyState title={t('life.none')} hint={t('life.noneHint')} />}
      />
      {event !== undefined && <EventDrawer id={event} onClose={() => setEvent(undefined)} />}
    </>
  );
}
