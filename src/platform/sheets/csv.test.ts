import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import type { ReadCsvOptions } from './read-csv.ts';
import { neutralise, writeCsv } from './write-csv.ts';

async function read(source: Buffer | string, options?: ReadCsvOptions): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readCsv(Buffer.from(source), options)) rows.push(cells);
  return rows;
}
const gb = Buffer.from('d0d5c3fb2cb2bfc3c50d0ad5c5c8fd2cbcbccaf5b2bf0d0ac0eec4ee2cc7e9b1a8cbf90d0a', 'hex');
const sjis = Buffer.from(
  '96bc914f2c834a83690d0a8e52936391be98592c8384837d835f0d0a8db293a189d48e712cbbc4b30d0a8a948eae89ef8ed02c8a4a94ad95940d0a',
  'hex',
);

test('quotes, line ends, delimiters and empty rows', async () => {
  expect(await read('a,b\r\n1,"x,""y""\nz"\n\n,,\n00123, k \n')).toEqual([
    ['a', 'b'],
    ['1', 'x,"y"\nz'],
    ['00123', ' k '],
  ]);
  expect(await read('a;b\r1;2\r')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(await read('a\tb\n"1"\t5" disk\n')).toEqual([
    ['a', 'b'],
    ['1', '5" disk'],
  ]);
  expect(await read('one\ntwo\n')).toEqual([['one'], ['two']]);
  expect(await read('a,b\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(await read('a,b\n1,""')).toEqual([['a', 'b'], ['1']]);
  expect(await read('')).toEqual([]);
  const numbers: number[] = [];
  for await (const { row } of readCsv(Buffer.from('a\n\n"x\ny"\nz\n'))) numbers.push(row);
  expect(numbers).toEqual([1, 3, 5]);
});

test.each([
  ['quote', 3, 'a,b\n1,2\n3,"open\nand more\n'],
  ['quote', 2, 'a,b\n"x"y,2\n'],
  ['cut', 3, 'a,b,c\n1,2,3\n4,5'],
  ['encoding', 3, Buffer.concat([Buffer.from('名字,b\n张三李四,2\n王五'), Buffer.from([0xff, 0xfe, 0x41]), Buffer.from('赵六,孙七\n')])],
  ['encoding', 1, 'a\u0000b,c\n'],
  ['columns', 2, `a\n${',x'.repeat(1001)}\n`],
  ['cell', 2, `a\n${'x'.repeat(70_000)}\n`],
  ['line', 2, `a\n${'x,'.repeat(60).concat('y'.repeat(60_000)).concat(',').repeat(16)}${'z'.repeat(60_000)},${'z'.repeat(60_000)}\n`],
])('%s in line %i is refused', async (reason, line, source) => {
  await expect(read(source)).rejects.toMatchObject({ reason, line });
});

test('more rows than allowed are refused', async () => {
  await expect(read('a\nb\nc\n', { maxRows: 2 })).rejects.toMatchObject({ reason: 'rows', line: 3 });
  expect(await read('a\nb\n', { maxRows: 2 })).toHaveLength(2);
});

test('encodings are recognised, with and without a mark, also when the first foreign name comes late', async () => {
  const table = '姓名,部門\r\n山田太郎,開発部\r\n';
  const rows = [
    ['姓名', '部門'],
    ['山田太郎', '開発部'],
  ];
  expect(await read(table)).toEqual(rows);
  expect(await read(`\ufeff${table}`)).toEqual(rows);
  expect(await read(Buffer.from(`\ufeff${table}`, 'utf16le'))).toEqual(rows);
  expect(await read(Buffer.from(`\ufeff${table}`, 'utf16le').swap16())).toEqual(rows);
  expect(await read(Buffer.from('name,dept\r\nzhang,sales\r\n张,部\r\n', 'utf16le'))).toEqual([
    ['name', 'dept'],
    ['zhang', 'sales'],
    ['张', '部'],
  ]);
  expect(await read(gb)).toEqual([
    ['姓名', '部门'],
    ['张三', '技术部'],
    ['李念', '情报所'],
  ]);
  expect(await read(sjis)).toEqual([
    ['名前', 'カナ'],
    ['山田太郎', 'ヤマダ'],
    ['佐藤花子', 'ｻﾄｳ'],
    ['株式会社', '開発部'],
  ]);
  const late = Buffer.concat([Buffer.from('plain,row\n'.repeat(60_000)), gb]);
  expect((await read(late)).at(-2)).toEqual(['张三', '技术部']);
  const long = Buffer.from(`${'汉字,名\n'.repeat(100_000)}`);
  expect(await read(long)).toHaveLength(100_000);
});

test('a written csv reads back the same, and nothing in it runs', async () => {
  async function* rows() {
    yield ['a,b', 'say "x"\nz', 5, -5, true, null, { day: '2024-02-29' }, new Date('2024-01-31T16:30:00Z')];
    yield ['=cmd|x', '+86 138', '-1', '@a', '\tx', '\rx', '＝1+1', '  =1', 'ok=1'];
  }
  const written = (await buffer(writeCsv(rows(), { header: ['甲', '=乙'], timeZone: 'Asia/Shanghai' }))).toString();
  expect(written.startsWith("\ufeff甲,'=乙\r\n")).toBe(true);
  expect(await read(written)).toEqual([
    ['甲', "'=乙"],
    ['a,b', 'say "x"\nz', '5', '-5', 'true', '', '2024-02-29', '2024-02-01 00:30:00'],
    ["'=cmd|x", "'+86 138", "'-1", "'@a", "'\tx", "'\rx", "'＝1+1", "'  =1", 'ok=1'],
  ]);
  expect([neutralise('-'), neutralise('a-b'), neutralise('－1')]).toEqual(['-', 'a-b', "'－1"]);
});
