import { integer } from '#kit/common/crud/fields.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { fileSecurity } from './permissions.ts';

/** What else holds for all files. */
export const fileSetting = settingContract({
  module: 'file-security',
  kind: 'fileSettings',
  path: 'security/file/settings',
  access: { read: fileSecurity.code, write: fileSecurity.button.settings },
  answers: 'editor',
  summary: { get: 'How long codes lead to their decisions', update: 'Changes how long codes lead to their decisions' },
  fields: {
    /** So many days a code leads to its decision. */
    decisionDays: integer(7, 180),
  },
});

/** Reads and changes what else holds for all files. */
export const { get: fileSettingsGet, update: fileSettingsUpdate } = fileSetting;
