import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time, version } from '#kit/common/schema.ts';
import { fileSecurity } from './permissions.ts';

/** What else holds for all files. */
export const fileSettingsFields = z.object({
  /** So many days a code leads to its decision. */
  decisionDays: z.int().min(7).max(180),
});

const document = z.object({ id: id(), version: version(), updatedAt: time(), updatedBy: z.string(), ...fileSettingsFields.shape });

/** What else holds for all files. */
export const fileSettingsGet = endpoint({
  method: 'GET',
  path: 'security/file/settings/get',
  access: { code: fileSecurity.code },
  scope: 'none',
  input: z.object({}),
  reply: document,
  summary: 'How long codes lead to their decisions',
});

/** Changes what else holds for all files. */
export const fileSettingsUpdate = endpoint({
  method: 'POST',
  path: 'security/file/settings/update',
  access: { code: fileSecurity.button.settings },
  scope: 'site',
  audit: 'fileSettings.update',
  dryRun: true,
  input: z.strictObject({ version: version(), ...fileSettingsFields.partial().shape }),
  reply: document,
  summary: 'Changes how long codes lead to their decisions',
});
