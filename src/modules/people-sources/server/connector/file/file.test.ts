import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { openFileStore, type FileStore } from '#platform/files/file-store.ts';
import { createOutbound, type Outbound } from '#platform/outbound/outbound.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import { fileConfig, type FileConfig } from '../../../common/config/file.ts';
import { SourceFailure, type ConnectorHouse, type RawRecord, type ReadEvent, type ReadRequest } from '../connector.ts';
import { fileConnector } from './file-connector.ts';
import { fits } from './folder-file.ts';

let top: string;
let watched: string;
let files: FileStore;
let server: Server;
let outbound: Outbound;
let port: number;
let answer: RequestListener = (_request, response) => response.end();
beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'wheelhouse-file-source-'));
  watched = path.join(top, 'hr');
  mkdirSync(watched);
  files = await openFileStore(path.join(top, 'store'));
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  outbound = createOutbound({ allowedNetworks: [`127.0.0.1:${port}`], ownListeners: () => [], limits: { failures: 1000 } });
});
afterEach(() => {
  rmSync(watched, { recursive: true, force: true });
  mkdirSync(watched);
});
afterAll(async () => {
  await outbound.close();
  await files.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(top, { recursive: true, force: true });
});

const house = (): ConnectorHouse => ({
  outbound,
  files,
  log: pino({ level: 'silent' }),
  now: () => Date.now(),
  means: { folders: [watched], scratch: path.join(top, 'tmp'), uploaded: async () => undefined },
});
const configOf = (more: Partial<FileConfig>): FileConfig => fileConfig.parse({ from: 'folder', folder: watched, pattern: '*', ...more });
const put = (content: Buffer | string, name = 'people.csv') => writeFileSync(path.join(watched, name), content);

async function read(
  more: Partial<FileConfig> = {},
  wanted: Partial<ReadRequest> = {},
  secrets: Record<string, string> = {},
): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  const source = { code: 'hr', config: configOf(more), secrets };
  const requested = { mode: 'full' as const, cursor: null, signal: new AbortController().signal, ...wanted };
  for await (const event of fileConnector.read(house(), source, requested)) events.push(event);
  return events;
}
const recordsIn = (events: readonly ReadEvent[]): RawRecord[] => events.flatMap((event) => ('records' in event ? event.records : []));
const records = async (more: Partial<FileConfig> = {}) => recordsIn(await read(more));
const values = async (more: Partial<FileConfig> = {}) => (await records(more)).map((one) => one.values);
const failure = (more: Partial<FileConfig> = {}, secrets?: Record<string, string>) =>
  read(more, {}, secrets).then(
    () => undefined,
    (error: unknown) => (error instanceof SourceFailure ? error : Promise.reject(error)),
  );

