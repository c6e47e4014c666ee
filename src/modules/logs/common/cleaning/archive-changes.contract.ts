import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { OperationLineRow } from '../operation-log.contract.ts';
import { operationLog } from '../permissions.ts';

/** Changes of a restored archive of the journal, as far as their objects lie in the range of the log. */
export const archiveChanges = endpoint({
  method: 'GET',
  path: 'logs/archive/changes',
  summary: 'Changes of a month whose journal was archived and is restored at present, newest first',
  access: { code: operationLog.code },
  scope: 'journal',
  input: z.object({
    id: id(),
    text: searchText().optional(),
    objectId: z.string().max(100).optional(),
    after: id().optional(),
    pageSize: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({
    list: z.array(OperationLineRow.extend({ at: time(), uid: z.string(), name: z.string(), address: z.string(), what: z.string() })),
    next: z.string().nullable(),
  }),
});
