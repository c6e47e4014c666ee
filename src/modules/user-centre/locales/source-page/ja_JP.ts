import type { zh_CN } from './zh_CN.ts';

/** Texts of the pages of sources. */
export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'source.new': 'ソースを追加',
};
