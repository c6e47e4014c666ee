import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import type { Endpoint, Input } from '../../src/kit/common/contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { getMenu } from '../../src/kit/common/session/menu.contract.ts';
import { preferenceGet, preferenceSave } from '../../src/kit/common/session/preference.contract.ts';
import { confirm, getUser, getVerifyId, login } from '../../src/kit/common/session/session.contract.ts';
import { resourceFind, resourceUpdate } from '../../src/modules/system/common/resource.contract.ts';
import { resourcePage } from '../../src/modules/system/common/permissions.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { employeeAdd, employeeDisable, employeeList, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { testPassword } from '../product.ts';
import { peopleSheet } from '../journeys/people-sheet.ts';
import { endAll, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { redisIsThere, startRedis } from './redis.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const buses = ['LISTEN and NOTIFY', ...(redisIsThere ? ['Redis'] : [])] as const;
/** Comfortable on a busy machine; the rule is a second, and the figures are printed. */
const withinMillis = 5_000;

describe.each(buses)('Two processes over %s', (bus) => {
  const database = `faults_${randomBytes(6).toString('hex')}`;
  let env: Record<string, string>;
  let a: ProductProcess;
  let b: ProductProcess;
  let atA: WireClient;
  let atB: WireClient;
  let helper = { id: '', account: 'helper' };
  let helperAtB: WireClient;
  let redis: Awaited<ReturnType<typeof startRedis>> | undefined;

  beforeAll(async () => {
    const server = inject('testServer');
    await administer(`create database ${database}`);
    const folder = testFolder();
    env = {
      DATABASE_URL: `postgres://${server.user}@localhost:${server.port}/${database}?host=${encodeURIComponent(server.host)}`,
      FILE_STORE: path.join(folder, 'files'),
      MASTER_KEY: '5a'.repeat(32),
    };
    if (bus === 'Redis') {
      redis = await startRedis(folder);
      env['REDIS_URL'] = redis.url;
    }
    // Both at once on an empty database: one migrates, the other waits.
    [a, b] = (await Promise.all(['a', 'b'].map((name) => startProcess(path.join(folder, name), env)))) as [ProductProcess, ProductProcess];
    atA = await new WireClient(a).signIn();
    atB = atA.at(b);
  });
  afterAll(async () => {
    await endAll();
    await redis?.stop();
    await administer(`drop database if exists ${database} with (force)`);
  });

  /** Waits until something is true at the other process, within a comfortable limit, and prints how long it took. */
  async function soon(what: string, look: () => Promise<boolean>): Promise<void> {
    const started = performance.now();
    while (!(await look())) {
      if (performance.now() - started > withinMillis) throw new Error(`${what}: not within ${withinMillis} ms`);
      await sleep(10);
    }
    process.stdout.write(`${bus}: ${what} after ${Math.round(performance.now() - started)} ms\n`);
  }

  /** A role with one page, given to the helper at A. */
  async function roleOf(code: string, page: string): Promise<string> {
    const { roleId } = await atA.call(sysRole.save, { name: code, code });
    const { version } = await atA.call(sysRole.resources, { roleId });
    await atA.call(sysRole.saveResources, { roleId, version, codes: [page] });
    await atA.call(sysRole.assignEmployees, { roleId, ids: [helper.id] });
    return roleId;
  }

  const codeAtB = async <E extends Endpoint>(client: WireClient, operation: E, input: Input<E>): Promise<number> =>
    (await client.ask(operation, input)).code;

  test('Who signs in at one is signed in at the other', async () => {
    expect((await atB.call(getUser, {})).empInfoDto.account).toBe('admin');
    const added = await atA.call(employeeAdd, {
      account: helper.account,
      name: 'Helper',
      assignments: [{ departmentId: rootDepartmentId, primary: true }],
    });
    helper = { ...helper, id: added.id };
    atA.token = (await atA.call(confirm, { password: testPassword })).accessToken;
    atB = atA.at(b);
    await atA.call(employeePassword, { id: helper.id, mode: 'set', password: testPassword, mustChange: false });
    const helperAtA = await new WireClient(a).signIn(helper.account);
    helperAtB = helperAtA.at(b);
    expect((await helperAtB.call(getUser, {})).empInfoDto.uid).toBe(helper.id);
  });

  test('A role granted and taken at one holds at the other', async () => {
    expect(await codeAtB(helperAtB, employeeList, { pageSize: 20 })).toBe(65002);
    // Who loses the last right is signed out: another one is kept.
    await roleOf('keepers', resourcePage.code);
    const roleId = await roleOf('helpers', userManagement.code);
    await soon('a role granted', async () => (await codeAtB(helperAtB, employeeList, { pageSize: 20 })) === 0);
    expect(JSON.stringify(await helperAtB.call(getMenu, {}))).toContain(userManagement.code);
    await atA.call(sysRole.disable, { ids: [roleId] });
    await soon('a role taken', async () => (await codeAtB(helperAtB, employeeList, { pageSize: 20 })) === 65002);
    await atA.call(sysRole.enable, { ids: [roleId] });
  });

  test('Names of pages and preferences changed at one are those of the other', async () => {
    const node = await atA.call(resourceFind, { code: resourcePage.code });
    const names = { ...node.names, en_US: 'Renamed resources' };
    await atA.call(resourceUpdate, { id: node.id, version: node.version, names });
    await soon('a renamed page', async () => JSON.stringify(await atB.call(getMenu, {})).includes(names.en_US));
    await atA.call(preferenceSave, { key: 'table.test', value: { columns: ['name'] } });
    const { list } = await atB.call(preferenceGet, { keys: ['table.test'] });
    expect(list).toEqual([{ key: 'table.test', value: { columns: ['name'] } }]);
  });

  test('News of a job at one reach a browser at the other', async () => {
    // The console reads the stream with fetch as well.
    const leaving = new AbortController();
    const stream = await fetch(`${b.origin}/api/live`, { headers: { accessToken: atB.token }, signal: leaving.signal });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const events: string[] = [];
    const reading = (async () => {
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) events.push(part);
    })().catch(() => undefined);
    await soon('the stream', async () => events.join('').includes('event: ready'));
    const planId = await atA.planOf(await atA.upload('people.xlsx', await peopleSheet(60, 5)));
    await soon('news', async () => events.join('').includes(planId));
    leaving.abort();
    await reading;
  });

  test('200 wrong passwords over both: five at most are looked at', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const client = new WireClient(at % 2 === 0 ? a : b);
        const { verifyId } = await client.call(getVerifyId, {});
        return client.ask(login, { account: helper.account, password: `wrong-${at}`, verifyId });
      }),
    );
    const codes = guesses.map(({ code }) => code);
    expect(codes.filter((code) => code === 10401).length).toBeLessThanOrEqual(5);
    expect(codes.filter((code) => code === 10429).length).toBeGreaterThanOrEqual(195);
  });

  test('Somebody disabled at one is signed out of the other', async () => {
    expect(await codeAtB(helperAtB, getUser, {})).toBe(0);
    await atA.call(employeeDisable, { ids: [helper.id] });
    await soon('an ended session', async () => (await codeAtB(helperAtB, getUser, {})) === 65003);
  });

  test('What one leaves behind at kill -9 the other ends', async () => {
    const fileId = await atA.upload('people.xlsx', await peopleSheet(3_000, 60));
    const planId = await atA.planOf(fileId);
    const { counts } = await atA.call(getPlan, { id: planId });
    // Where it was begun it is taken, within milliseconds; the other looks once a second.
    const { jobId } = await atA.call(applyPlan, { id: planId, expected: counts });
    await expect.poll(async () => (await atB.call(getJob, { id: jobId })).done, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
    await a.end('SIGKILL');
    await atB.jobEnd(jobId, 90);
    expect(await atB.call(getPlan, { id: planId })).toMatchObject({ state: 'applied', outcome: { create: counts.create } });
    expect(await b.end('SIGTERM')).toBe(0);
  });
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('testServer'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
