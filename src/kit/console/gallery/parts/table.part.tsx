import { useEffect, useRef, type ReactElement } from 'react';
import { ActionButton } from '../../action/action-button.tsx';
import { RowActions } from '../../action/row-actions.tsx';
import { ListPanel } from '../../page/list-page.tsx';
import { useList, type List } from '../../page/use-list.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import type { Column } from '../../table/column.ts';
import { useT } from '../../i18n/use-t.ts';
import {
  emptyList,
  failingList,
  fewList,
  longList,
  manyList,
  roomDelete,
  roomDisable,
  roomEnable,
  roomList,
  waitingList,
  type RoomRow,
} from '../room.contract.ts';
import { roomColumns } from '../room-columns.ts';
import { roomSubject } from '../room-subject.ts';
import { Specimen } from '../specimen.tsx';

const all: readonly Column<RoomRow, typeof roomSubject>[] = [
  { name: 'name', width: 120 },
  { name: 'code', as: 'code' },
  { name: 'names', as: 'local' },
  { name: 'state', as: 'enum' },
  { name: 'enabled' },
  { name: 'seats' },
  { name: 'recordings', as: 'bytes' },
  { name: 'openedOn', as: 'day' },
  { name: 'checkedAt', as: 'time' },
  { name: 'owner', as: 'names' },
  { name: 'features', as: 'enum', cell: (row) => <Features row={row} /> },
  { name: 'note', wrap: true, width: 240 },
  { name: 'updatedAt', as: 'time', optional: true },
];

function Features({ row }: { row: RoomRow }): ReactElement {
  const t = useT('gallery');
  return <>{row.features.map((one) => t(`room.features.${one}`)).join(' · ')}</>;
}

/** Tables in every state that a list can be in. */
export default function TablePart(): ReactElement {
  const t = useT('gallery');
  const plain = useList(fewList, { name: 'plain.' });
  const wide = useList(roomList, { name: 'wide.' });
  const picked = useList(fewList, { inAddress: false });
  const long = useList(longList, { inAddress: false });
  const many = useList(manyList, { name: 'many.' });
  const empty = useList(emptyList, { inAddress: false });
  const failing = useList(failingList, { inAddress: false });
  const waiting = useList(waitingList, { inAddress: false });
  usePicked(picked);
  return (
    <>
      <Specimen title="table.plain">
        <ListPanel subject={roomSubject} list={plain} columns={roomColumns} />
      </Specimen>
      <Specimen title="table.wide">
        <ListPanel
          subject={roomSubject}
          list={wide}
          columns={all}
          onOpen={() => undefined}
          bulk={() => null}
          rowActions={(row) => (
            <RowActions name={row.name}>
              <ActionButton type="text" endpoint={roomEnable} input={{ ids: [row.id] }} names={[row.name]} invalidates={[roomList]} />
              <ActionButton type="text" endpoint={roomDelete} input={{ ids: [row.id] }} names={[row.name]} />
            </RowActions>
          )}
        />
      </Specimen>
      <Specimen title="table.picked">
        <ListPanel
          subject={roomSubject}
          list={picked}
          columns={roomColumns}
          bulk={({ ids, rows, clear }) => (
            <>
              <ActionButton
                endpoint={roomDisable}
                input={{ ids: [...ids] }}
                names={rows.map(({ name }) => name)}
                invalidates={[fewList]}
                onDone={clear}
              />
              <ActionButton endpoint={roomDelete} input={{ ids: [...ids] }} names={rows.map(({ name }) => name)} confirm="type" />
            </>
          )}
        />
      </Specimen>
      <Specimen title="table.long">
        <ListPanel subject={roomSubject} list={long} columns={all} onOpen={() => undefined} />
      </Specimen>
      <Specimen title="table.many">
        <ListPanel subject={roomSubject} list={many} columns={roomColumns} />
      </Specimen>
      <Specimen title="table.empty">
        <ListPanel subject={roomSubject} list={empty} columns={roomColumns} />
      </Specimen>
      <Specimen title="table.emptyOwn">
        <ListPanel
          subject={roomSubject}
          list={empty}
          columns={roomColumns}
          empty={<EmptyState title={t('table.noRooms')} hint={t('table.noRoomsHint')} />}
        />
      </Specimen>
      <Specimen title="table.failing">
        <ListPanel subject={roomSubject} list={failing} columns={roomColumns} />
      </Specimen>
      <Specimen title="table.waiting">
        <ListPanel subject={roomSubject} list={waiting} columns={roomColumns} />
      </Specimen>
    </>
  );
}

/** Some rows are selected from the start. */
function usePicked(list: List<RoomRow>): void {
  const { rows, selection } = list;
  const done = useRef(false);
  useEffect(() => {
    if (done.current || rows.length === 0) return;
    done.current = true;
    selection.set(
      rows,
      rows.slice(1, 4).map(({ id }) => id),
    );
  }, [rows, selection]);
}
