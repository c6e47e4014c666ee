import type { zh_CN } from './zh_CN.ts';

/** Texts of merging, filters, settings and files of departments. */
export const en_US: Record<keyof typeof zh_CN, string> = {
  'error.12008': 'The departments can’t be merged: {reason}',
  'job.mergeDepartments': 'Merge departments into {name}',
};
