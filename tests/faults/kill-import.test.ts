import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { employeeImportPreview } from '../../src/modules/user-centre/common/employee-bulk.contract.ts';
import { employeeAdd, employeeList } from '../../src/modules/user-centre/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/user-centre/common/root.ts';
import { sampleHeader, sampleRows } from '../../src/modules/user-centre/server/sample-sheet.ts';
import { writeXlsx } from '../../src/platform/sheets/write-xlsx.ts';
import {
  endAll,
  longestStart,
  postmasterOf,
  serversOf,
  startProcess,
  testFolder,
  verifyAudit,
  type ProductProcess,
} from './process-product.ts';
import { planIdOf, WireClient } from './wire-client.ts';

const people = 4_000;
const bad = 13;
let dataDir = '';
let product: ProductProcess;
let admin: WireClient;
let planId = '';
let planned = 0;
const added = new Set<string>();

beforeAll(async () => {
  dataDir = testFolder();
  product = await startProcess(dataDir);
  admin = await new WireClient(product).signIn();
});
afterAll(endAll);

const sheet = (): Promise<Buffer> =>
  buffer(writeXlsx(sampleRows({ people, departments: 60, bad, seed: 7, language: 'en_US' }), { sheet: 'People', header: sampleHeader('en_US') }));

/** kill -9, and the start after it: quick, with one database server that is not the old one. */
async function killAndStart(): Promise<void> {
  const before = postmasterOf(dataDir);
  expect(before).toBeGreaterThan(0);
  await product.end('SIGKILL');
  product = await startProcess(dataDir);
  expect(product.startMillis).toBeLessThan(longestStart);
  const after = postmasterOf(dataDir);
  expect(after).not.toBe(before);
  expect(serversOf(dataDir)).not.toContain(before);
  admin = admin.at(product);
}

/** Adds people one after another, noting who was acknowledged, until the process is gone. */
async function addUntilGone(prefix: string): Promise<void> {
  for (let at = 0; ; at += 1) {
    const account = `${prefix}-${at}`;
    const answer = await admin.ask(employeeAdd, { account, name: account, assignments: [{ departmentId: rootDepartmentId, primary: true }] });
    if (answer.status === 0) return;
    if (answer.code === 0) added.add(account);
  }
}

async function assertAdded(): Promise<void> {
  for (const account of added) {
    const { list } = await admin.call(employeeList, { text: account, pageSize: 100 });
    expect(list.filter((row) => row.account === account)).toHaveLength(1);
  }
}

test('killed while a file is uploaded and while it is read: the upload is repeated, the reading goes on by itself', async () => {
  const content = await sheet();
  const cut = admin.tryUpload('people.xlsx', content);
  await sleep(5);
  await killAndStart();
  await cut;
  const fileId = await admin.upload('people.xlsx', content);
  const { jobId } = await admin.call(employeeImportPreview, { fileId });
  await expect.poll(async () => (await admin.call(getJob, { id: jobId })).done, { interval: 5 }).toBeGreaterThan(0);
  await killAndStart();
  planId = planIdOf(await admin.jobEnd(jobId));
  const plan = await admin.call(getPlan, { id: planId });
  expect(plan).toMatchObject({ state: 'planned', counts: { refused: bad } });
  planned = plan.counts.create ?? 0;
  expect(planned).toBe(people);
});

test('killed while a plan is applied, twice: it goes on where it stood, and every planned person exists once', async () => {
  const { counts } = await admin.call(getPlan, { id: planId });
  const { jobId } = await admin.call(applyPlan, { id: planId, expected: counts });
  let seen = 0;
  for (const at of ['first', 'second']) {
    const adding = addUntilGone(at);
    await expect.poll(async () => (await admin.call(getJob, { id: jobId })).done, { interval: 5, timeout: 30_000 }).toBeGreaterThan(seen);
    seen = (await admin.call(getJob, { id: jobId })).done;
    await killAndStart();
    await adding;
  }
  const plan = await admin.call(getPlan, { id: planId });
  await admin.jobEnd(jobId);
  const after = await admin.call(getPlan, { id: planId });
  // What the plan said was done before the kill is part of the whole.
  expect(after.outcome.create).toBeGreaterThanOrEqual(plan.outcome.create ?? 0);
  expect(after).toMatchObject({ state: 'applied', outcome: { create: planned } });
  expect(added.size).toBeGreaterThan(0);
  await assertAdded();
});
