import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedAtOnce } from '#kit/testing/sealed.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { systemCaller } from '../caller.ts';
import { createObjects } from '../change/change-objects.ts';
import { lampKind, makeLamps } from '../change/fixtures/lamps.ts';
import { signDays } from './day-root.ts';
import { alignClock, makePartitions, sealAll, startSealer } from './seal.ts';
import { verifyStream } from './verify.ts';
import { writeAudit } from './write-audit.ts';

let database: Database;
let secrets: Secrets;

beforeEach(async () => {
  database = await testDatabase();
  secrets = await openSecrets({ masterKey: 'ab'.repeat(32), keyFile: '/nonexistent/key' });
  await makePartitions(database.db, Date.now());
});
afterEach(() => database.close());

const write = async (name: string): Promise<void> => {
  const caller = systemCaller('test.write');
  caller.touch({ kind: 'thing', id: name, name });
  await writeAudit(database.db, caller, { path: 'test', module: 'kit', code: 0, durationMs: 1 });
};
const sealed = async (count: number): Promise<string[]> => {
  for (let index = 0; index < count; index++) await write(`row ${index}`);
  await seals(count);
  return (await database.db.selectFrom('audit_log').select('id').orderBy('tx').orderBy('id').execute()).map((row) => row.id);
};
const seals = (count: number): Promise<void> => sealedAtOnce({ database, secrets }, count);
const verdict = () => verifyStream(database.db, secrets, 'audit_log');

