import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { attachPart, detachPart, dropPart, PartChanged, partsOf, type LogPart } from './purge.ts';
import { makePartitions, sealAll } from './seal.ts';
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
/** Transactions of other tests on the same server hold the sealing back for a moment. */
async function seals(count: number): Promise<void> {
  let done = 0;
  await expect.poll(async () => (done += await sealAll(database.db, secrets)), { timeout: 10_000 }).toBe(count);
}
const verdict = () => verifyStream(database.db, secrets, 'audit_log');
const uids = async (): Promise<string> =>
  (await database.db.selectFrom('audit_log').select('uid').orderBy('tx').execute()).map(({ uid }) => uid).join(' ');
const partOf = async (number: number): Promise<LogPart> =>
  (await partsOf(database.db, 'audit_log')).find(({ from }) => from === Date.UTC(2024, number - 1, 1))!;
const detach = async (number: number, rows: number, held?: string): Promise<number> => {
  const part = await partOf(number);
  const wish = { ...part, stream: 'audit_log' as const, rows, now: Date.now(), held: held ? sql<boolean>`uid = ${held}` : undefined };
  return database.db.transaction().execute((tx) => detachPart(tx, secrets, wish));
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
