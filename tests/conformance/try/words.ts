import { wordSettingGet } from '../../../src/modules/sensitive-words/common/word-list.contract.ts';
import type { TrySample } from './samples.ts';

/** Inputs of writes to sensitive words. */
export const wordTries: Readonly<Record<string, TrySample>> = {
  'im/word/setting/update': async (house) => ({ version: (await house.boss.call(wordSettingGet, {})).version, evidenceDays: 30 }),
};
