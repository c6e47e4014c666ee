import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedAtOnce } from '#kit/testing/sealed.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { signDays } from './day-root.ts';
import { proveRow } from './prove-row.ts';
import { attachPart, detachPart, dropPart, PartChanged, partsOf, type LogPart } from './purge.ts';
import { makePartitions } from './seal.ts';
import { verifyStream } from './verify.ts';

let database: Database;
let secrets: Secrets;
beforeEach(async () => {
  database = await testDatabase();
  secrets = await openSecrets({ masterKey: 'ab'.repeat(32), keyFile: '/nonexistent/key' });
  await makePartitions(database.db, Date.now());
});
afterEach(() => database.close());

const month = (number: number): number => Date.UTC(2024, number - 1, 10);

async function write(uid: string, at: number): Promise<void> {
  await sql`select make_log_partition('audit_log', ${at})`.execute(database.db);
  await sql`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
    values (gen_random_uuid(), ${at}, ${uid}, '', '', '', '', '', '', '', '', 0, 0, 0)`.execute(database.db);
}
const seals = (count: number): Promise<void> => sealedAtOnce({ database, secrets }, count);
const verdict = () => verifyStream(database.db, secrets, 'audit_log');
const uids = async (): Promise<string> =>
  (await database.db.selectFrom('audit_log').select('uid').orderBy('tx').execute()).map(({ uid }) => uid).join(' ');
const partOf = async (number: number): Promise<LogPart> =>
  (await partsOf(database.db, 'audit_log')).find(({ from }) => from === Date.UTC(2024, number - 1, 1))!;
const detach = async (number: number, rows: number, held?: string): Promise<number> => {
  const part = await partOf(number);
  const request = { ...part, stream: 'audit_log' as const, rows, now: Date.now(), held: held ? sql<boolean>`uid = ${held}` : undefined };
  return database.db.transaction().execute((tx) => detachPart(tx, secrets, request));
};
async function tamper(statement: string): Promise<void> {
  const client = new pg.Client(database.config);
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(statement);
  await client.end();
}
/** Two months whose rows were written in turn, then a third. */
async function history(): Promise<void> {
  for (const [uid, number] of [
    ['a1', 1],
    ['a2', 1],
    ['b1', 2],
    ['a3', 1],
    ['b2', 2],
    ['c1', 3],
  ] as const)
    await write(uid, month(number));
  await seals(6);
}

