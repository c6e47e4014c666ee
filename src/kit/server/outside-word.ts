import { pick, type Language, type LocalText } from '#kit/common/language.ts';
import type { Range } from './caller.ts';

const outside: LocalText = { zh_CN: '（管理范围外）', en_US: '(outside your range)', ja_JP: '（管理範囲外）' };

/**
 * Replacement for a name that the caller may not see. Names by id come with it from the Directory (`seenBy`);
 * names that were kept elsewhere get it by `namesSeen` (names-seen.ts).
 */
export const outsideWord = (language: Language): string => pick(outside, language);

/** Names by id, with the word for those of these ids that have none in a range that is not everything. */
export function orOutside(
  names: ReadonlyMap<string, string>,
  ids: readonly string[],
  { range, language }: { range: Range; language: Language },
): Map<string, string> {
  const word = outsideWord(language);
  return new Map(ids.flatMap((id) => (names.has(id) || !range.all ? [[id, names.get(id) ?? word] as const] : [])));
}
