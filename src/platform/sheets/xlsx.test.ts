import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { Cell, ReadRow } from './cell.ts';
import { listSheets, readXlsx } from './read-xlsx.ts';
import type { ReadXlsxOptions } from './read-xlsx.ts';
import { writeXlsx } from './write-xlsx.ts';
import type { XlsxOptions } from './write-xlsx.ts';
import { kindOfFormat, numberText } from './xlsx-values.ts';

async function write(rows: Cell[][], options: Partial<XlsxOptions> = {}): Promise<Buffer> {
  return buffer(writeXlsx(rows, { sheet: '人员', ...options }));
}
async function rowsOf(source: Buffer, options?: ReadXlsxOptions): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const row of readXlsx(source, options)) rows.push(row);
  return rows;
}
const cellsOf = async (source: Buffer, options?: ReadXlsxOptions) => (await rowsOf(source, options)).map((row) => row.cells);

const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
interface Parts {
  sheet: string | Readable;
  strings?: string;
  styles?: string;
  workbook?: string;
  more?: Record<string, string | Buffer>;
}
/** A workbook as another program might write it. */
function book({ sheet, strings, styles, workbook, more = {} }: Parts): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, content: string | Buffer) => zip.addBuffer(Buffer.from(content), name);
  add('_rels/.rels', `<Relationships>${relation('a', 'officeDocument', '/xl/workbook.xml')}</Relationships>`);
  add(
    'xl/workbook.xml',
    workbook ??
      '<workbook xmlns:r="r"><sheets><sheet name="Hidden" state="hidden" r:id="h"/><sheet name="A &amp; B" r:id="s"/></sheets></workbook>',
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${relation('h', 'worksheet', 'worksheets/h.xml')}${relation('s', 'worksheet', 'worksheets/s.xml')}${relation('t', 'sharedStrings', 'strings.xml')}${relation('y', 'styles', 'styles.xml')}</Relationships>`,
  );
  add('xl/worksheets/h.xml', '<worksheet><sheetData><row><c t="str"><v>hidden</v></c></row></sheetData></worksheet>');
  if (typeof sheet === 'string') add('xl/worksheets/s.xml', sheet);
  else zip.addReadStream(sheet, 'xl/worksheets/s.xml');
  if (strings !== undefined) add('xl/strings.xml', strings);
  if (styles !== undefined) add('xl/styles.xml', styles);
  for (const [name, content] of Object.entries(more)) add(name, content);
  zip.end();
  return buffer(zip.outputStream);
}
const data = (rows: string) => `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;

test('what is written reads back: texts exactly, numbers, booleans, days, moments, nothing as a formula', async () => {
  const hard = ['张三', ' lead ', '00123', '=cmd|x', '+86', 'a\nb', '<&>"', '_x0041_', '😀', 'x\u0001y\ud800z', '1\r\n2'];
  const xlsx = await write(
    [
      hard,
      [1, -2.5, 0.1 + 0.2, 1e15, 123456789012345678n, true, false, null, Number.NaN],
      [{ day: '2024-02-29' }, new Date('2024-01-31T16:30:05Z'), { day: '1899-01-01' }],
    ],
    { header: ['h1', 'h2'], widths: [10, 20], timeZone: 'Asia/Shanghai' },
  );
  expect(await cellsOf(xlsx)).toEqual([
    ['h1', 'h2'],
    ['张三', ' lead ', '00123', '=cmd|x', '+86', 'a\nb', '<&>"', '_x0041_', '😀', 'xyz', '1\r\n2'],
    ['1', '-2.5', '0.3', '1000000000000000', '123456789012345678', 'TRUE', 'FALSE', '', 'NaN'],
    ['2024-02-29', '2024-02-01T00:30:05', '1899-01-01'],
  ]);
  expect(await listSheets(xlsx)).toEqual([{ name: '人员', isHidden: false }]);
  expect(await listSheets(await write([], { sheet: "a/b:c'" }))).toEqual([{ name: 'a b c', isHidden: false }]);
});

test('a failing source fails the file, and a reader that leaves closes the source', async () => {
  async function* broken() {
    yield ['a'];
    throw new Error('database went away');
  }
  await expect(buffer(writeXlsx(broken(), { sheet: 's' }))).rejects.toThrow('database went away');
  let opened = false;
  let closed = false;
  async function* endless() {
    try {
      opened = true;
      for (;;) yield ['x'.repeat(1000)];
    } finally {
      closed = true;
    }
  }
  const stream = writeXlsx(endless(), { sheet: 's' });
  for await (const _chunk of stream) if (opened) break;
  await expect.poll(() => closed).toBe(true);
});

test('a workbook of another program: shared and rich texts without readings, gaps, formulas, errors, leading zeros, dates', async () => {
  const xlsx = await book({
    strings:
      '<sst><si><t>山田</t><rPh sb="0" eb="1"><t>ヤマダ</t></rPh></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r></si><si><t>a_x000D_&amp;b</t></si></sst>',
    styles:
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs></styleSheet>',
    sheet: `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c><x:c r="D2" t="s"><x:v>2</x:v></x:c></x:row>
      <x:row r="4" s="1"><x:c r="A4" s="1"><x:v>42</x:v></x:c><x:c s="2"><x:v>45351</x:v></x:c><x:c s="3"><x:v>45351.75</x:v></x:c><x:c s="4"><x:v>0.5</x:v></x:c>
      <x:c><x:f>SUM(A1:A2)</x:f><x:v>1.2345678901234568E+16</x:v></x:c><x:c t="str"><x:f>"x"&amp;"y"</x:f><x:v>xy</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="d"><x:v>2024-02-29T00:00:00Z</x:v></x:c></x:row>
      <x:row r="5"><x:c r="ZZ5" s="1"/></x:row></x:sheetData><x:mergeCells><x:mergeCell ref="A1:B1"/></x:mergeCells></x:worksheet>`,
  });
  expect(await rowsOf(xlsx)).toEqual([
    { row: 2, cells: ['山田', '', 'rich ', 'a\r&b'] },
    { row: 4, cells: ['00042', '2024-02-29', '2024-02-29T18:00:00', '12:00:00', '12345678901234600', 'xy', '#N/A', 'TRUE', '2024-02-29'] },
  ]);
  expect(await listSheets(xlsx)).toEqual([
    { name: 'Hidden', isHidden: true },
    { name: 'A & B', isHidden: false },
  ]);
  expect(await cellsOf(xlsx, { sheet: 'Hidden' })).toEqual([['hidden']]);
  await expect(rowsOf(xlsx, { sheet: 'none' })).rejects.toMatchObject({ reason: 'sheet' });
});

test('numbers and dates as typed', () => {
  const shown = (raw: string, code?: string, id = 170, is1904 = false) =>
    numberText(raw, kindOfFormat(code === undefined ? id : 170, code), is1904);
  expect([
    shown('13800138000', 'General'),
    shown('0.1', 'General'),
    shown('1E-3', 'General'),
    shown('1E+20', 'General'),
    shown('3.3000000000000003', '0.00'),
    shown('1e-9', 'General'),
  ]).toEqual(['13800138000', '0.1', '0.001', '100000000000000000000', '3.3', '0.000000001']);
  expect([
    shown('1', undefined, 14),
    shown('59', undefined, 14),
    shown('61', undefined, 14),
    shown('0', undefined, 14, true),
    shown('36526', undefined, 14),
  ]).toEqual(['1900-01-01', '1900-02-28', '1900-03-01', '1904-01-01', '2000-01-01']);
  expect([
    shown('45351.999999', 'yyyy-mm-dd hh:mm:ss'),
    shown('1.5', '[h]:mm'),
    shown('45351', '[$-409]d-mmm-yy'),
    shown('5', '"days" 0'),
    shown('5', '[Red]0.00'),
    shown('-1', 'yyyy-mm-dd'),
    shown('0.25', 'h:mm AM/PM'),
  ]).toEqual(['2024-03-01T00:00:00', '36:00:00', '2024-02-29', '5', '5', '-1', '06:00:00']);
});

/** Bytes of the heap that are in use: what nobody holds any more is collected first, which a large heap would put off. */
function heldHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('1,048,576 styled rows without content are no rows, and cost no memory', async () => {
  const empty = Readable.from(
    (function* () {
      yield '<worksheet><sheetData>';
      for (let row = 1; row < 1_048_576; row += 4096)
        yield Array.from({ length: 4096 }, (_, at) => `<row r="${row + at}" spans="1:2"><c r="A${row + at}" s="1"/></row>`).join('');
      yield '</sheetData></worksheet>';
    })(),
  );
  const xlsx = await book({ sheet: empty });
  const before = heldHeap();
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, heldHeap())), 2_000);
  expect(await rowsOf(xlsx).finally(() => clearInterval(timer))).toEqual([]);
  expect(Math.max(most, heldHeap()) - before).toBeLessThan(150_000_000);
});

