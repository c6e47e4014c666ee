import { useEffect, useRef, type ReactElement } from 'react';
import { ChoiceFilter } from '../../page/choice-filter.tsx';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter, TimeFilter, UsualFilter } from '../../page/filters.tsx';
import { ListPanel } from '../../page/list-page.tsx';
import { useWords } from '../../page/subject.ts';
import { useList, type List } from '../../page/use-list.ts';
import { EmployeePicker } from '../../pickers/pickers.tsx';
import { fewList, roomList, roomStates, type RoomRow } from '../room.contract.ts';
import { roomColumns } from '../room-columns.ts';
import { roomSubject } from '../room-subject.ts';
import { Specimen } from '../specimen.tsx';

/** Filters of every kind; what they say stands in the address. */
export default function FiltersPart(): ReactElement {
  const list = useList(roomList);
  const words = useWords(roomSubject);
  const nothing = useList(fewList, { inAddress: false });
  useFilter(nothing, 'xyz');
  return (
    <>
      <Specimen title="filters.all">
        <ListPanel
          subject={roomSubject}
          list={list}
          columns={roomColumns}
          filters={
            <>
              <SearchFilter list={list} name="text" />
              <EnumFilter list={list} name="state" />
              <EnumFilter list={list} name="feature" />
              <EnumFilter list={list} name="enabled" />
              <UsualFilter list={list} name="withDisabled" />
              <MoreFilters list={list} names={['openedFrom', 'openedTo', 'from', 'to', 'state', 'ownerId']}>
                <TimeFilter list={list} from="openedFrom" to="openedTo" />
                <TimeFilter list={list} from="from" to="to" />
                <ChoiceFilter
                  list={list}
                  name="state"
                  options={roomStates.map((value) => ({ value, label: words.value('state', value) }))}
                />
                <PickFilter list={list} name="ownerId">
                  <EmployeePicker />
                </PickFilter>
              </MoreFilters>
            </>
          }
        />
      </Specimen>
      <Specimen title="filters.nothing">
        <ListPanel subject={roomSubject} list={nothing} columns={roomColumns} filters={<SearchFilter list={nothing} name="text" />} />
      </Specimen>
    </>
  );
}

/** Something is searched for from the start. */
function useFilter({ move }: List<RoomRow>, text: string): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    move({ filters: { text } });
  }, [move, text]);
}
