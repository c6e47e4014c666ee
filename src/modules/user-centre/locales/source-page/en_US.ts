import type { zh_CN } from './zh_CN.ts';

/** Texts of the pages of sources. */
export const en_US: Record<keyof typeof zh_CN, string> = {
  'source.new': 'New source',
};
