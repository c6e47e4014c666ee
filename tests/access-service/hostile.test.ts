import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { grantSave } from '../../src/modules/access/common/system.contract.ts';
import { apiTest } from '../../src/modules/access/common/test.contract.ts';
import { GatewayHouse, startTarget, type TestKey, type TestTarget } from './gateway-house.ts';

let target: TestTarget;
let house: GatewayHouse;
let system: { id: string; code: string };
let prefix: { id: string; code: string };
let key: TestKey;

beforeAll(async () => {
  target = await startTarget();
  house = await GatewayHouse.open(target.port);
  system = await house.system();
  prefix = await house.prefix(system.id, target.url);
  key = await house.key(system.id);
}, 120_000);
afterAll(async () => {
  await house?.stop();
  await target?.stop();
});

const tried = (definition: object) => house.call(apiTest, { prefixId: prefix.id, definition: definitions.http.parse(definition) });

test('10: bodies that are too much, cut, or nothing end in their class, and the next call is answered', async () => {
  const usual = target.answer;
  const base = { target: { kind: 'http', path: '/' }, behaviour: { retries: 0, timeoutMs: 3000, maxOutBytes: 100_000 } };
  const bodies: [string, TestTarget['answer'], string][] = [
    ['a bomb', (_got, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(20_000_000, 32))), 'tooLarge'],
    [
      'without end',
      (_got, response) => {
        const more = setInterval(() => (response.destroyed ? clearInterval(more) : response.write('x'.repeat(10_000))), 1);
        response.on('close', () => clearInterval(more));
      },
      'tooLarge',
    ],
    [
      'shorter than it says',
      (_got, response) => response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
      'protocol',
    ],
    [
      'no JSON',
      (_got, response) => response.setHeader('content-type', 'application/json').end(Buffer.from([0x22, 0xff, 0xfe])),
      'protocol',
    ],
  ];
  for (const [name, answer, expected] of bodies) {
    target.answer = answer;
    expect([name, (await tried(base)).class]).toEqual([name, expected]);
  }
  target.answer = (_got, response) => response.setHeader('content-type', 'application/json').end();
  expect((await tried(base)).class).toBe('ok');
  expect((await tried({ ...base, successWhen: { path: 'ok', equals: 'true' } })).class).toBe('empty');
  target.answer = usual;
  expect((await tried(base)).class).toBe('ok');
});

test('10: paths lead nowhere but to their interface; a value is one segment, and a header one line', async () => {
  const id = await house.http(prefix.id, 'item', {
    params: [
      { name: 'no', required: true },
      { name: 'x_note', from: 'header' },
    ],
    target: { path: '/items/{no}', headers: [{ name: 'x-note', value: '{x_note}' }] },
  });
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  const base = `/gateway/${system.code}/${prefix.code}`;
  const before = target.got.length;
  for (const path of [
    `${base}/%2e%2e/${prefix.code}/item`,
    `${base}/..;/item`,
    `${base}//item`,
    `${base}/item/`,
    `${base}/./item`,
    `${base}/item%00`,
  ])
    expect([path, (await house.bySystem(key, 'GET', `${path}?no=1`)).code]).not.toEqual([path, 0]);
  expect(target.got.length).toBe(before);
  for (const [given, there] of [
    ['a/b', '/items/a%2Fb'],
    ['x?y#z', '/items/x%3Fy%23z'],
  ] as const) {
    expect((await house.bySystem(key, 'GET', `${base}/item?no=${encodeURIComponent(given)}`)).code).toBe(0);
    expect(target.got.at(-1)?.url).toBe(there);
  }
  // Dots alone are no segment, however they are escaped.
  const passed = target.got.length;
  for (const given of ['..', '.', '%2e%2e'])
    expect([given, (await house.bySystem(key, 'GET', `${base}/item?no=${given}`)).code]).toEqual([given, 14309]);
  expect(target.got.length).toBe(passed);
});

test('10: two lengths, or a length beside pieces, are no request', async () => {
  const { port } = await house.listen();
  const say = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let got = '';
      socket.on('data', (piece: Buffer) => (got += piece.toString()));
      socket.on('close', () => resolve(got));
      socket.on('error', reject);
    });
  const where = `POST /gateway/${system.code}/${prefix.code}/item HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;
  const before = target.got.length;
  for (const lengths of ['content-length: 4\r\ntransfer-encoding: chunked\r\n', 'content-length: 4\r\ncontent-length: 5\r\n'])
    expect(await say(`${where}${lengths}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(target.got.length).toBe(before);
});
