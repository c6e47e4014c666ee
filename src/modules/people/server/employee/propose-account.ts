import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { searchKeys } from '#platform/text/search-keys.ts';

/** Chinese surnames of two characters that are common enough to meet. */
const doubleSurname =
  /^(?:欧阳|歐陽|上官|司马|司馬|东方|東方|独孤|南宫|闻人|夏侯|诸葛|諸葛|尉迟|尉遲|公羊|赫连|澹台|皇甫|宗政|濮阳|太叔|申屠|公孙|公孫|慕容|钟离|鍾離|长孙|長孫|宇文|司徒|鲜于|司空|令狐|端木)/;

const onlyHan = /^[\p{Script=Han}·・\s]+$/u;

/** Latin letters that have no base letter of their own. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßøæœłđðþ]/g, (letter) => spelled[letter] ?? '');

/** How many proposals with the same stem are tried: `li.ming`, `li.ming2`, … */
const tries = 99;

/**
 * Returns the stem of an account: of a Chinese name the surname and the given name in pinyin (`tian.haoran`), else the words of the name
 * (`margaret.clarke`). Undefined where that is not Latin, as in kana; and for readers of Japanese, who do not read Chinese characters as pinyin.
 */
export function accountStem(name: string, language: Language, reading?: string): string | undefined {
  const isHan = onlyHan.test(name);
  if (isHan && language === 'ja_JP' && reading === undefined) return undefined;
  const words = searchKeys(name, reading).sort.split(' ').filter(Boolean).map(plain);
  if (words.length === 0 || !words.every((word) => /^[a-z0-9]+$/.test(word))) return undefined;
  if (!isHan || reading !== undefined) return words.join('.').slice(0, 60);
  const family = doubleSurname.test(name.trim()) ? 2 : 1;
  return [words.slice(0, family).join(''), words.slice(family).join('')].filter(Boolean).join('.').slice(0, 60);
}

/** An account of this stem that nobody has or had not long ago; null where all are taken. */
export async function freeAccount(db: Db, stem: string): Promise<string | null> {
  const requests = Array.from({ length: tries }, (_, at) => (at === 0 ? stem : `${stem}${at + 1}`));
  const { rows } = await sql<{ key: string }>`select w.key from unnest(${requests}::text[]) with ordinality as w(key, at)
    where not exists (select from employee p where p.account_key = w.key collate "C")
      and not exists (select from account_reserved a where a.digest = encode(sha256(convert_to(w.key, 'UTF8')), 'hex') and a.until_at > ${clock.now()})
    order by w.at limit 1`.execute(db);
  return rows[0]?.key ?? null;
}
