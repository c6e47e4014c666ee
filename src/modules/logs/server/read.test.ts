import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '#kit/common/contract.ts';
import { serveModules, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { consoleLoginList } from '../common/login-log.contract.ts';
import { operationList } from '../common/operation-log.contract.ts';
import { consoleLogin, operationLog } from '../common/permissions.ts';
import { readList } from '../common/read-log.contract.ts';
import { sealList } from '../common/seal.contract.ts';
import { logsModule } from './module.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(...peopleModules, logsModule);
});
afterAll(() => served.close());

const reads = async (input: Input<typeof readList> = {}, as: TestCaller = served.boss) => (await as.call(readList, input)).list;

test('A search of each log is noted with who, what and how many rows, in words', async () => {
  await served.boss.call(operationList, { text: 'nobody has this name', module: ['logs'], pageSize: 10 });
  await served.boss.call(consoleLoginList, { account: 'ann' });
  await served.boss.call(sealList, { log: ['login'] });
  expect((await reads({ area: ['operationLog'] }))[0]).toMatchObject({
    uid: served.boss.uid,
    query: { text: 'nobody has this name', module: ['logs'] },
    what: expect.stringMatching(/Object name: nobody has this name.*Module: Logs|Module: Logs.*Object name: nobody has this name/),
    rowsSeen: 0,
    count: 1,
    address: '127.0.0.1',
  });
  expect((await reads({ area: ['loginLog'] }))[0]).toMatchObject({
    query: { side: 'console', account: 'ann' },
    what: 'Side: Console; Account: ann',
  });
  expect((await reads({ area: ['seal'] }))[0]).toMatchObject({ query: { log: ['login'] }, what: 'Log: Sign-ins' });
  expect((await reads({ area: ['readLog'] })).map(({ query }) => query)).toContainEqual({ area: ['loginLog'] });
});

test('The same search again within five minutes is counted, and written when they are over', async () => {
  const reader = served.holder({ [operationLog.code]: 'all' });
  const rows = async () => (await reads({ uid: reader.uid, area: ['operationLog'] })).map(({ count }) => count);
  for (let index = 0; index < 4; index++) await reader.call(operationList, { text: 'again' });
  await reader.call(operationList, { text: 'another' });
  expect(await rows()).toEqual([1, 1]);
  await served.readLog.flush(true);
  expect((await rows()).toSorted((one, other) => one - other)).toEqual([1, 1, 3]);
});

test('Without the right to it one sees one’s own looks alone; with it in one department those of its people', async () => {
  const [reader, other] = [served.holder({ [operationLog.code]: 'all' }), served.holder({ [consoleLogin.code]: 'all' })];
  await reader.call(operationList, { text: 'mine' });
  await other.call(consoleLoginList, { account: 'theirs' });
  expect(new Set((await reads({}, reader)).map(({ uid }) => uid))).toEqual(new Set([reader.uid]));
  expect((await other.ask(readList, {})).code).toBe(65002);
  const narrow = served.holder({ [operationLog.button.reads]: ['elsewhere'] });
  expect((await reads({ uid: other.uid }, narrow)).length).toBe(0);
  expect((await reads({ uid: other.uid }, served.holder({ [operationLog.button.reads]: 'all' }))).length).toBe(1);
});

test('Nobody can change or remove what was noted, and it is sealed', async () => {
  await served.boss.call(operationList, { text: 'kept' });
  const asOwner = (statement: string) => served.database.pool.query(statement);
  await expect(asOwner('delete from read_log')).rejects.toThrow('append-only');
  await expect(asOwner(`update read_log set reason = 'x'`)).rejects.toThrow('append-only');
  await expect(asOwner('truncate read_log')).rejects.toThrow('append-only');
  await expect
    .poll(async () => (await served.seal(), (await served.boss.call(sealList, { log: ['read'] })).list[0]?.rows ?? 0))
    .toBeGreaterThan(3);
});
