import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { diskLow, jobStuck } from '../../src/kit/server/warning/kit-warnings.ts';
import { watchDisks, watchOperation } from '../../src/kit/server/warning/watch-operation.ts';
import type { JobKind } from '../../src/kit/server/services.ts';
import { systemCaller } from '../../src/kit/server/caller.ts';
import { newId } from '../../src/kit/server/ids.ts';
import { Refusal } from '../../src/kit/server/refusal.ts';
import { bareServices, type BareServices } from '../../src/kit/testing/bare-services.ts';
import { testDatabase } from '../../src/kit/testing/test-database.ts';
import type { Database } from '../../src/platform/database/open-database.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { ruleList, ruleUpdate } from '../../src/modules/warnings/common/rule.contract.ts';
import { warningList } from '../../src/modules/warnings/common/warning.contract.ts';
import { House } from '../access/house.ts';

let database: Database;
let bare: BareServices;
beforeAll(async () => {
  database = await testDatabase();
  bare = await bareServices(database);
});
afterAll(async () => {
  await bare.close();
  await database.close();
});
beforeEach(async () => {
  await sql`truncate warning_event`.execute(database.db);
});
const said = async (db = database.db) => {
  const rows = await db.selectFrom('warning_event').selectAll().orderBy('id').execute();
  return rows.map(({ kind, object_id, object_name, severity, facts, holds }) => ({ kind, object_id, object_name, severity, facts, holds }));
};

test('a disk that fills up is a warning, a critical one below the lower share', async () => {
  const disk = (bavail: number) => async () => ({
    type: 0,
    bsize: 4096,
    blocks: 1000,
    bfree: bavail,
    bavail,
    files: 1,
    ffree: 1,
    frsize: 4096,
  });
  const look = (bavail: number) => watchDisks(bare.services, disk(bavail) as unknown as Parameters<typeof watchDisks>[1]);
  await look(150);
  expect(await said()).toEqual([]);
  await look(149);
  await look(49);
  expect((await said()).filter(({ object_id }) => object_id.endsWith(':data'))).toMatchObject([
    { kind: diskLow.kind, severity: 'warning', facts: { percent: 14.9, free: 149 * 4096 } },
    { kind: diskLow.kind, severity: 'critical', facts: { percent: 4.9 } },
  ]);
  await look(500);
  expect((await said()).at(-1)).toMatchObject({ kind: diskLow.kind, holds: false });
});

test('a job that fails says so in the transaction that ends it, and one that stands still is found', async () => {
  const failing: JobKind<null, null> = {
    kind: 'test.failing',
    title: { namespace: 'kit', key: 'job.title' },
    code: null,
    run: () => Promise.reject(new Refusal(10404)),
  };
  bare.jobs.register(failing);
  const id = await bare.jobs.start(database.db, systemCaller('test'), failing, null);
  bare.jobs.work(bare.services);
  await expect
    .poll(() => said())
    .toMatchObject([{ kind: 'job.failed', object_id: 'test.failing', facts: { jobId: id, person: 'system' } }]);
  await sql`truncate warning_event`.execute(database.db);
  await sql`insert into job (id, kind, uid, caller, state, created_at, started_at, lease_until, lease_owner)
    values (${newId()}, 'elsewhere', 'x', '{"name": "Li"}', 'running', 1, ${Date.now() - 16 * 60_000}, ${Date.now() + 600_000}, ${newId()})`.execute(
    database.db,
  );
  await watchOperation(bare.services);
  expect(await said()).toMatchObject([{ kind: 'job.stuck', object_name: 'elsewhere', facts: { person: 'Li', minutes: 16 } }]);
});

test('a flood of refused sign-ins from one network, and an account that is locked again and again', async () => {
  await sql`delete from job`.execute(database.db);
  const refuse = (address: string, count: number) =>
    sql`insert into login_log (id, at, side, event, result, reason, kind, factor, address, user_agent, count)
    values (${newId()}, ${Date.now()}, 'console', 'refuse', 'refused', 'wrongSecret', 'local', 'none', ${address}, '', ${count})`.execute(
      database.db,
    );
  await refuse('2001:db8:1:2::1', 30);
  await refuse('2001:db8:1:2::2', 21);
  await refuse('192.0.2.7', 50);
  await sql`insert into sign_in_attempt (key, failures, since_at, locked_until, locks) values ('account:li', 5, ${Date.now()}, ${Date.now() + 60_000}, 3)`.execute(
    database.db,
  );
  await watchOperation({ ...bare.services });
  expect((await said()).map(({ kind, object_id, facts }) => [kind, object_id, facts['failures']])).toEqual([
    ['login.attack', '2001:db8:1:2::/64', 51],
    ['login.attack', 'li', 5],
  ]);
});

test('who may do everything from now on is a warning that names who did it', async () => {
  const house = await House.open();
  try {
    const id = await house.person([await house.department('Risk')], 'Risky');
    await house.shape('00000000-0000-7000-8000-000000000101', { employees: [id] });
    const { rows } = await sql<{
      name: string;
      facts: object;
    }>`select object_name as name, facts from warning_event where kind = 'admin.risk'
      union all select object_name, facts from warning where kind = 'admin.risk'`.execute(house.product.database.db);
    expect((await house.boss.call(getUser, {})).openWarnings).toBeGreaterThanOrEqual(0);
    expect(rows).toMatchObject([{ name: 'Risky', facts: { by: expect.any(String) as string, way: 'employee' } }]);
  } finally {
    await house.stop();
  }
}, 60_000);

test('a signed day of a log is told to nobody until its rule is switched on', async () => {
  const house = await House.open();
  const { boss, product } = house;
  const { warnings } = product.services;
  const signed = (id: string) =>
    warnings.raise(product.database.db, {
      kind: 'audit.root',
      object: { kind: 'log', id, name: 'Operations' },
      facts: { day: id, root: 'ab12', key: 'k' },
    });
  const told = async () => (await boss.call(warningList, { pageSize: 100 })).list.map(({ kind }) => kind);
  const rule = (await boss.call(ruleList, { pageSize: 100 })).list.find(({ kind }) => kind === 'audit.root')!;
  expect(rule).toMatchObject({ shipped: true, enabled: false, digest: 'daily' });
  await signed('operation.1');
  await warnings.raise(product.database.db, {
    kind: jobStuck.kind,
    object: { kind: 'job', id: 'j', name: 'A job' },
    facts: { minutes: 20 },
  });
  await expect.poll(told).toContain(jobStuck.kind);
  expect(await told()).not.toContain('audit.root');
  await boss.call(ruleUpdate, { id: rule.id, version: rule.version, enabled: true });
  await signed('operation.2');
  await expect.poll(told).toContain('audit.root');
  await house.stop();
});
