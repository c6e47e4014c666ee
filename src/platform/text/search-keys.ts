import { createRequire } from 'node:module';
import type * as PinyinPro from 'pinyin-pro';
import { foldText, grams } from './grams.ts';

/** Search keys of a name; all lower case. */
export interface SearchKeys {
  /** Syllables without spaces (`zhangsan`), for a prefix search of the whole; ü is v. */
  readonly pinyin: string;
  /** First letter of each syllable or word (`zs`). */
  readonly initials: string;
  /** 1- and 2-grams of the name. */
  readonly grams: string[];
  /** Syllables with spaces (`zhang san`): orders Chinese names rightly (xi an before xian). */
  readonly sort: string;
}

let read: typeof PinyinPro.pinyin | undefined;
/** The dictionary is large, and is loaded with the first Chinese name that is written. */
function pinyin(): typeof PinyinPro.pinyin {
  read ??= (createRequire(import.meta.url)('pinyin-pro') as typeof PinyinPro).pinyin;
  return read;
}

const han = /\p{Script=Han}/u;
// Letters and digits; marks belong to the letter before them, the long-vowel sign to the kana.
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u30fc]*/gu;

function syllablesOf(text: string, isPerson: boolean): string[] {
  const all: string[] = [];
  for (const word of text.match(words) ?? []) {
    if (!han.test(word)) {
      all.push(word);
      continue;
    }
    // Only the head of the whole name is a surname: 单 in the middle of one reads dan.
    const surname = isPerson && all.length === 0 ? 'head' : 'off';
    const spoken = pinyin()(word, { toneType: 'none', type: 'array', v: true, surname, nonZh: 'consecutive' });
    for (const syllable of spoken) all.push(...(syllable.toLowerCase().match(words) ?? []));
  }
  return all;
}

const known = new Map<string, string>();
const mostKnown = 100_000;

/** How a single Han character is read when it stands alone, without tone (ü is v); of any other character itself. */
export function syllableOf(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const read = han.test(character) ? (syllablesOf(character, false)[0] ?? character) : character;
  if (known.size < mostKnown) known.set(character, read);
  return read;
}

const firstOf = (syllable: string): string => {
  const code = syllable.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/**
 * Search keys of a name. A reading (pinyin or kana, syllables or words apart) replaces what would be guessed. Surnames are read as
 * surnames (单 shan, 曾 zeng, 尉迟 yu chi) unless the name is not a person's. Kana come out as hiragana, Latin stays Latin.
 */
export function searchKeys(name: string, reading?: string, kind: 'person' | 'other' = 'person'): SearchKeys {
  const given = reading === undefined ? '' : foldText(reading);
  const spoken =
    given === ''
      ? foldText(name)
      : given
          .normalize('NFD')
          .replace(/\u0308/g, 'v')
          .replace(/uv/g, 'v')
          .replace(/[\u0300-\u0304\u030c]/g, '')
          .normalize('NFC');
  const syllables = syllablesOf(spoken, kind === 'person');
  return {
    pinyin: syllables.join(''),
    initials: syllables.map(firstOf).join(''),
    grams: grams(name),
    sort: syllables.join(' '),
  };
}
