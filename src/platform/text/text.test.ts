import { expect, test } from 'vitest';
import { cleanName, invisibleAt, normaliseAccount } from './clean-text.ts';
import { foldText, grams, queryGrams } from './grams.ts';
import { searchKeys } from './search-keys.ts';

test.each([
  ['张三', 'zhangsan', 'zs'],
  ['单雄信', 'shanxiongxin', 'sxx'],
  ['曾国藩', 'zengguofan', 'zgf'],
  ['尉迟恭', 'yuchigong', 'ycg'],
  ['欧阳修', 'ouyangxiu', 'oyx'],
  ['吕布', 'lvbu', 'lb'],
  ['李John', 'lijohn', 'lj'],
  ['John Smith', 'johnsmith', 'js'],
  ['ＪＯＨＮ　Ｓｍｉｔｈ', 'johnsmith', 'js'],
  ['买买提·艾力', 'maimaitiaili', 'mmtal'],
  ['やまだ タロウ', 'やまだたろう', 'やた'],
  ['ｻﾄｰ ﾊﾅ', 'さとーはな', 'さは'],
  ['张三2', 'zhangsan2', 'zs2'],
  ['O’Brien-Łukasz', 'obrienłukasz', 'obł'.slice(0, 0) + 'obł'],
  ['', '', ''],
  ['😀', '', ''],
])('%s is found by %s and %s', (name, pinyin, initials) => {
  expect(searchKeys(name)).toMatchObject({ pinyin, initials });
});

test('a reading replaces the guess; a department is not read as a surname', () => {
  expect(searchKeys('山田太郎', 'ヤマダ タロウ')).toMatchObject({ pinyin: 'やまだたろう', initials: 'やた' });
  expect(searchKeys('曾子墨', 'Zēng Zǐ Mò')).toMatchObject({ pinyin: 'zengzimo', initials: 'zzm', sort: 'zeng zi mo' });
  expect(searchKeys('吕布', 'lǚ bù')).toMatchObject({ pinyin: 'lvbu' });
  expect(searchKeys('山田ガク', 'ガク').pinyin).toBe('がく');
  expect(searchKeys('单证部', undefined, 'other').pinyin).toBe('danzhengbu');
  expect(searchKeys('单证部').pinyin).toBe('shanzhengbu');
});

test('names sort by syllable', () => {
  const names = ['先锋', '西安', '夏天'];
  expect(names.toSorted((a, b) => (searchKeys(a, undefined, 'other').sort < searchKeys(b, undefined, 'other').sort ? -1 : 1))).toEqual([
    '西安',
    '夏天',
    '先锋',
  ]);
});

test('grams hold each character and each pair once, whole code points, within words', () => {
  expect(grams('张三三')).toEqual(['张', '三', '张三', '三三']);
  expect(grams('A𠮷b')).toEqual(['a', '𠮷', 'a𠮷', 'b', '𠮷b']);
  expect(grams('ab c')).toEqual(['a', 'b', 'ab', 'c']);
  expect(grams('  ')).toEqual([]);
});

test('every part of a name finds it through the grams of the query', () => {
  const name = '欧阳 ワタナベ𠮷Ａｂ';
  const held = new Set(grams(name));
  const characters = [...foldText(name)];
  for (let from = 0; from < characters.length; from += 1) {
    for (let to = from + 1; to <= characters.length; to += 1) {
      const part = characters.slice(from, to).join('');
      expect(queryGrams(part).every((gram) => held.has(gram))).toBe(true);
    }
  }
  expect(queryGrams('张三')).toEqual(['张三']);
  expect(queryGrams('张')).toEqual(['张']);
  expect(queryGrams('三张').every((gram) => new Set(grams('张三')).has(gram))).toBe(false);
});

test('accounts that differ in case, width or outer space are one; invisible ones are refused with the position', () => {
  expect(normaliseAccount(' Ｚhang.San ')).toBe('zhang.san');
  expect(normaliseAccount('ZHANG.SAN')).toBe('zhang.san');
  expect(normaliseAccount('é')).toBe(normaliseAccount('e\u0301'));
  expect(normaliseAccount(normaliseAccount('İstanbul'))).toBe(normaliseAccount('İstanbul'));
  for (const hidden of ['\u200b', '\u200d', '\u202e', '\u00ad', '\u2060', '\u3164', '\u0000', '\ufe0f', '\u{e0041}', '\ud800']) {
    expect(() => normaliseAccount(`𠮷a${hidden}b`)).toThrow(expect.objectContaining({ reason: 'invisible', position: 2 }));
  }
  expect(() => normaliseAccount(' \u3000 ')).toThrow(expect.objectContaining({ reason: 'empty' }));
});

test('a name loses what cannot be seen and keeps the rest', () => {
  expect(cleanName('  张\u200b三\t\r\n (总部)　东 ')).toBe('张三 (总部) 东');
  expect(cleanName('\u202eabc\ufeff')).toBe('abc');
  expect(cleanName('e\u0301ｱ')).toBe('éｱ');
  expect(invisibleAt('abc')).toBe(-1);
});
