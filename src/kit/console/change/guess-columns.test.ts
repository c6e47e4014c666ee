import { expect, test } from 'vitest';
import { guessColumns, type SheetColumn } from './guess-columns.ts';

const columns = ['account', 'name', 'department', 'email', 'mobile', 'remark'].map((name) => ({ name, label: `The ${name}` }));
const sheet = (...titles: [title: string, ...samples: string[]][]): SheetColumn[] =>
  titles.map(([title, ...samples]) => ({ title, samples }));

test('A column is known by its title, by what such columns are often called, and by its values; each once', () => {
  expect(guessColumns(columns, sheet(['Full name'], ['Login'], ['Department'], ['The E-mail'], ['Nonsense']))).toEqual([
    'name',
    'account',
    'department',
    'email',
    undefined,
  ]);
  expect(guessColumns(columns, sheet(['A', 'ann@c.example', 'ben@c.example'], ['B', '13700000001'], ['C', 'x', 'y'], ['D', '']))).toEqual([
    'email',
    'mobile',
    undefined,
    undefined,
  ]);
  expect(guessColumns(columns, sheet(['姓名'], ['手机号'], ['メール'], ['Mail']))).toEqual(['name', 'mobile', 'email', undefined]);
});
