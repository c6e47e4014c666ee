import { foldText, grams } from '#platform/text/grams.ts';
import { searchKeys } from '#platform/text/search-keys.ts';
import type { LocalDraft } from '#kit/common/language.ts';

/** What a person is found and ordered by. */
export interface PersonKeys {
  name_fold: string;
  pinyin: string;
  initials: string;
  sort_key: string;
  grams: string[];
}

/** The keys of a person's names; a reading (kana, pinyin) replaces what would be guessed from the name. */
export function personKeys(person: { name: string; nameEn: string | null; alias: string | null; nameReading: string | null }): PersonKeys {
  const own = searchKeys(person.name, person.nameReading ?? undefined);
  const names = [person.name, person.nameEn, person.alias].filter((name) => name !== null);
  return {
    name_fold: names.map((one) => foldText(one)).join('\n'),
    pinyin: own.pinyin,
    initials: own.initials,
    sort_key: own.sort,
    grams: names.length === 1 ? own.grams : [...new Set(names.flatMap(grams))],
  };
}

/** The keys of a department's names in all languages; pinyin of the first. */
export function departmentKeys(name: LocalDraft): Omit<PersonKeys, 'grams'> {
  const own = searchKeys(name.zh_CN, undefined, 'other');
  const names = [name.zh_CN, name.en_US, name.ja_JP].flatMap((one) => (one ? [foldText(one)] : []));
  return { name_fold: names.join('\n'), pinyin: own.pinyin, initials: own.initials, sort_key: own.sort };
}

/** An e-mail address in the form in which it must be unique. */
export const emailKey = (email: string | null): string | null => email?.toLowerCase() ?? null;
