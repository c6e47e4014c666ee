import { wordSettingGet } from '../common/word-list.contract.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

/** Inputs of writes to sensitive words. */
export const tries: Readonly<Record<string, TrySample>> = {
  'im/word/setting/update': async (house) => ({ version: (await house.boss.call(wordSettingGet, {})).version, evidenceDays: 30 }),
};
