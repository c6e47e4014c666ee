import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { employeeImportPreview } from '../../src/modules/people/common/employee-bulk.contract.ts';
import { employeeAdd, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { importColumns, type ImportColumn } from '../../src/modules/people/common/import-columns.ts';
import { sampleHeader, sampleRows } from '../../src/modules/people/server/import/sample-sheet.ts';
import { writeXlsx } from '../../src/platform/sheets/write-xlsx.ts';
import {
  endAll,
  postmasterOf,
  queryDatabase,
  serversOf,
  startProcess,
  testFolder,
  verifyAudit,
  type ProductProcess,
} from './process-product.ts';
import { planIdOf, WireClient } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const people = 3_000;
const departments = 60;
const bad = 13;
const late = 200;
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
afterAll(() => endAll());

const workbook = (rows: Iterable<string[]>): Promise<Buffer> => buffer(writeXlsx(rows, { sheet: 'People', header: sampleHeader('en_US') }));
const sheet = (): Promise<Buffer> => workbook(sampleRows({ people, departments, bad, seed: 7, language: 'en_US' }));

/** A few more people, in departments that are there already. */
function lateSheet(): Promise<Buffer> {
  const unique = new Set<ImportColumn>(['account', 'employeeNo', 'mobile', 'email', 'personalEmail']);
  const rows = [...sampleRows({ people: late, departments, seed: 7, language: 'en_US' })];
  return workbook(rows.map((row, at) => row.map((cell, column) => renamed(importColumns[column]!, cell, at))));
  function renamed(column: ImportColumn, cell: string, at: number): string {
    if (column === 'account') return `late-${at}`;
    return unique.has(column) ? '' : cell;
  }
}

/** kill -9, and the start after it: quick, with one database server that is not the old one. */
async function killAndStart(): Promise<void> {
  const before = postmasterOf(dataDir);
  expect(before).toBeGreaterThan(0);
  await product.end('SIGKILL');
  product = await startProcess(dataDir);
  const after = postmasterOf(dataDir);
  expect(after).not.toBe(before);
  expect(serversOf(dataDir)).not.toContain(before);
  admin = admin.at(product);
}

/** Adds people one after another, noting who was acknowledged, until the process is gone. */
async function addUntilGone(prefix: string): Promise<void> {
  for (let at = 0; ; at += 1) {
    const account = `${prefix}-${at}`;
    const answer = await admin.ask(employeeAdd, {
      account,
      name: account,
      assignments: [{ departmentId: rootDepartmentId, primary: true }],
    });
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
  await expect.poll(async () => (await admin.call(getJob, { id: jobId })).done, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
  await killAndStart();
  planId = planIdOf(await admin.jobEnd(jobId));
  const plan = await admin.call(getPlan, { id: planId });
  expect(plan).toMatchObject({ state: 'planned', counts: { refused: bad } });
  planned = plan.counts.create ?? 0;
  // Departments that only the file knows are made with their people.
  expect(planned).toBeGreaterThanOrEqual(people);
  expect(planned).toBeLessThanOrEqual(people + departments);
});

test('killed while a plan is applied, twice: it goes on where it stood, and every planned person exists once', async () => {
  const { counts } = await admin.call(getPlan, { id: planId });
  const { jobId } = await admin.call(applyPlan, { id: planId, expected: counts });
  let seen = 0;
  for (const at of ['first', 'second']) {
    const adding = addUntilGone(at);
    await expect.poll(async () => (await admin.call(getJob, { id: jobId })).done, { interval: 5, timeout: 60_000 }).toBeGreaterThan(seen);
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

test('killed the moment a plan is done: it stays done, nothing is written twice, the chains of audit and journal are whole', async () => {
  const again = await admin.planOf(await admin.upload('late.xlsx', await lateSheet()));
  const { counts } = await admin.call(getPlan, { id: again });
  const { jobId } = await admin.call(applyPlan, { id: again, expected: counts });
  await expect.poll(async () => (await admin.call(getPlan, { id: again })).state, { interval: 2, timeout: 60_000 }).toBe('applied');
  await killAndStart();
  await admin.jobEnd(jobId);
  expect(await admin.call(getPlan, { id: again })).toMatchObject({ state: 'applied', outcome: { create: late } });

  const [row] = await queryDatabase<{ there: number; planned: number; journaled: number }>(
    dataDir,
    `select count(*) as there, count(*) filter (where account !~ '^(first|second)-') as planned,
      (select count(*) from change_operation where kind = 'employee' and action = 'create') as journaled
    from employee where account <> 'admin'`,
  );
  expect(row?.planned).toBe(people + late);
  expect(row?.journaled).toBe(row?.there);
  // Each kill may have swallowed the answer to one person added beside the import.
  expect(row?.there).toBeGreaterThanOrEqual(people + late + added.size);
  expect(row?.there).toBeLessThanOrEqual(people + late + added.size + 2);
  const verified = await verifyAudit(dataDir);
  expect(verified.output).toMatch(/audit_log: \d+ rows verified/);
  expect(verified.output).toMatch(/change_operation: \d+ rows verified/);
  expect(verified.code).toBe(0);
});
