import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import {
  codeText,
  count,
  day,
  email,
  id,
  ids,
  longText,
  mobile,
  pageOf,
  pageQuery,
  stamps,
  text,
  time,
  version,
} from '#kit/common/schema.ts';
import { galleryPage as page } from './gallery-permissions.ts';

/** What may be the matter with a room. */
export const roomStates = ['active', 'disabled', 'repair'] as const;
/** What a room may have. */
export const roomFeatures = ['screen', 'phone', 'board', 'camera'] as const;

/** A room: one field for each way in which a table shows a value. */
export const roomRow = z.object({
  ...stamps,
  name: z.string(),
  code: z.string(),
  names: localText(),
  state: z.enum(roomStates),
  enabled: z.boolean(),
  seats: z.int(),
  recordings: z.int(),
  openedOn: day(),
  checkedAt: time().nullable(),
  owner: z.object({ id: id(), name: z.string() }).nullable(),
  features: z.array(z.enum(roomFeatures)),
  note: z.string(),
});
/** A room. */
export type RoomRow = z.output<typeof roomRow>;

const access = { code: page.code } as const;

const listAt = (path: string) =>
  endpoint({
    method: 'GET',
    path: `gallery/${path}/list`,
    summary: 'Rooms',
    access,
    scope: 'none',
    input: pageQuery(['name', 'seats', 'checkedAt'] as const).extend({
      text: z.string().trim().max(100).optional(),
      state: z.array(z.enum(roomStates)).max(3).optional(),
      feature: z.enum(roomFeatures).optional(),
      enabled: z.boolean().optional(),
      openedFrom: day().optional(),
      openedTo: day().optional(),
      from: time().optional(),
      to: time().optional(),
      ownerId: id().optional(),
      withDisabled: z.boolean().default(true),
    }),
    reply: pageOf(roomRow).extend({ estimated: z.boolean().optional() }),
  });

/** Rooms as they usually are. */
export const roomList = listAt('room');
/** A few rooms. */
export const fewList = listAt('few');
/** Rooms with texts of every length. */
export const longList = listAt('long');
/** More rooms than anybody counts. */
export const manyList = listAt('many');
/** No room at all. */
export const emptyList = listAt('empty');
/** Rooms that nobody may read. */
export const failingList = listAt('failing');
/** Rooms that never arrive. */
export const waitingList = listAt('waiting');

/** One room. */
export const roomGet = endpoint({
  method: 'GET',
  path: 'gallery/room/get',
  summary: 'One room',
  access,
  scope: 'none',
  input: z.object({ id: id() }),
  reply: roomRow,
});

const tryAt = (path: string) =>
  endpoint({
    method: 'POST',
    path: `gallery/room/${path}`,
    summary: 'Says what a change would touch',
    access: { code: page.button.update },
    scope: 'none',
    audit: `gallery.${path}`,
    dryRun: true,
    input: z.strictObject({ id: id() }),
    reply: z.null(),
  });

/** A change that touches people. */
export const tryLoud = tryAt('tryLoud');
/** A change that changes nothing. */
export const tryNothing = tryAt('tryNothing');
/** A change of which nobody can say what it touches. */
export const tryFailing = tryAt('tryFailing');

/** What is entered for a room: one field for each kind of input. */
export const roomDraft = z.strictObject({
  name: text(100),
  code: codeText(32),
  names: localText(60),
  note: longText(500).default(''),
  seats: z.int().min(1).max(500),
  enabled: z.boolean().default(true),
  state: z.enum(roomStates).default('active'),
  kind: z.enum(['meeting', 'training', 'phone']).nullable().default(null),
  features: z.array(z.enum(roomFeatures)).default([]),
  tags: z.array(text(30)).max(20).default([]),
  openedOn: day().nullable().default(null),
  checkedAt: time().nullable().default(null),
  opensAt: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .nullable()
    .default(null),
  email: email().nullable().default(null),
  mobile: mobile().nullable().default(null),
  password: z.string().min(8).max(64).nullable().default(null),
  ownerId: id().nullable().default(null),
  departmentIds: z.array(id()).max(50).default([]),
  crowdIds: z.array(id()).max(50).default([]),
});

/** Makes a room. */
export const roomAdd = endpoint({
  method: 'POST',
  path: 'gallery/room/add',
  summary: 'Makes a room',
  access: { code: page.button.add },
  scope: 'none',
  audit: 'gallery.add',
  input: roomDraft,
  reply: z.object({ id: id() }),
});

/** A change of a room: the version that was read, and the changed fields only. */
export const roomChange = z.strictObject({ id: id(), version: version(), ...z.object(roomDraft.shape).partial().shape });

/** Changes a room. */
export const roomUpdate = endpoint({
  method: 'POST',
  path: 'gallery/room/update',
  summary: 'Changes a room',
  access: { code: page.button.update },
  scope: 'none',
  audit: 'gallery.update',
  input: roomChange,
  reply: roomRow,
});

const bulk = (verb: 'delete' | 'enable' | 'disable' | 'test', more: { stepUp?: true } = {}) =>
  endpoint({
    method: 'POST',
    path: `gallery/room/${verb}`,
    summary: `${verb}s rooms`,
    access: { code: page.button[verb] },
    scope: 'none',
    audit: `gallery.${verb}`,
    input: z.strictObject({ ids: ids() }),
    reply: count(),
    ...more,
  });

/** Deletes rooms: dangerous. */
export const roomDelete = bulk('delete');
/** Enables rooms. */
export const roomEnable = bulk('enable');
/** Disables rooms; some of them are left as they are. */
export const roomDisable = bulk('disable');
/** Asks for the password. */
export const roomTest = bulk('test', { stepUp: true });
/** Nobody is granted this. */
export const roomPurge = endpoint({
  method: 'POST',
  path: 'gallery/room/purge',
  summary: 'Deletes rooms for good',
  access: { code: `${page.code}:purge` },
  scope: 'none',
  audit: 'gallery.purge',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
});

/** Exports rooms as a job. */
export const roomExport = endpoint({
  method: 'POST',
  path: 'gallery/room/export',
  summary: 'Exports rooms',
  access: { code: page.button.export },
  scope: 'none',
  audit: 'gallery.export',
  input: z.strictObject({
    format: z.enum(['xlsx', 'csv']).optional(),
    ids: ids().optional(),
    filter: z.record(z.string(), z.json()).optional(),
  }),
  reply: z.object({ jobId: id() }),
});

/** Reads a file into a plan. */
export const roomImport = endpoint({
  method: 'POST',
  path: 'gallery/room/import',
  summary: 'Reads a file of rooms into a plan',
  access: { code: page.button.import },
  scope: 'none',
  audit: 'gallery.import',
  input: z.strictObject({ fileId: id() }),
  reply: z.object({ jobId: id() }),
});

/** An empty file to fill in. */
export const roomTemplate = endpoint({
  method: 'GET',
  path: 'gallery/room/template',
  summary: 'An empty file of rooms',
  access: { code: page.button.import },
  scope: 'none',
  answer: 'raw',
  input: z.object({}),
  reply: z.unknown(),
});
