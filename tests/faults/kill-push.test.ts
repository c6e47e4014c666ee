import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { addressOf } from '../../src/kit/common/contract.ts';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { account } from '../../src/modules/public-accounts/common/account.contract.ts';
import { audienceDepartments } from '../../src/modules/public-accounts/common/audience.contract.ts';
import { material } from '../../src/modules/public-content/common/material.contract.ts';
import { pushAdd, pushLedger, pushPreview } from '../../src/modules/public-pushes/common/push.contract.ts';
import { manyPeople, peopleColumns } from '../../src/modules/public-pushes/testing/many-people.ts';
import { testPassword } from '../product.ts';
import { isNightly, seedOf } from '../share.ts';
import { endAll, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end here, on a machine that is shared.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const [people, kills, perSecond] = isNightly ? [20_000, 30, 300] : [2_000, 3, 250];
const database = `faults_${randomBytes(6).toString('hex')}`;
let env: Record<string, string> = {};
let folder = '';
let pool: pg.Pool;

beforeAll(async () => {
  const server = inject('testServer');
  await administer(`create database ${database}`);
  folder = testFolder();
  env = {
    DATABASE_URL: `postgres://${server.user}@localhost:${server.port}/${database}?host=${encodeURIComponent(server.host)}`,
    FILE_STORE: path.join(folder, 'files'),
    MASTER_KEY: '5b'.repeat(32),
  };
  pool = new pg.Pool({ ...server, database, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await endAll();
  await administer(`drop database if exists ${database} with (force)`);
});

/** Chance that can be had again (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('Two processes send one push and are killed again and again: everybody gets exactly one message, and the ledger adds up in every reading', async () => {
  const processes = [await start('a'), await start('b')];
  const admin = await new WireClient(processes[0]!).signIn();
  const departmentId = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '全员' } })).id;
  const { id: first } = await admin.call(employeeAdd, { account: 'fan', name: 'Fan', assignments: [{ departmentId, primary: true }] });
  const { rows: columns } = await pool.query<{ name: string }>(peopleColumns);
  await pool.query(manyPeople(columns.map(({ name }) => name)), [first, people - 1]);
  const draft = { name: { zh_CN: '新闻' }, code: 'news', ownerDeptId: departmentId, managerIds: [first], quietHours: [] };
  const { id: snoId } = await admin.call(account.add, {
    ...draft,
    ratePerSecond: perSecond,
    cap: { perPersonPerDay: 0, perPersonPerWeek: 0 },
  });
  await admin.call(audienceDepartments.add, { snoId, ids: [departmentId], mode: 'forced' });
  const { id: textId } = await admin.call(material.add, { snoId, kind: 'text', name: 'Text', text: { zh_CN: '通知' } });
  admin.token = (await admin.call(confirm, { password: testPassword })).accessToken;
  const shown = await admin.call(pushPreview, { snoId, content: { kind: 'text', id: textId }, audience: { all: true } });
  expect(shown).toMatchObject({ targets: people, needsStepUp: true });
  const pushId = await send(processes[0]!, admin.token, shown);

  const chance = chanceOf(seedOf(15));
  const readings: Awaited<ReturnType<typeof read>>[] = [];
  /** The four states and their sum, as a process answers them, if one is there. */
  async function read() {
    const [alive] = processes;
    const answer = alive && (await admin.at(alive).ask(pushLedger, { id: pushId }));
    return answer?.code === 0 ? pushLedger.reply.parse(answer.data) : undefined;
  }
  for (let round = 0; round < kills; round += 1) {
    await sleep(300 + chance() * 1_200);
    readings.push(await read());
    const victim = processes.splice(Math.floor(chance() * processes.length), 1)[0]!;
    await victim.end('SIGKILL');
    processes.push(await start(`${round}`));
  }
  await expect
    .poll(
      async () => {
        const one = await read();
        readings.push(one);
        return one?.state;
      },
      { timeout: 300_000, interval: 250 },
    )
    .toBe('finished');
  for (const one of readings) {
    if (!one) continue;
    expect(one.delivered + one.failed + one.skipped + one.withheld).toBe(one.targets);
    if (one.state === 'finished') expect(one.withheld).toBe(0);
  }
  expect(readings.at(-1)).toMatchObject({ targets: people, delivered: people, failed: 0, skipped: 0, withheld: 0 });
  const { rows } = await pool.query<{ n: number; people: number }>(
    `select count(*)::int as n, count(distinct c.other_id)::int as people from im_message m
     join im_conversation c on c.id = m.conversation_id and c.account_id = $1 where m.kind = 'content'`,
    [snoId],
  );
  expect(rows[0]).toEqual({ n: people, people });
  const { rows: tied } = await pool.query<{ n: number }>(
    `select count(*)::int as n from push_target t join im_message m on m.id = t.message_id where t.push_id = $1 and t.state = 1`,
    [pushId],
  );
  expect(tied[0]!.n).toBe(people);
});

const start = (name: string): Promise<ProductProcess> => startProcess(path.join(folder, name), env);

async function send(at: ProductProcess, token: string, shown: { token: string; targets: number }): Promise<string> {
  const response = await fetch(at.origin + addressOf(pushAdd), {
    method: 'POST',
    headers: { accesstoken: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ previewToken: shown.token, expectedTargets: shown.targets }),
  });
  const answer = (await response.json()) as { code: number; msg: string; data: { id: string } };
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.id;
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('testServer'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