test('A text file keeps every sign of its names and numbers, whatever it is written in', async () => {
  put(
    Buffer.from(
      'b1e0bac52cd0d5c3fb2cd5cbbac52cb2bfc3c50a3030372cd5c5c8fd2c7a68616e6773616e2cd7dcb2bf2fd1d0b7a20a3030382cc0eecbc42c6c6973692cd7dcb2bf2fcffacadb0a',
      'hex',
    ),
  );
  expect(await values()).toEqual([
    { 编号: '007', 姓名: '张三', 账号: 'zhangsan', 部门: '总部/研发' },
    { 编号: '008', 姓名: '李四', 账号: 'lisi', 部门: '总部/销售' },
  ]);
  put(
    Buffer.from(
      '8ed088f594d48d862c8e8196bc2c8341834a8345839383670a3030372c8e52936391be98592c79616d6164610a3030382c97e996d888ea98592c73757a756b690a',
      'hex',
    ),
  );
  expect((await values())[0]).toEqual({ 社員番号: '007', 氏名: '山田太郎', アカウント: 'yamada' });
  put(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id;name;id\r\n0042;"Zoë ""Z"";";x\r\n', 'utf16le')]));
  expect(await records()).toEqual([{ of: 'employee', line: 2, values: { id: '0042', name: 'Zoë "Z";', 'id (2)': 'x' } }]);
  put('# made by HR\nid,name,phone\n1,=cmd(),+8613800000000\n2,,\n');
  const all = await read({ headerRow: 2 });
  expect(recordsIn(all).map((one) => one.values)).toEqual([
    { id: '1', name: '=cmd()', phone: '+8613800000000' },
    { id: '2', name: null, phone: null },
  ]);
  expect(all.at(-1)).toMatchObject({ end: { cursor: null } });
});

test('A workbook gives values and no formulas, departments of their own sheet first, and a second sheet by its name', async () => {
  const people = await buffer(
    writeXlsx(
      [
        ['0012', '王五'],
        ['0013', '=1+1'],
      ],
      { sheet: '人员', header: ['工号', '姓名'] },
    ),
  );
  put(people, 'people.xlsx');
  expect(await values()).toEqual([
    { 工号: '0012', 姓名: '王五' },
    { 工号: '0013', 姓名: '=1+1' },
  ]);
  put(
    await book({
      部门: [
        ['id', 'parent', 'name'],
        ['d1', '', '研发'],
      ],
      人员: [
        ['id', 'dept'],
        ['1', 'd1'],
      ],
    }),
    'people.xlsx',
  );
  expect(await records({ sheet: '人员', departmentSheet: '部门' })).toEqual([
    { of: 'department', line: 2, values: { id: 'd1', parent: null, name: '研发' } },
    { of: 'employee', line: 2, values: { id: '1', dept: 'd1' } },
  ]);
  expect(await failure({ sheet: '无此表' })).toMatchObject({ category: 'syntax', reason: 'sheet' });
});

test('A file that is cut, changes its encoding, leaves a quote open, swells like a bomb or brings a document type is refused with its line', async () => {
  put('id,name,mail\n1,a,a@x\n2,b');
  expect(await failure()).toMatchObject({ reason: 'cut', line: 3 });
  put('id,name\n1,"open\n2,b\n');
  expect(await failure()).toMatchObject({ reason: 'quote', line: 2 });
  put(Buffer.concat([Buffer.from('id,name\n1,张三丰一二三四五六七八\n'), Buffer.from('322cd5c5c8fd0a', 'hex')]));
  expect(await failure()).toMatchObject({ reason: 'encoding', line: 3 });
  put(await bomb(), 'people.csv');
  expect(await failure()).toMatchObject({ reason: expect.stringMatching(/^(ratio|unpacked)$/) as string });
  put(await book({ 人员: [['id']] }, '<!DOCTYPE x [<!ENTITY a "b">]>'), 'people.csv');
  expect(await failure()).toMatchObject({ reason: 'dtd' });
  put('\n\n');
  expect(await failure()).toMatchObject({ reason: 'header' });
});

test('The newest file that fits is taken from an allowed folder, and a link leads nowhere else', async () => {
  put('id\nold\n', 'hr-1.csv');
  put('id\nnew\n', 'hr-2.csv');
  put('id\nother\n', 'notes.csv');
  utimesSync(path.join(watched, 'hr-1.csv'), 1, 1);
  writeFileSync(path.join(top, 'secret.csv'), 'id\nsecret\n');
  symlinkSync(path.join(top, 'secret.csv'), path.join(watched, 'hr-9.csv'));
  expect(await values({ pattern: 'hr-*.csv' })).toEqual([{ id: 'new' }]);
  expect(await failure({ folder: top })).toMatchObject({ category: 'denied' });
  expect(await failure({ folder: path.join(watched, '..') })).toMatchObject({ category: 'denied' });
  expect(await failure({ folder: path.join(watched, 'none') })).toMatchObject({ category: 'unavailable' });
  expect(await failure({ pattern: 'x*' })).toMatchObject({ category: 'empty' });
  expect([fits('a-b-c.csv', 'a*b*.csv'), fits('ab', 'a*ab'), fits('aab', 'a*ab'), fits('x.csv', 'y.csv'), fits('abc', '**')]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(fits('a'.repeat(200), `${'*a'.repeat(100)}b`)).toBe(false);
});

test('A file of changes says who is gone, is not read twice, and is never taken for everybody', async () => {
  put('do,id,name\nadd,1,a\nupdate,2,b\n删除,3,\nREMOVE,4,\n', 'changes.csv');
  const more = { actionColumn: 'do', idColumn: 'id' };
  const first = await read(more, { mode: 'incremental' });
  expect(first.slice(0, 2)).toEqual([
    {
      records: [
        { of: 'employee', line: 2, values: { do: 'add', id: '1', name: 'a', $id: '1' } },
        { of: 'employee', line: 3, values: { do: 'update', id: '2', name: 'b', $id: '2' } },
      ],
    },
    {
      gone: [
        { of: 'employee', id: '3' },
        { of: 'employee', id: '4' },
      ],
    },
  ]);
  const last = first.at(-1);
  const cursor = last && 'end' in last ? last.end.cursor : null;
  expect(await read(more, { mode: 'incremental', cursor })).toEqual([{ end: { cursor } }]);
  expect(await failure(more)).toMatchObject({ reason: 'action' });
  expect([fileConnector.incremental(configOf(more)), fileConnector.whole?.(configOf(more))]).toEqual([true, false]);
  expect(await read({ ...more, idColumn: 'none' }, { mode: 'incremental' }).catch((error: unknown) => error)).toMatchObject({
    reason: 'column',
  });
});

test('A file at an address is fetched with its token and no half of it is read', async () => {
  const address = `http://127.0.0.1:${port}/export/people.csv`;
  const from = { from: 'address' as const, address };
  let token: string | undefined;
  answer = (request, response) => {
    token = request.headers.authorization;
    response.setHeader('etag', '"7"').end('id,name\n1,a\n');
  };
  expect(recordsIn(await read(from, {}, { token: 't0k' })).map((one) => one.values)).toEqual([{ id: '1', name: 'a' }]);
  expect(token).toBe('Bearer t0k');
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('id,name\n1,a\n', () => response.destroy());
  };
  expect(await failure(from)).toMatchObject({ category: 'protocol' });
  for (const [status, category] of [
    [401, 'auth'],
    [403, 'permission'],
    [404, 'empty'],
    [500, 'unavailable'],
  ] as const) {
    answer = (_request, response) => response.writeHead(status).end('<html>');
    expect(await failure(from)).toMatchObject({ category });
  }
  expect(await failure({ ...from, address: `http://127.0.0.1:${port + 1}/x.csv` })).toMatchObject({ category: 'denied' });
  expect(fileConnector.target(configOf(from))).not.toBe(
    fileConnector.target(configOf({ ...from, address: 'https://elsewhere.example/x' })),
  );
});

test('A test says step by step how far it came', async () => {
  const tried = (more: Partial<FileConfig> = {}) =>
    fileConnector.test(house(), { code: 'hr', config: configOf(more), secrets: {} }, new AbortController().signal);
  expect(await tried()).toMatchObject([{ step: 'resolve', ok: false, category: 'empty' }]);
  put('id,name\n');
  expect(await tried()).toMatchObject([
    { step: 'resolve', ok: true },
    { step: 'read', ok: false, category: 'empty' },
  ]);
  put('id,name\n1,a\n');
  expect(await tried()).toMatchObject([
    { step: 'resolve', ok: true },
    { step: 'read', ok: true },
  ]);
});

const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;

/** A workbook of texts with several sheets, as another program writes it. */
function book(sheets: Record<string, string[][]>, prologue = '', strings = '<sst/>'): Promise<Buffer> {
  const names = Object.keys(sheets);
  const row = (cells: string[], at: number) =>
    `<row r="${at + 1}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  return zipOf({
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => relation(`s${at}`, 'worksheet', `sheet${at}.xml`)).join('')}${relation('t', 'sharedStrings', 'strings.xml')}</Relationships>`,
    'xl/strings.xml': strings,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/sheet${at}.xml`,
        `${prologue}<worksheet><sheetData>${sheets[name]!.map(row).join('')}</sheetData></worksheet>`,
      ]),
    ),
  });
}

function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A million shared texts that hold nothing, in a file of a few kilobytes. */
const bomb = () => book({ 人员: [['id']] }, '', `<sst>${'<si><t/></si>'.repeat(1_000_000)}</sst>`);
