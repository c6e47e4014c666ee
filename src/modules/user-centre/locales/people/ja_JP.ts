import type { zh_CN } from './zh_CN.ts';

/** Texts of merging, filters, settings and files of departments. */
export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'error.12008': '部門を統合できません: {reason}',
  'job.mergeDepartments': '部門を「{name}」に統合',
};
