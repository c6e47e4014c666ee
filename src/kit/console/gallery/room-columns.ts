import type { Column } from '../table/column.ts';
import type { RoomRow } from './room.contract.ts';
import type { roomSubject } from './room-subject.ts';

/** A few columns of rooms. */
export const roomColumns: readonly Column<RoomRow, typeof roomSubject>[] = [
  { name: 'name' },
  { name: 'state', as: 'enum' },
  { name: 'seats' },
];
