import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time } from '#kit/common/schema.ts';
import { operationLog } from './permissions.ts';
import { archiveOf, paging, sliceOf } from './slice.ts';

/** What is looked at. */
export const readAreas = [
  'operationLog',
  'loginLog',
  'readLog',
  'seal',
  'message',
  'file',
  'secret',
  'export',
  'unmask',
  'viewAs',
  'archive',
] as const;

const Row = z.object({
  id: id(),
  at: time(),
  uid: z.string(),
  name: z.string(),
  account: z.string(),
  area: z.enum(readAreas),
  /** What it was narrowed by, in words of the reader's language. */
  what: z.string(),
  query: z.record(z.string(), z.json()),
  rowsSeen: z.int(),
  /** How often the same was asked for within five minutes. */
  count: z.int(),
  objectIds: z.array(z.string()),
  fileId: id().nullable(),
  bytes: z.int().nullable(),
  reason: z.string().nullable(),
  address: z.string(),
  requestId: z.string(),
});
export type ReadView = z.output<typeof Row>;

/** Who looked at what, the newest first; without `reads` only one's own. */
export const readList = endpoint({
  method: 'GET',
  path: 'logs/read/list',
  summary: 'Who read, exported or unmasked what, newest first; own rows without the right to see those of others',
  access: { anyOf: [operationLog.button.reads, operationLog.code] },
  scope: 'employee',
  input: z.object({
    from: time().optional(),
    to: time().optional(),
    uid: id().optional(),
    area: z.array(z.enum(readAreas)).max(readAreas.length).optional(),
    archive: archiveOf(),
    ...paging,
  }),
  reply: sliceOf(Row),
});
