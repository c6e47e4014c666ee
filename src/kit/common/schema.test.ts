import { expect, test } from 'vitest';
import { searchText, text } from './schema.ts';

test('what is searched for is read without what nobody sees, and is as long as what is seen', () => {
  const pasted: [string, string][] = [
    ['\ufeff张三\u200b', '张三'],
    ['\u202aJohn\u202c \u2068Smith\u2069', 'John Smith'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['\t1001\r\n', '1001'],
    ['two\nlines', 'two lines'],
    ['1001\u0000', '1001'],
    ['\u200b\u200b', ''],
    ['葛\u{e0100}城\u3164', '葛城'],
    ['100%_\\', '100%_\\'],
    ['👩 é', '👩 é'],
  ];
  for (const [typed, meant] of pasted) expect(searchText().parse(typed)).toBe(meant);
  expect(searchText(3).safeParse('\u200babc\u200b').success).toBe(true);
  expect(searchText(3).safeParse('abcd').success).toBe(false);
  expect(searchText().min(1).safeParse('\ufeff').success).toBe(false);
});

test('a name is refused with the place of what nobody sees in it', () => {
  for (const unseen of ['\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff', '\n'])
    expect(text().safeParse(`张${unseen}三`).error?.issues).toMatchObject([{ params: { issue: 'characters', position: 2 } }]);
});
