import type { z } from 'zod';
import {
  emptyList,
  failingList,
  fewList,
  longList,
  manyList,
  roomAdd,
  roomDelete,
  roomDisable,
  roomEnable,
  roomFeatures,
  roomGet,
  roomList,
  roomStates,
  roomTemplate,
  roomTest,
  roomUpdate,
  tryFailing,
  tryLoud,
  tryNothing,
  waitingList,
  type RoomRow,
} from '../room.contract.ts';
import { people } from './people.ts';
import { oneDay, sampleId, sampleNow } from './sample-ids.ts';
import { Refused, serve } from './serve.ts';

const names = [
  ['海棠', 'Begonia', 'ベゴニア'],
  ['银杏', 'Ginkgo', 'イチョウ'],
  ['紫藤', 'Wisteria', '藤'],
  ['松柏', 'Cypress', '松柏'],
  ['白杨', 'Poplar', 'ポプラ'],
] as const;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function roomOf(number: number): RoomRow {
  const [zh_CN, en_US, ja_JP] = names[number % names.length] ?? names[0];
  const owner = people[number % people.length];
  const state = roomStates[number % 7 === 3 ? 1 : number % 11 === 5 ? 2 : 0] ?? 'active';
  return {
    id: sampleId(1, number),
    version: 1 + (number % 5),
    createdAt: sampleNow - (400 - number) * oneDay,
    createdBy: owner?.name ?? null,
    updatedAt: sampleNow - number * oneDay,
    updatedBy: null,
    name: `${zh_CN} ${String(101 + number)}`,
    code: `room_${101 + number}`,
    names: { zh_CN, en_US, ja_JP },
    state,
    enabled: state !== 'disabled',
    seats: 4 + ((number * 7) % 60),
    recordings: number % 4 === 0 ? 0 : 1_500 * 1024 ** (1 + (number % 3)) + number * 77,
    openedOn: dayOf(sampleNow - (900 - number * 3) * oneDay),
    checkedAt: number % 6 === 2 ? null : sampleNow - number * 37 * 3_600_000,
    owner: number % 8 === 6 || !owner ? null : { id: owner.id, name: owner.name },
    features: roomFeatures.filter((_, at) => (number + at) % 3 !== 0),
    note: number % 3 === 0 ? '需提前一天预约' : '',
  };
}

/** The rooms of the gallery; a change of one holds until the page is loaded again. */
const rooms: RoomRow[] = Array.from({ length: 63 }, (_, number) => roomOf(number));

const longRooms: RoomRow[] = [
  {
    ...roomOf(0),
    name: '集团总部研发大楼东区一层多功能报告厅与同声传译会议室（含贵宾休息室及设备间）'.repeat(2),
    code: 'a-very-long-code-without-any-place-to-break-it-0123456789-0123456789',
  },
  {
    ...roomOf(1),
    name: 'Donaudampfschifffahrtsgesellschaftskapitänskajütenbesprechungsraum',
    note: 'A note of several sentences. It says what nobody reads, and goes on for so long that no cell of a table has room for all of it. '.repeat(
      3,
    ),
  },
  { ...roomOf(2), name: '会', seats: 123_456, recordings: 9_876_543_210_123, features: [...roomFeatures] },
  {
    ...roomOf(3),
    name: '<b>not bold</b> & "quoted"',
    note: 'https://example.com/a/very/long/address/that/has/no/space?in=it&and=goes&on=for&ever=and&ever=amen',
  },
];

type ListInput = z.output<(typeof roomList)['input']>;

function listed(all: readonly RoomRow[], input: ListInput): { list: RoomRow[]; total: number; pages: number } {
  const text = input.text?.toLowerCase() ?? '';
  const fits = all.filter(
    (room) =>
      `${room.name} ${room.code} ${room.names.en_US}`.toLowerCase().includes(text) &&
      (input.state?.includes(room.state) ?? true) &&
      (input.feature === undefined || room.features.includes(input.feature)) &&
      (input.enabled === undefined || room.enabled === input.enabled) &&
      (input.withDisabled || room.enabled) &&
      (input.ownerId === undefined || room.owner?.id === input.ownerId) &&
      room.openedOn >= (input.openedFrom ?? '') &&
      room.openedOn <= (input.openedTo ?? '9999') &&
      room.updatedAt >= (input.from ?? 0) &&
      room.updatedAt <= (input.to ?? Infinity),
  );
  const field = input.sort?.replace('-', '');
  const sorted = field === undefined ? fits : fits.toSorted((one, other) => compare(Reflect.get(one, field), Reflect.get(other, field)));
  const ordered = input.sort?.startsWith('-') ? sorted.toReversed() : sorted;
  const from = (input.pageNum - 1) * input.pageSize;
  return { list: ordered.slice(from, from + input.pageSize), total: fits.length, pages: Math.ceil(fits.length / input.pageSize) };
}

const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' || typeof other === 'number' ? Number(one ?? 0) - Number(other ?? 0) : String(one).localeCompare(String(other));

function changed(id: string, fields: object): RoomRow {
  const at = rooms.findIndex((room) => room.id === id);
  const room = rooms[at];
  if (!room) throw new Refused(10404);
  const next: RoomRow = { ...room, ...fields, version: room.version + 1 };
  rooms[at] = next;
  return next;
}

function switched(ids: readonly string[], enabled: boolean): { count: number } {
  for (const id of ids) changed(id, { enabled, state: enabled ? 'active' : 'disabled' });
  return { count: ids.length };
}

/** Answers the calls about rooms. */
export function serveRooms(): void {
  serve(roomList, (input) => listed(rooms, input));
  serve(fewList, (input) => listed(rooms.slice(0, 6), input));
  serve(longList, (input) => listed(longRooms, input));
  serve(manyList, (input) => ({ ...listed(rooms.slice(0, 5), { ...input, pageNum: 1 }), total: 10_000, pages: 500, estimated: true }));
  serve(emptyList, () => ({ list: [], total: 0, pages: 0 }));
  serve(failingList, () => {
    throw new Refused(10502);
  });
  serve(waitingList, () => new Promise(() => undefined));
  serve(roomGet, ({ id }) => {
    const room = rooms.find((one) => one.id === id);
    if (!room) throw new Refused(10404);
    return room;
  });
  serve(roomAdd, () => ({ id: sampleId(1, 999) }));
  serve(roomUpdate, ({ id, version: _read, ...fields }) => changed(id, pickKnown(fields)), {
    current: ({ id }) => {
      const room = rooms.find((one) => one.id === id);
      return room && { ...room, version: room.version + 1, name: `${room.name} B`, seats: room.seats + 10, note: '已由他人修改' };
    },
  });
  serve(roomDelete, ({ ids }) => ({ count: ids.length }));
  serve(roomEnable, ({ ids }) => switched(ids, true));
  // One of several is out of range, so that the word afterwards is seen.
  serve(roomDisable, ({ ids }) => switched(ids.slice(0, Math.max(1, ids.length - 1)), false));
  serve(roomTest, ({ ids }) => ({ count: ids.length }));
  serve(tryLoud, () => null, {
    previewOf: () => ({ counts: { disable: 3 }, impact: { people: 1_204, loseSignIn: 12, signedOut: 5 }, operations: [] }),
  });
  serve(tryNothing, () => null, { previewOf: () => ({ counts: {}, impact: {}, operations: [] }) });
  serve(tryFailing, () => {
    throw new Refused(10502);
  });
  serve(roomTemplate, () => new Blob(['name,code,seats\n'], { type: 'text/csv' }));
}

/** Fields of the draft that a row has too. */
function pickKnown(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name in roomOf(0) && value !== undefined));
}
