import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { platformList, platformPublish, platformSave } from '../../src/modules/servers/common/platform.contract.ts';
import { serverAdd, serverConfirm } from '../../src/modules/servers/common/server.contract.ts';
import { employeeImportPreview } from '../../src/modules/people/common/employee-bulk.contract.ts';
import { employeeAdd, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { sourceAdd } from '../../src/modules/people-sources/common/source.contract.ts';
import { sourceRunGet, sourceSync, type RunDetail } from '../../src/modules/people-sources/common/source-run.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { ROOM_RESERVE } from '../../src/platform/disk-capacity.ts';
import { peopleSheet } from '../journeys/people-sheet.ts';
import { endAll, postmasterOf, queryDatabase, startProcess, testFolder, verifyAudit, type ProductProcess } from './process-product.ts';
import { WireClient, type Answer } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const megabyte = 1024 * 1024;
const folder = testFolder();
const mount = (...words: string[]): boolean => spawnSync('mount', words, { stdio: 'ignore' }).status === 0;
const isSmall = mount('-t', 'tmpfs', '-o', 'size=320m,mode=755', 'tmpfs', folder);
if (!isSmall)
  process.stderr.write('\nNOT TESTED: a full disk, because a small file system can only be mounted as root with the right to mount.\n\n');

const dataDir = path.join(folder, 'data');
const filler = path.join(folder, 'filler');
let product: ProductProcess;
let admin: WireClient;
let added = 0;

beforeAll(async () => {
  if (!isSmall) return;
  product = await startProcess(dataDir);
  admin = await new WireClient(product).signIn();
});
afterEach(() => rmSync(filler, { force: true }));
afterAll(() => endAll(() => isSmall && spawnSync('umount', [folder])));

const free = (): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Fills the disk until so many bytes are free, as a neighbour would. */
function fill(left: number): void {
  rmSync(filler, { force: true });
  const file = openSync(filler, 'w');
  const block = Buffer.alloc(megabyte);
  try {
    for (let rest = free() - left; rest > 0; rest = free() - left) writeSync(file, block, 0, Math.min(rest, megabyte));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

async function add(): Promise<Answer> {
  const account = `person-${added + 1}`;
  const answer = await admin.ask(employeeAdd, { account, name: account, assignments: [{ departmentId: rootDepartmentId, primary: true }] });
  if (answer.code === 0) added += 1;
  return answer;
}

const total = async (): Promise<number> => (await admin.call(employeeList, { text: 'person-', pageSize: 20 })).total;
const readiness = async () => (await fetch(`${product.origin}/readyz`)).json() as Promise<{ status: string; missing: string[] }>;

test.skipIf(!isSmall)('Nearly full: writes are refused with the reason, reading and signing in go on, and it ends by itself', async () => {
  expect((await add()).code).toBe(0);
  fill(ROOM_RESERVE - 8 * megabyte);
  await expect.poll(async () => (await add()).status, { interval: 200, timeout: 60_000 }).toBe(503);
  const refused = await add();
  expect(refused).toMatchObject({ status: 503, code: 10503, msg: expect.stringContaining('disk of the server is full') });
  expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  expect(await admin.tryUpload('people.xlsx', await peopleSheet(50, 5))).toMatchObject({ status: 503, code: 10503 });
  expect(await readiness()).toEqual({ status: 'read only', missing: ['room'] });
  expect(await total()).toBe(added);
  const second = await new WireClient(product).signIn();
  expect(await second.ask(getUser, {})).toMatchObject({ code: 0 });
  rmSync(filler);
  await expect.poll(async () => (await add()).code, { interval: 200, timeout: 60_000 }).toBe(0);
  expect(await readiness()).toEqual({ status: 'ready', missing: [] });
  expect(await total()).toBe(added);
});

test.skipIf(!isSmall)('Full to the last byte: reading goes on through checkpoints, nothing is half done', async () => {
  const before = postmasterOf(dataDir);
  fill(0);
  expect(free()).toBe(0);
  await expect.poll(async () => (await add()).status, { interval: 200, timeout: 60_000 }).toBe(503);
  for (let round = 0; round < 3; round += 1) {
    // It may find no place for a page; the server must outlive that.
    await queryDatabase(dataDir, 'checkpoint').catch((error: unknown) => expect(String(error)).toContain('checkpoint request failed'));
    expect(await total()).toBe(added);
  }
  expect(postmasterOf(dataDir)).toBe(before);
  rmSync(filler);
  await expect.poll(async () => (await add()).code, { interval: 200, timeout: 60_000 }).toBe(0);
  expect(await total()).toBe(added);
});

test.skipIf(!isSmall)('A platform is published on a full disk: refused, and terminals get the former document whole', async () => {
  await expect.poll(async () => (await add()).code, { interval: 200, timeout: 60_000 }).toBe(0);
  const addresses = [{ scheme: 'https' as const, host: 'im.example.com', port: 443 }];
  const { id } = await admin.call(serverAdd, { name: 'IM', code: 'im', kind: 'im', addresses });
  const platform = async () => (await admin.call(platformList, {})).list.find((one) => one.platform === 1)!;
  const save = async (minVersion: string): Promise<number> => {
    const rows = [{ kind: 'im' as const, serverConfigIds: [id] }];
    return (await admin.call(platformSave, { platform: 1, version: (await platform()).version, rows, minVersion })).version;
  };
  await admin.call(platformPublish, { platform: 1, version: await save('1.0.0') });
  const { guard } = await admin.call(platformList, {});
  await (await new WireClient(product).signIn()).call(serverConfirm, { guardId: guard!.guardId });
  const told = async (): Promise<unknown> => (await fetch(`${product.origin}/client/bootstrap/get?platform=1`)).json();
  await expect.poll(told).toMatchObject({ code: 0 });
  const before = await told();
  const version = await save('2.0.0');
  fill(0);
  // Until the disk is looked at again a small change may still fit into the room that the log of the database holds.
  await expect.poll(async () => (await add()).status, { interval: 200, timeout: 60_000 }).toBe(503);
  const publish = async () => (await admin.ask(platformPublish, { platform: 1, version })).status;
  expect(await publish()).toBe(503);
  expect([await told(), (await platform()).former]).toEqual([before, []]);
  rmSync(filler);
  await expect.poll(publish, { interval: 200, timeout: 60_000 }).toBe(200);
  await expect.poll(async () => JSON.stringify(await told())).toContain('2.0.0');
});

test.skipIf(!isSmall)('Filled while an import is read: the job waits and ends when there is room', async () => {
  const fileId = await admin.upload('people.xlsx', await peopleSheet(2_000, 40));
  const { jobId } = await admin.call(employeeImportPreview, { fileId });
  fill(ROOM_RESERVE - 8 * megabyte);
  await sleep(3_000);
  rmSync(filler);
  expect((await admin.jobEnd(jobId)).state).toBe('done');
});

test.skipIf(!isSmall)(
  'Filled to the last byte while a source is read: nobody is changed, and the run either fails in words or ends whole',
  async () => {
    const people = 20_000;
    const csv = ['id,name,account', ...Array.from({ length: people }, (_, at) => `${at},Person ${at},staged-${at}`)].join('\n');
    await expect.poll(async () => (await add()).code, { interval: 200, timeout: 60_000 }).toBe(0);
    const fileId = await admin.upload('people.csv', Buffer.from(`${csv}\n`));
    const row = (target: string, name: string) => ({ of: 'employee' as const, target, from: { kind: 'attribute' as const, name } });
    const mapping = [row('externalId', 'id'), row('name', 'name'), row('account', 'account')];
    const place = { rootDepartmentId, unknownDepartment: 'root', config: { from: 'upload', fileId } };
    const draft = { kind: 'file', name: 'HR', code: 'hr', delivers: ['employees'], mapping, ...place };
    const { id } = await admin.call(sourceAdd, draft as never);
    const read = async (): Promise<RunDetail> => {
      const { runId } = await admin.call(sourceSync, { id });
      const settled = async () => (await admin.ask(sourceRunGet, { runId })).data as RunDetail | null;
      fill(0);
      await sleep(4_000);
      rmSync(filler);
      await expect.poll(async () => (await settled())?.state, { interval: 500, timeout: 120_000 }).toMatch(/planned|held|failed/);
      return (await settled())!;
    };
    const run = await read();
    if (run.state === 'failed') expect(run.failure).toMatch(/./);
    else expect(run).toMatchObject({ peopleRead: people, counts: { add: people } });
    const kept = `select (select count(*)::int from employee where account like 'staged-%') as people,
    (select count(*)::int from source_item where run_id = '${run.id}') as lines`;
    const [left] = await queryDatabase<{ people: number; lines: number }>(dataDir, kept);
    expect(left).toEqual({ people: 0, lines: run.state === 'failed' ? 0 : people });
    expect((await add()).code).toBe(0);
  },
);

test.skipIf(!isSmall)('Without a byte for the log of the database: it stops, and comes back with all that was answered', async () => {
  fill(0);
  // Past the product: what writes nevertheless uses up the log until the database can't go on.
  await queryDatabase(dataDir, `create table flood as select repeat(md5(i::text), 50) as text from generate_series(1, 200000) as i`).catch(
    (error: unknown) => expect(String(error)).toMatch(/No space left|terminat|not accepting|recovery/),
  );
  await expect.poll(async () => (await add()).status, { interval: 200, timeout: 60_000 }).toBe(503);
  rmSync(filler);
  await expect.poll(async () => (await add()).code, { interval: 200, timeout: 60_000 }).toBe(0);
  expect(await total()).toBe(added);
  await expect.poll(async () => (await verifyAudit(dataDir)).output).toMatch(/audit_log: \d+ rows verified/);
  expect(await verifyAudit(dataDir)).toMatchObject({ code: 0 });
  expect(await product.end('SIGTERM')).toBe(0);
});
