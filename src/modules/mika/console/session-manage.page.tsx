import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { sessionList, type SessionRow } from '../common/session.contract.ts';
import './mika.css';
import { sessionSubject } from './subjects.ts';
import { stateColours } from './talk/state-colours.ts';

const SessionReader = later('mika-session', async () => (await import('./talk/session-reader.tsx')).SessionReader);
const waits = [1, 5, 15];
const lookEvery = 5_000;

/** Sessions that are going on; those that wait for a person first. */
export default function SessionManagePage(): ReactElement {
  const t = useT('mika');
  const list = useList(sessionList, { searchKey: 'text' });
  const chosen = useChosen();
  const { page, size, sort } = list.state;
  // The same reading as the list's, again and again.
  useRead(sessionList, { ...list.asked, pageNum: page, pageSize: size, ...(sort !== undefined && { sort }) } as object, {
    every: lookEvery,
  });
  const columns: readonly Column<SessionRow, typeof sessionSubject>[] = [
    { name: 'employeeName', sortable: false },
    { name: 'departmentName', sortable: false, optional: true },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={stateColours[state]}>{t(`mikaSession.state.${state}`)}</Tag> },
    { name: 'waitingSince', as: 'time' },
    { name: 'sceneName', sortable: false },
    { name: 'waitingFor', sortable: false },
    { name: 'filled', as: 'number', sortable: false, optional: true },
    { name: 'turns', as: 'number' },
    { name: 'failures', as: 'number', sortable: false },
    { name: 'takenByName', sortable: false },
    { name: 'startedAt', as: 'time' },
  ];
  return (
    <>
      <ListPanel<SessionRow, typeof sessionSubject>
        subject={sessionSubject}
        list={list}
        columns={columns}
        onOpen={({ id }) => chosen.show(id)}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
            <PickFilter list={list} name="departmentId">
              <DepartmentPicker />
            </PickFilter>
            <ChoiceFilter
              list={list}
              name="waitingMinutes"
              options={waits.map((n) => ({ value: n, label: t('session.minutes', { n }) }))}
            />
          </>
        }
        empty={<EmptyState title={t('mikaSession.empty')} hint={t('mikaSession.emptyHint')} />}
      />
      {chosen.id !== undefined && <SessionReader id={chosen.id} onClose={chosen.close} />}
    </>
  );
}
