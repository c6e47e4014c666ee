import { pick, type Language, type LocalText } from '#kit/common/language.ts';

const outside: LocalText = { zh_CN: '（管理范围外）', en_US: '(outside your range)', ja_JP: '（管理範囲外）' };

/**
 * What stands for the name of somebody or something that the caller does not see. Names by id come with it from the Directory (`seenBy`);
 * names that were kept elsewhere get it by `namesSeen` (names-seen.ts).
 */
export const outsideWord = (language: Language): string => pick(outside, language);