test('A month goes with its seals and the chain verifies at every step, also where months were mixed', async () => {
  await history();
  expect(await detach(1, 3)).toBe(0);
  expect(await uids()).toBe('b1 b2 c1');
  expect(await verdict()).toMatchObject({ checked: 3, damage: null });
  await dropPart(database.db, 'audit_log_2024_01');
  await dropPart(database.db, 'audit_log_2024_01');
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_seal where stream = 'audit_log'`.execute(database.db);
  expect(rows[0]?.n).toBe(3);
  expect(await verdict()).toMatchObject({ checked: 3, damage: null });
  await detach(2, 2);
  await dropPart(database.db, 'audit_log_2024_02');
  expect(await verdict()).toMatchObject({ checked: 1, damage: null });
  await write('d1', Date.now());
  await seals(1);
  expect(await verdict()).toMatchObject({ checked: 2, damage: null });
});

test('Rows under hold stay in the log and verify; a month that comes back has every row again', async () => {
  await history();
  expect(await detach(1, 2, 'a2')).toBe(1);
  expect(await uids()).toBe('a2 b1 b2 c1');
  expect(await verdict()).toMatchObject({ checked: 4, damage: null });
  const part = { ...(await partOf(1)) };
  await database.db.transaction().execute((tx) => attachPart(tx, part));
  expect(await uids()).toBe('a1 a2 b1 a3 b2 c1');
  expect(await verdict()).toMatchObject({ checked: 6, damage: null });
  await expect(tamper(`update audit_log set name = 'x' where uid = 'a1'`)).resolves.toBeUndefined();
  expect((await verdict()).damage).toMatchObject({ what: 'changed', seq: 1 });
});

test('A hold that ended lets its rows go later; the end of a day stands for days that are gone', async () => {
  await history();
  await tamper(`update audit_seal set day = day - 1`);
  await detach(1, 2, 'a2');
  await dropPart(database.db, 'audit_log_2024_01');
  expect(await detach(1, 1)).toBe(0);
  await dropPart(database.db, 'audit_log_2024_01');
  await detach(2, 2);
  await detach(3, 1);
  await dropPart(database.db, 'audit_log_2024_02');
  await dropPart(database.db, 'audit_log_2024_03');
  expect(await verdict()).toMatchObject({ checked: 0, damage: null });
  const yesterday = Math.floor(Date.now() / 86_400_000) - 1;
  const day = await database.db
    .selectFrom('audit_day')
    .select('seq')
    .where('stream', '=', 'audit_log')
    .where('day', '=', yesterday)
    .execute();
  expect(day).toEqual([{ seq: 6 }]);
  await write('d1', Date.now());
  await seals(1);
  expect(await verdict()).toMatchObject({ checked: 1, damage: null });
  const later = await verifyStream(database.db, secrets, 'audit_log', { fromDay: yesterday + 1 });
  expect(later).toMatchObject({ checked: 1, damage: null });
  await tamper(`update audit_day set mac = sha256('x')`);
  expect((await verdict()).damage).toMatchObject({ what: 'day', seq: 6 });
});

test('What follows a day that went verifies alone, also where a hold kept earlier rows', async () => {
  await write('a1', month(1));
  await write('a2', month(1));
  await write('a3', month(1));
  await seals(3);
  await tamper(`update audit_seal set day = day - 1`);
  await write('b1', month(2));
  await seals(1);
  expect(await detach(1, 2, 'a1')).toBe(1);
  expect(await uids()).toBe('a1 b1');
  const today = Math.floor(Date.now() / 86_400_000);
  expect(await verifyStream(database.db, secrets, 'audit_log', { fromDay: today })).toMatchObject({ checked: 1, damage: null });
  await dropPart(database.db, 'audit_log_2024_01');
  expect(await verifyStream(database.db, secrets, 'audit_log', { fromDay: today })).toMatchObject({ checked: 1, damage: null });
});

test('Nobody without the key can make a month go: forged, widened and missing gaps are found, and so is a dropped partition', async () => {
  await history();
  await tamper('drop table audit_log_2024_03');
  expect((await verdict()).damage).toMatchObject({ what: 'removed', seq: 6 });
  await tamper(
    `insert into audit_gap select stream, 6, 6, (select hash from audit_seal where stream = 'audit_log' and seq = 5), hash, tx, row_id, null, 'x', sha256('x'), (select key_id from audit_head limit 1) from audit_seal where stream = 'audit_log' and seq = 6`,
  );
  expect((await verdict()).damage).toMatchObject({ what: 'removed', seq: 6 });
  await tamper('delete from audit_gap');
  await detach(1, 3);
  await tamper('delete from audit_gap where from_seq = 1');
  expect((await verdict()).damage).toMatchObject({ what: 'removed', seq: 1 });
});

test('A seal or a gap goes only where it may; a month with other rows than were archived, or unsealed ones, stays', async () => {
  await history();
  await expect(database.pool.query('delete from audit_seal where seq = 1')).rejects.toThrow('append-only');
  await expect(detach(1, 2)).rejects.toThrow(PartChanged);
  await write('a4', month(1));
  await expect(detach(1, 4)).rejects.toThrow(PartChanged);
  await seals(1);
  await detach(1, 4);
  await expect(database.pool.query('update audit_gap set to_seq = 6')).rejects.toThrow('append-only');
  await dropPart(database.db, 'audit_log_2024_01');
  await expect(database.pool.query('delete from audit_gap')).rejects.toThrow('append-only');
  expect(await verdict()).toMatchObject({ checked: 3, damage: null });
});

const noon = (Math.floor(Date.now() / 86_400_000) + 0.5) * 86_400_000;
/** Two signed days of January's rows and of both January's and February's; March is of today. */
async function signedHistory(): Promise<void> {
  await write('a1', month(1));
  await write('a2', month(1));
  await seals(2);
  await tamper('update audit_seal set day = day - 1; update audit_block set day = day - 1');
  await write('a3', month(1));
  await write('b1', month(2));
  await write('b2', month(2));
  await seals(3);
  await tamper('update audit_seal set day = day - 1; update audit_block set day = day - 1');
  await write('c1', month(3));
  await seals(1);
  expect(await signDays(database.db, secrets, noon)).toBe(2);
}
const blocks = async (): Promise<number[][]> =>
  (await database.db.selectFrom('audit_block').select(['first_seq', 'last_seq']).orderBy('last_seq').execute()).map((block) => [
    block.first_seq,
    block.last_seq,
  ]);
const days = Math.floor(Date.now() / 86_400_000);
/** What a verification names after such a statement; everything is as it was afterwards. */
async function namedAfter(statement: string): Promise<unknown> {
  const tables = ['audit_log', 'audit_seal', 'audit_gap', 'audit_block', 'audit_root'];
  for (const table of tables) await tamper(`create table kept_${table} as select * from ${table}`);
  await tamper(statement);
  const { damage } = await verdict();
  for (const table of tables) {
    const values = table === 'audit_root' ? 'overriding system value' : '';
    await tamper(`delete from ${table}; insert into ${table} ${values} select * from kept_${table}; drop table kept_${table}`);
  }
  expect((await verdict()).damage).toBeNull();
  return damage && [damage.what, damage.seq, damage.day === null ? null : damage.day - days];
}

test('Blocks go with the last row of their day; roots stay, and what is left of a day leads to its root', async () => {
  await signedHistory();
  const proof = await proveRow(database.db, 'audit_log', 4);
  await detach(1, 3);
  expect(await verdict()).toMatchObject({ checked: 3, damage: null });
  await expect(database.pool.query('delete from audit_block')).rejects.toThrow('append-only');
  await dropPart(database.db, 'audit_log_2024_01');
  expect(await blocks()).toEqual([
    [3, 3],
    [4, 5],
    [6, 6],
  ]);
  expect(await verdict()).toMatchObject({ checked: 3, damage: null });
  expect(await proveRow(database.db, 'audit_log', 4)).toEqual(proof);
  expect(proof).toMatchObject({ block: { first: 4, last: 5 }, path: [expect.anything(), { side: 'left' }] });
  await expect(database.pool.query('delete from audit_block where last_seq = 3')).rejects.toThrow('append-only');
  await expect(database.pool.query('delete from audit_root')).rejects.toThrow('append-only');
  await detach(2, 2);
  await dropPart(database.db, 'audit_log_2024_02');
  expect(await blocks()).toEqual([[6, 6]]);
  expect(await database.db.selectFrom('audit_root').selectAll().execute()).toHaveLength(2);
  expect(await verdict()).toMatchObject({ checked: 1, damage: null });
  expect(await namedAfter(`update audit_root set root = sha256('x') where first_seq = 1`)).toEqual(['root', 2, -2]);
  expect(await namedAfter(`update audit_root set signature = sha256('x') where first_seq = 3`)).toEqual(['root', 5, -1]);
  expect(await namedAfter('delete from audit_root where first_seq = 1')).toEqual(['root', 5, -1]);
});

test('After a month went, damage to the rest of its days, their blocks and roots is named as before', async () => {
  await signedHistory();
  await detach(1, 3);
  await dropPart(database.db, 'audit_log_2024_01');
  expect(await namedAfter(`update audit_log set name = 'x' where uid = 'b1'`)).toEqual(['changed', 4, -1]);
  expect(await namedAfter(`delete from audit_log where uid = 'b2'`)).toEqual(['removed', 5, -1]);
  const columns = 'account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms';
  const doubled = `insert into audit_log (id, at, tx, uid, ${columns}) select gen_random_uuid(), at, tx, 'x', ${columns} from audit_log where uid = 'b2'`;
  expect(await namedAfter(doubled)).toMatchObject([expect.stringMatching(/added|removed/), expect.any(Number), expect.any(Number)]);
  expect(
    await namedAfter(`update audit_log a set name = b.uid from audit_log b where a.uid like 'b_' and b.uid like 'b_' and a.uid <> b.uid`),
  ).toEqual(['changed', 4, -1]);
  expect(await namedAfter(`update audit_block set hash = sha256('x') where last_seq = 3`)).toEqual(['root', 5, -1]);
  expect(await namedAfter('delete from audit_block where last_seq = 3')).toEqual(['root', 5, -1]);
  expect(await namedAfter('update audit_block set first_seq = 3 where last_seq = 5')).toEqual(['root', 5, -1]);
  expect(await namedAfter(`update audit_block set hash = sha256('x') where last_seq = 5`)).toEqual(['root', 5, -1]);
  // With its blocks, a day of which rows are left looks like one that went.
  expect(await namedAfter('delete from audit_block where last_seq <= 5')).toEqual(['root', 4, -1]);
  expect(await namedAfter('delete from audit_block')).toEqual(['root', 4, -1]);
  expect(await namedAfter(`update audit_root set previous_root = sha256('x') where first_seq = 3`)).toEqual(['root', 5, -1]);
  expect(await namedAfter('update audit_gap set to_seq = 5')).toMatchObject(['removed', 1, null]);
});

test('Rows that a hold kept of a block verify by their chain; their block waits for the last of its day', async () => {
  await signedHistory();
  await detach(1, 2, 'a2');
  await dropPart(database.db, 'audit_log_2024_01');
  expect(await blocks()).toEqual([
    [1, 2],
    [3, 3],
    [4, 5],
    [6, 6],
  ]);
  expect(await verdict()).toMatchObject({ checked: 4, damage: null });
  expect(await proveRow(database.db, 'audit_log', 2)).toBe('purged');
  expect(await namedAfter(`update audit_log set name = 'x' where uid = 'a2'`)).toEqual(['changed', 2, -2]);
  expect(await namedAfter(`update audit_block set hash = sha256('x') where last_seq = 2`)).toEqual(['root', 2, -2]);
  expect(await detach(1, 1)).toBe(0);
  await dropPart(database.db, 'audit_log_2024_01');
  expect(await blocks()).toEqual([
    [3, 3],
    [4, 5],
    [6, 6],
  ]);
  expect(await verdict()).toMatchObject({ checked: 3, damage: null });
});

test('A month that goes while the chain is walked is no damage', async () => {
  await write('b', month(2));
  await sql`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
    select gen_random_uuid(), ${month(2)}, 'b', '', '', '', '', '', '', '', '', 0, 0, 0 from generate_series(1, 9999)`.execute(database.db);
  await write('a', month(1));
  await write('c', month(3));
  await seals(10_002);
  let goes = true;
  const progress = async (): Promise<void> => {
    if (goes) await detach(1, 1);
    goes = false;
  };
  const { checked, damage } = await verifyStream(database.db, secrets, 'audit_log', { progress });
  // What comes after the first piece may have been read before the month went.
  expect([[10_001, 10_002].includes(checked), damage]).toEqual([true, null]);
  expect(goes).toBe(false);
});
