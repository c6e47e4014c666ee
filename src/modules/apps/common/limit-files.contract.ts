import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';
import { versionUserPage } from './permissions.ts';

const job = { method: 'POST', scope: 'department', waits: 'unseen', subject: 'appVersion', reply: z.object({ jobId: id() }) } as const;

/** Limit users of a version as a file. */
export const limitUserExport = endpoint({
  ...job,
  path: 'mam/limitUser/export',
  access: { code: versionUserPage.button.export },
  audit: 'limitUser.export',
  input: z.strictObject({ versionId: id(), format: z.enum(['xlsx', 'csv']) }),
  summary: 'Writes the limit users of a version to a file, as a job',
});
/** People for or against whom a version is, from a file. */
export const limitUserImport = endpoint({
  ...job,
  path: 'mam/limitUser/import',
  access: { code: versionUserPage.button.import },
  audit: 'limitUser.import',
  input: z.strictObject({ versionId: id(), fileId: id() }),
  summary: 'Reads accounts (and who of them is left out) from a file into a plan that makes them limit users of a version',
});
