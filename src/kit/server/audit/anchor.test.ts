import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedAtOnce } from '#kit/testing/sealed.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { systemCaller } from '../caller.ts';
import { createObjects } from '../change/change-objects.ts';
import { lampKind, makeLamps } from '../change/fixtures/lamps.ts';
import { keepOutside, outsideOf } from './anchor-file.ts';
import { signDays } from './day-root.ts';
import { heldRoots, lostRoots } from './held-roots.ts';
import { noteRestore } from './note-restore.ts';
import { makePartitions } from './seal.ts';
import type { VerifyRequest } from './verdict.ts';
import { verifyStream } from './verify.ts';
import { writeAudit } from './write-audit.ts';

const masterKey = 'ab'.repeat(32);
let database: Database;
let secrets: Secrets;
let folder: string;

beforeEach(async () => {
  database = await testDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-anchor-'));
  secrets = await openSecrets({ masterKey, keyFile: '/nonexistent/key' });
  await makePartitions(database.db, Date.now());
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const seals = (count: number): Promise<void> => sealedAtOnce({ database, secrets }, count);
async function sealed(count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await writeAudit(database.db, systemCaller('test.write'), { path: 'test', module: 'kit', code: 0, durationMs: 1 });
  await seals(count);
}
const keep = () => keepOutside(database.db, secrets, folder);
const verdict = (request: VerifyRequest = {}) => verifyStream(database.db, secrets, 'audit_log', request);
const verdictHere = async (request: VerifyRequest = {}) => verdict({ ...request, outside: await outsideOf(database.db, secrets, folder) });
const journal = () => verifyStream(database.db, secrets, 'change_operation');

/** What somebody with the database's password could do: the triggers are off. */
async function tamper(...statements: string[]): Promise<void> {
  const client = new pg.Client(database.config);
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const statement of statements) await client.query(statement);
  await client.end();
}
const sealTables = ['audit_seal', 'audit_head', 'audit_block', 'audit_day', 'audit_root'];
const empty = (...tables: string[]) => tamper(...tables.map((table) => `delete from ${table}`));
const dayBack = () => tamper('update audit_seal set day = day - 1', 'update audit_block set day = day - 1');
const noon = (): number => (Math.floor(Date.now() / 86_400_000) + 0.5) * 86_400_000;

test('An edited batch is found by each of its lines, a deleted one by name, and its counts may grow', async () => {
  await makeLamps(database);
  const drafts = ['one', 'two'].map((name) => ({ name, path: 'root.a', fields: { name } }));
  await database.db.transaction().execute((tx) => createObjects(tx, systemCaller('lamp.add'), lampKind, drafts, { reason: 'why' }));
  await seals(2);
  expect(await journal()).toMatchObject({ checked: 2, damage: null });
  const edits = {
    uid: `'somebody else'`,
    name: `'X'`,
    reason: 'null',
    at: 'at + 1',
    address: `'10.0.0.1'`,
    request_id: `'x'`,
    operation: `'x'`,
    source: `'sync'`,
    revert_of: 'gen_random_uuid()',
  };
  for (const [column, value] of Object.entries(edits)) {
    await tamper('create table kept as select * from change_batch', `update change_batch set ${column} = ${value}`);
    expect([column, (await journal()).damage]).toMatchObject([column, { what: 'changed', seq: 1 }]);
    await tamper('delete from change_batch', 'insert into change_batch select * from kept', 'drop table kept');
  }
  await tamper(`update change_batch set counts = '{}'`);
  expect((await journal()).damage).toBeNull();
  await tamper('update change_operation set form = 1 where seq = 1');
  expect((await journal()).damage).toMatchObject({ what: 'changed', seq: 2 });
  await tamper('update change_operation set form = 2');
  // The database itself refuses what is done by mistake.
  await expect(database.pool.query(`update change_batch set reason = 'x'`)).rejects.toThrow('append-only');
  await expect(database.pool.query('delete from change_batch')).rejects.toThrow('append-only');
  await empty('change_batch');
  expect((await journal()).damage).toMatchObject({ what: 'batch', seq: 1, rowId: expect.any(String) });
});

test('Lines that were sealed before their batch was keep verifying', async () => {
  await makeLamps(database);
  const caller = systemCaller('lamp.add');
  await database.db
    .transaction()
    .execute((tx) => createObjects(tx, caller, lampKind, [{ name: 'old', path: 'root.a', fields: { name: 'old' } }]));
  await tamper('update change_operation set form = 1');
  await seals(1);
  await tamper(`update change_batch set reason = 'what an earlier version did not seal'`);
  expect(await journal()).toMatchObject({ checked: 1, damage: null });
  await tamper('update change_operation set form = 2');
  expect((await journal()).damage).toMatchObject({ what: 'changed', seq: 1 });
});

test('A log emptied together with its seals is cut off on the first day and later, and stays so when sealing goes on', async () => {
  await sealed(3);
  await empty('audit_log', 'audit_seal', 'audit_head', 'audit_block');
  const cut = { what: 'truncated', seq: 3, last: { seq: 3, at: expect.any(Number) } };
  expect(await verdict()).toMatchObject({ checked: 0, damage: cut });
  // Sealing begins again, and grows beyond what was there.
  await sealed(5);
  expect(await verdict()).toMatchObject({ checked: 5, damage: cut });
  const known: VerifyRequest['known'] = ({ what, seq }) => what === 'truncated' && seq === 3;
  expect(await verdict({ known })).toMatchObject({ checked: 5, known: 1, damage: null });
  await dayBack();
  await sealed(1);
  await signDays(database.db, secrets, noon());
  await empty('audit_log', ...sealTables);
  expect((await verdict({ known })).damage).toMatchObject({ what: 'truncated', last: { seq: 6 } });
});

test('Without anchors the signed days tell how far the log went', async () => {
  await sealed(3);
  await dayBack();
  await sealed(1);
  await signDays(database.db, secrets, noon());
  await empty('audit_log', 'audit_seal', 'audit_head', 'audit_anchor');
  expect((await verdict()).damage).toMatchObject({ what: 'truncated', seq: 3, last: { seq: 3 } });
});

test('An end that is cut off with its seals and a head that is put back are found, also after the sealer went on', async () => {
  await sealed(3);
  await tamper('create table kept as select * from audit_head');
  await sealed(2);
  await tamper(
    `delete from audit_log where id in (select row_id from audit_seal where seq > 3)`,
    'delete from audit_seal where seq > 3',
    'delete from audit_block where last_seq > 3',
    'delete from audit_head',
    'insert into audit_head select * from kept',
  );
  const cut = { what: 'truncated', last: { seq: 5 } };
  expect(await verdict()).toMatchObject({ checked: 3, damage: cut });
  await sealed(4);
  expect(await verdict()).toMatchObject({ checked: 7, damage: cut });
});

test('Nobody without the key moves an anchor, and blocks that are emptied are missed', async () => {
  await sealed(3);
  await expect(database.pool.query('delete from audit_anchor')).rejects.toThrow('only moves on');
  await tamper('create table kept as select * from audit_anchor', 'update audit_anchor set seq = 2');
  expect((await verdict()).damage).toMatchObject({ what: 'head', seq: 2 });
  await tamper('delete from audit_anchor', 'insert into audit_anchor select * from kept');
  await empty('audit_block');
  expect((await verdict()).damage).toMatchObject({ what: 'root', seq: 1 });
});

test('A database that is put back as a whole is cut off by what its data folder knows; the folder lags and never leads', async () => {
  await sealed(3);
  await keep();
  await sealed(2);
  // A process that was killed before it noted the last two.
  expect((await verdictHere()).damage).toBeNull();
  await keep();
  const tables = ['audit_log', 'audit_anchor', ...sealTables];
  await empty(...tables);
  await sealed(1);
  const cut = { what: 'truncated', last: { seq: 5, at: expect.any(Number) } };
  expect((await verdict()).damage).toBeNull();
  expect((await verdictHere()).damage).toMatchObject(cut);
  // The folder goes on noting and forgets nothing.
  await keep();
  await sealed(9);
  await keep();
  expect((await verdictHere()).damage).toMatchObject(cut);
  const { anchors } = await outsideOf(database.db, secrets, folder);
  expect(anchors.map(({ seq }) => seq)).toEqual([10, 5]);
});

test('A restored backup is no damage for any data folder; what is put back by hand after it is', async () => {
  const other = mkdtempSync(path.join(tmpdir(), 'wheelhouse-anchor-'));
  const settings = { masterKey, keyFile: '/nonexistent/key', dataDir: folder };
  await sealed(5);
  await keep();
  await keepOutside(database.db, secrets, other);
  // As a backup from before the first of these rows leaves it.
  await empty('audit_log', 'audit_anchor', ...sealTables);
  expect((await verdictHere()).damage).toMatchObject({ what: 'truncated' });
  const client = await database.pool.connect();
  await noteRestore(client, settings);
  client.release();
  expect((await verdictHere()).damage).toBeNull();
  expect((await verdict({ outside: await outsideOf(database.db, secrets, other) })).damage).toBeNull();
  // A note that somebody else wrote excuses nothing.
  await tamper(`update audit_restore set mac = sha256('x')`);
  expect((await verdict({ outside: await outsideOf(database.db, secrets, other) })).damage).toMatchObject({ what: 'truncated' });
  await empty('audit_restore');
  // A backup of a version without that table: the folder tells the database.
  await keep();
  expect((await verdict({ outside: await outsideOf(database.db, secrets, other) })).damage).toBeNull();
  await sealed(2);
  await keep();
  await empty('audit_log', 'audit_anchor', ...sealTables);
  expect((await verdictHere()).damage).toMatchObject({ what: 'truncated', last: { seq: 2 } });
  rmSync(other, { recursive: true });
});

test('A note in the data folder that was changed is told, and not written over', async () => {
  await sealed(2);
  await keep();
  const file = path.join(folder, 'audit-anchor.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('\\"seq\\":2', '\\"seq\\":1'));
  expect((await verdictHere()).damage).toMatchObject({ what: 'head', seq: 0 });
  await expect(keep()).rejects.toThrow('is not as this installation wrote it');
});

test('Roots that left are looked for', async () => {
  await sealed(2);
  await dayBack();
  await sealed(1);
  await signDays(database.db, secrets, noon());
  const root = (await database.db.selectFrom('audit_root').select('root').executeTakeFirstOrThrow()).root.toString('hex');
  const held = heldRoots(`from a mail\nDay 2026-01-01 of audit_log is signed: ${root}\nDay 2026-01-02: ${'ef'.repeat(32)}\n`);
  expect(held).toHaveLength(2);
  expect((await lostRoots(database.db, held)).map(({ root: lost }) => lost)).toEqual(['ef'.repeat(32)]);
});
