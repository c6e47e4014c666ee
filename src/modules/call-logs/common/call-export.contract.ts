import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';
import { callFilters } from './call.contract.ts';
import { callsPage } from './permissions.ts';

/** Calls of one file at most. */
export const mostExported = 500_000;

/** Writes calls to a file, without their bodies; the job's result is `{ fileId, rows }`. */
export const callExport = endpoint({
  method: 'POST',
  path: 'mas/call/export',
  summary: 'Exports calls to xlsx or csv under the filters of the list, without bodies; at most 500,000',
  access: { code: callsPage.button.export },
  scope: 'department',
  audit: 'call.export',
  waits: 'unseen',
  subject: 'call',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx'), filter: z.strictObject(callFilters).default({}) }),
  reply: z.object({ jobId: id() }),
});