/** What somebody with the database's password could do: the triggers are off. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client(database.config);
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(statement, values);
  await client.end();
}

test('An untouched chain verifies; new rows wait unsealed and are sealed next; the current month has a partition', async () => {
  await sealed(5);
  await write('late');
  expect(await verdict()).toEqual({ stream: 'audit_log', checked: 5, unsealed: 1, known: 0, damage: null });
  await seals(1);
  expect(await sealAll(database.db, secrets)).toBe(0);
  expect(await verdict()).toMatchObject({ checked: 6, unsealed: 0, damage: null });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log_rest`.execute(database.db);
  expect(rows[0]?.n).toBe(0);
});

test('The first changed, removed, added or re-ordered row is named', async () => {
  const ids = await sealed(6);
  await tamper(`update audit_log set uid = 'somebody else' where id = any($1)`, [[ids[2], ids[4]]]);
  expect((await verdict()).damage).toMatchObject({ what: 'changed', seq: 3, rowId: ids[2] });
  await tamper('delete from audit_log where id = $1', [ids[1]]);
  expect((await verdict()).damage).toMatchObject({ what: 'removed', seq: 2, rowId: ids[1] });
  await tamper(
    `insert into audit_log select gen_random_uuid(), at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_kind, object_id, object_name, object_count, batch_id, detail, code, duration_ms from audit_log where id = $1`,
    [ids[0]],
  );
  expect((await verdict()).damage).toMatchObject({ seq: expect.any(Number), what: expect.stringMatching(/added|removed/) });
});

test('Rows of the time before the newer columns keep verifying, and nothing of those can be put into them', async () => {
  const sent = `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
    values (gen_random_uuid(), $1, 'old', '', '', '', '', '', '', '', '', 0, 0, 0)`;
  await tamper(sent, [Date.now()]);
  await seals(1);
  await sealed(1);
  expect(await verdict()).toMatchObject({ checked: 2, damage: null });
  await tamper(`update audit_log set session_id = 'x' where uid = 'old'`);
  expect((await verdict()).damage).toMatchObject({ what: 'changed', seq: 1 });
  await tamper(`update audit_log set session_id = null where uid = 'old'`);
  await tamper(
    `update audit_log set form = 1, session_id = null, actor_kind = null, actor_paths = null, object_path = null, dangerous = null where uid <> 'old'`,
  );
  expect((await verdict()).damage).toMatchObject({ what: 'changed', seq: 2 });
});

test('Swapped rows, missing seals and a cut-off end are found', async () => {
  const ids = await sealed(6);
  await tamper(
    `update audit_log as a set object_name = b.object_name from audit_log as b where (a.id = $1 and b.id = $2) or (a.id = $2 and b.id = $1)`,
    [ids[3], ids[4]],
  );
  expect((await verdict()).damage).toMatchObject({ what: 'changed', seq: 4 });
  await tamper('delete from audit_seal where seq = 2');
  expect((await verdict()).damage).toMatchObject({ what: 'seal', seq: 2 });
});

test('Rows cut off from the end together with their seals are found, and a forged end too', async () => {
  const ids = await sealed(6);
  await tamper('delete from audit_log where id = $1', [ids[5]]);
  await tamper('delete from audit_seal where seq = 6');
  expect((await verdict()).damage).toMatchObject({ what: 'truncated', seq: 6 });
  await tamper(`update audit_head set seq = 5, hash = (select hash from audit_seal where seq = 5)`);
  expect((await verdict()).damage).toMatchObject({ what: 'truncated', seq: 6, last: { seq: 6 } });
  await tamper('delete from audit_anchor');
  expect((await verdict()).damage).toMatchObject({ what: 'head' });
});

test('A row of a transaction that was still running is sealed after it ended, never skipped', async () => {
  const client = new pg.Client(database.config);
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms) values (gen_random_uuid(), $1, 'slow', '', '', '', '', '', '', '', '', 0, 0, 0)`,
    [Date.now()],
  );
  await write('fast');
  expect(await sealAll(database.db, secrets)).toBe(0);
  await client.query('commit');
  await client.end();
  await seals(2);
  expect(await verdict()).toMatchObject({ checked: 2, damage: null });
  // Of nodes whose clocks are wrong the order of transactions counts, also over the end of a month.
  const month = 31 * 86_400_000;
  for (const wrong of [-5 * 60_000, 5 * 60_000, -month, month])
    await database.pool.query(
      `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms) values (gen_random_uuid(), $1, 'wrong', '', '', '', '', '', '', '', '', 0, 0, 0)`,
      [Date.now() + wrong],
    );
  await seals(4);
  expect(await verdict()).toMatchObject({ checked: 6, damage: null });
  const { rows } = await database.pool.query<{ at: number }>(
    'select l.at from audit_seal s join audit_log l on l.id = s.row_id order by s.seq',
  );
  expect(rows.slice(2).map(({ at }) => Math.sign(at - Date.now()))).toEqual([-1, 1, -1, 1]);
});

test('After a move to a cluster whose transaction ids are lower the order goes on, and a new key seals on', async () => {
  await sealed(2);
  await tamper('update audit_log set tx = tx + 1000000000');
  await tamper('delete from audit_seal');
  await tamper('delete from audit_block');
  await tamper('delete from audit_head');
  await tamper('delete from audit_anchor');
  await alignClock(database.db);
  await alignClock(database.db);
  await write('after the move');
  await seals(3);
  await write('under a new key');
  secrets = await openSecrets({ masterKey: `${'cd'.repeat(32)},${'ab'.repeat(32)}`, keyFile: '/nonexistent/key' });
  await seals(1);
  expect(await verdict()).toMatchObject({ checked: 4, damage: null });
  // A backup brings the clock along, but not the column's default.
  await tamper(
    'alter table audit_log alter column tx set default pg_current_xact_id()::text::bigint; alter table change_operation alter column tx set default pg_current_xact_id()::text::bigint',
  );
  await alignClock(database.db);
  await write('after a second move');
  await seals(1);
  expect(await verdict()).toMatchObject({ checked: 5, damage: null });
});

test('Days that are over are signed for outsiders, each chained to the one before; what does not fit its tree or signature is found', async () => {
  const yesterday = async (): Promise<void> => {
    await tamper('update audit_seal set day = day - 1');
    await tamper('update audit_block set day = day - 1');
  };
  await sealed(3);
  await yesterday();
  await sealed(2);
  await yesterday();
  await sealed(2);
  const noon = (Math.floor(Date.now() / 86_400_000) + 0.5) * 86_400_000;
  expect(await signDays(database.db, secrets, noon)).toBe(2);
  expect(await signDays(database.db, secrets, noon)).toBe(0);
  expect(await verdict()).toMatchObject({ checked: 7, damage: null });
  const days = await database.db.selectFrom('audit_root').selectAll().orderBy('day').execute();
  expect(days.map(({ first_seq, last_seq }) => [first_seq, last_seq])).toEqual([
    [1, 3],
    [4, 5],
  ]);
  expect(days[1]!.previous_root).toEqual(days[0]!.root);
  // Keys that were made elsewhere sign nothing of ours.
  const forged = async (statement: string): Promise<void> => {
    await tamper('create table kept as select * from audit_root');
    await tamper('create table kept_blocks as select * from audit_block');
    await tamper(statement);
    expect([statement, (await verdict()).damage]).toMatchObject([statement, { what: 'root' }]);
    await tamper('delete from audit_root');
    await tamper('insert into audit_root overriding system value select * from kept');
    await tamper('delete from audit_block');
    await tamper('insert into audit_block select * from kept_blocks');
    await tamper('drop table kept, kept_blocks');
  };
  await forged(`update audit_root set root = sha256('x') where first_seq = 1`);
  await forged('update audit_root set last_seq = 2 where first_seq = 1');
  await forged('update audit_root set signature = (select signature from audit_root where first_seq = 4)');
  await forged('delete from audit_root where first_seq = 1');
  await forged(`update audit_block set hash = sha256('x') where first_seq = 6`);
  await forged('delete from audit_block where last_seq = 6 or last_seq = 7');
  expect((await verdict()).damage).toBeNull();
});

test('A bulk of journal lines is sealed in the same chain of its stream', async () => {
  await makeLamps(database);
  const drafts = Array.from({ length: 6000 }, (_, index) => ({ name: `l${index}`, path: 'root.a', fields: { name: `l${index}` } }));
  await database.db.transaction().execute((tx) => createObjects(tx, systemCaller('lamp.add'), lampKind, drafts));
  await seals(6000);
  expect(await verifyStream(database.db, secrets, 'change_operation')).toMatchObject({ checked: 6000, damage: null });
  await tamper(`update change_operation set after = jsonb_set(after, '{name}', '"x"') where object_name = 'l4321'`);
  expect((await verifyStream(database.db, secrets, 'change_operation')).damage).toMatchObject({ what: 'changed', seq: 4322 });
});

test('What is sealed while the chain is walked is no damage', async () => {
  await sealed(3);
  let more = true;
  const progress = async (): Promise<void> => {
    if (!more) return;
    more = false;
    await write('meanwhile');
    await seals(1);
  };
  expect(await verifyStream(database.db, secrets, 'audit_log', { progress })).toMatchObject({ checked: 4, damage: null });
});

test('A row whose transaction ends while the chain is walked is no damage, although later ones were there before', async () => {
  await sealed(3);
  const slow = new pg.Client(database.config);
  await slow.connect();
  await slow.query('begin');
  await slow.query(
    `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms) values (gen_random_uuid(), $1, 'slow', '', '', '', '', '', '', '', '', 0, 0, 0)`,
    [Date.now()],
  );
  await write('quick');
  let more = true;
  const progress = async (): Promise<void> => {
    if (!more) return;
    more = false;
    await slow.query('commit');
    await seals(2);
  };
  expect(await verifyStream(database.db, secrets, 'audit_log', { progress })).toMatchObject({ checked: 5, damage: null });
  await slow.end();
});

test('In a long chain the first damaged row is named wherever it stands, and a forged seal by its own place', async () => {
  await database.pool.query(
    `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms) select gen_random_uuid(), $1, 'many', '', '', '', '', '', '', '', '', 0, 0, n from generate_series(1, 25000) as n`,
    [Date.now()],
  );
  await seals(25_000);
  expect(await verdict()).toMatchObject({ checked: 25_000, damage: null });
  const place = async (seq: number): Promise<string> =>
    (await database.db.selectFrom('audit_seal').select('row_id').where('seq', '=', seq).executeTakeFirstOrThrow()).row_id;
  await tamper(`update audit_seal set tx = tx - 1 where seq = 20000`);
  expect((await verdict()).damage).toMatchObject({ what: 'reordered', seq: 20_000 });
  await tamper(`update audit_seal set hash = sha256('x') where seq = 15001`);
  expect((await verdict()).damage).toMatchObject({ what: 'changed', seq: 15_001 });
  await tamper('delete from audit_log where id = $1', [await place(12_345)]);
  expect((await verdict()).damage).toMatchObject({ what: 'removed', seq: 12_345, rowId: await place(12_345) });
  await tamper(`update audit_block set hash = sha256('x') where last_seq = 10000`);
  expect((await verdict()).damage).toMatchObject({ what: 'root', seq: 10_000 });
  await tamper(`update audit_log set name = 'x' where id = $1`, [await place(10_000)]);
  expect((await verdict()).damage).toMatchObject({ what: 'changed', seq: 10_000, rowId: await place(10_000), at: expect.any(Number) });
  await tamper('delete from audit_seal where seq = 9999');
  expect((await verdict()).damage).toMatchObject({ what: 'seal', seq: 9_999 });
});

test('Two processes that seal at once, of which one is killed again and again, skip no row and double none', async () => {
  const { types: _types, ...config } = database.config;
  const work = async () => {
    const given = JSON.stringify({ config, masterKey: 'ab'.repeat(32) });
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fixtures/sealer.ts'), given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };
  const end = async (child: Awaited<ReturnType<typeof work>>): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const steady = await work();
  let rows = 0;
  try {
    for (let turn = 0; turn < 8; turn++) {
      const victim = await work();
      for (let some = 0; some < 4; some++, rows += 400)
        await database.pool.query(
          `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms) select gen_random_uuid(), $1, 'many', '', '', '', '', '', '', '', '', 0, 0, n from generate_series(1, 400) as n`,
          [Date.now()],
        );
      await new Promise((resolve) => setTimeout(resolve, 3 * turn));
      await end(victim);
      expect((await verdict()).damage).toBeNull();
    }
    await expect.poll(async () => (await verdict()).checked).toBe(rows);
  } finally {
    await end(steady);
  }
  expect(await verdict()).toMatchObject({ checked: rows, unsealed: 0, damage: null });
});

test('Behind damage that is known the walk goes on, and names the next', async () => {
  const ids = await sealed(12);
  await tamper(`update audit_log set name = 'x' where id = $1`, [ids[1]]);
  await tamper('delete from audit_log where id = $1', [ids[3]]);
  await tamper(
    `insert into audit_log (id, at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
    select '00000000-0000-7000-8000-000000000001', at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms from audit_log where id = $1`,
    [ids[6]],
  );
  await tamper('delete from audit_seal where seq = 9');
  await tamper('delete from audit_log where id = $1', [ids[11]]);
  await tamper('delete from audit_seal where seq = 12');
  const known: string[] = [];
  const found: string[] = [];
  for (;;) {
    const { damage, known: met } = await verifyStream(database.db, secrets, 'audit_log', {
      known: ({ what, seq }) => known.includes(`${what} ${seq}`),
    });
    expect(met).toBe(known.length);
    if (!damage) break;
    found.push(`${damage.what} ${damage.seq}`);
    known.push(found.at(-1)!);
  }
  expect(found).toEqual(['changed 2', 'removed 4', 'added 7', 'seal 9', 'truncated 12']);
  await write('after');
  await seals(1);
  const later = await verifyStream(database.db, secrets, 'audit_log', { known: ({ what, seq }) => known.includes(`${what} ${seq}`) });
  expect(later.damage).toMatchObject({ what: 'seal', seq: 12 });
});

test('A server that stops leaves what it could not seal in time to its next start', async () => {
  await database.pool.query(
    `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms) select gen_random_uuid(), $1, 'many', '', '', '', '', '', '', '', '', 0, 0, n from generate_series(1, 12000) as n`,
    [Date.now()],
  );
  const log = { error: () => {} };
  await startSealer(database.db, secrets, log, 0).stop();
  expect((await verdict()).checked).toBeLessThan(12_000);
  await expect.poll(async () => (await startSealer(database.db, secrets, log).stop(), (await verdict()).checked)).toBe(12_000);
});