test.each<[string, Parts, ReadXlsxOptions?]>([
  ['dtd', { sheet: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${data('<row><c t="str"><v>&a;</v></c></row>')}` }],
  ['dtd', { sheet: data(''), strings: '<!DOCTYPE sst SYSTEM "http://127.0.0.1/x"><sst/>' }],
  ['dtd', { sheet: data(''), workbook: '<!DOCTYPE a><workbook/>' }],
  ['malformed', { sheet: '<worksheet><sheetData><row>' }],
  ['malformed', { sheet: data('<row r="0"><c/></row>') }],
  ['malformed', { sheet: data('<row r="2000000"><c t="str"><v>x</v></c></row>') }],
  ['malformed', { sheet: data('<row><c r="AAAA1"><v>1</v></c></row>') }],
  ['malformed', { sheet: data('<row><c t="s"><v>7</v></c></row>') }],
  ['malformed', { sheet: `<a>${'<a>'.repeat(100)}` }],
  ['malformed', { sheet: `<worksheet a="${'x'.repeat(5_000_000)}"/>` }],
  ['malformed', { sheet: Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe]).toString('latin1').replace('ÿ', '\u0000') }],
  ['columns', { sheet: data('<row><c r="XFD1"><v>1</v></c></row>') }],
  ['rows', { sheet: data('<row><c><v>1</v></c></row>'.repeat(3)) }, { maxRows: 2 }],
  ['cell', { sheet: data(`<row><c t="str"><v>${'x'.repeat(70_000)}</v></c></row>`) }],
  ['unpacked', { sheet: data(`<row><c t="str"><v>x</v></c></row>`.repeat(1000)) }, { maxUnpacked: 10_000 }],
  [
    'unpacked',
    {
      sheet: Readable.from(
        (function* () {
          yield '<worksheet><sheetData>';
          for (let at = 0; at < 60; at += 1) yield '<row r="1"/>'.repeat(170_000);
        })(),
      ),
    },
    { maxUnpacked: 50_000_000 },
  ],
  ['ratio', { sheet: data(''), strings: `<sst>${'<si><t/></si>'.repeat(1_000_000)}</sst>` }],
])('a hostile workbook is refused: %s', async (reason, parts, options) => {
  await expect(rowsOf(await book(parts), options)).rejects.toMatchObject({ reason });
});

test('what is no workbook is refused, a locked one by its own word', async () => {
  await expect(rowsOf(Buffer.from('a,b\n1,2\n'))).rejects.toMatchObject({ reason: 'notXlsx' });
  await expect(rowsOf(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))).rejects.toMatchObject({
    reason: 'encrypted',
  });
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('x'), 'word/document.xml');
  zip.end();
  await expect(rowsOf(await buffer(zip.outputStream))).rejects.toMatchObject({ reason: 'notXlsx' });
  const whole = await write([['a']]);
  await expect(rowsOf(whole.subarray(0, whole.length - 30))).rejects.toMatchObject({ reason: 'notXlsx' });
});
