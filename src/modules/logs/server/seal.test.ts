import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Input } from '#kit/common/contract.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { signDays } from '#kit/server/audit/day-root.ts';
import type { Services } from '#kit/server/services.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { logExport } from '../common/export.contract.ts';
import { operationList } from '../common/operation-log.contract.ts';
import { operationLog } from '../common/permissions.ts';
import * as contract from '../common/seal.contract.ts';
import { logsModule } from './module.ts';
import { sealNightly } from './seal.verify.ts';

let served: TestModules;
beforeEach(async () => {
  served = await serveModules(...peopleModules, logsModule);
  served.work();
});
afterEach(() => served.close());

const dayMillis = 86_400_000;
const today = (): number => Math.floor(Date.now() / dayMillis) * dayMillis;

/** Sealed rows of the operation log, in the order of their places. */
async function sealed(count: number): Promise<{ id: string; seq: number }[]> {
  for (let index = 0; index < count; index++)
    await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: `Sealed ${count} ${index}` } });
  const seals = () =>
    served.database.pool.query<{ id: string; seq: number }>(
      `select row_id as id, seq::int as seq from audit_seal where stream = 'audit_log' order by seq`,
    );
  // Transactions of other tests on the same server hold the sealing back for a moment.
  await expect.poll(async () => (await served.seal(), (await seals()).rows.length)).toBeGreaterThanOrEqual(count);
  return (await seals()).rows;
}

/** What the owner of the database can do: the triggers are off. */
async function tamper(...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> {
  const client = new pg.Client(served.database.config);
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const [statement, ...values] of statements) await client.query(statement, values);
  await client.end();
}

/** Verifies and answers the first bad row of the operation log, with the words in which the job ended. */
async function verify(input: { log?: contract.SealedLog; from?: number; to?: number } = {}) {
  const { jobId, id } = await served.boss.call(contract.sealVerify, input);
  await expect.poll(async () => (await served.boss.call(getJob, { id: jobId })).endedAt).not.toBeNull();
  const [run] = (await served.boss.call(contract.sealRuns, {})).list;
  expect(run?.id).toBe(id);
  const { error } = await served.boss.call(getJob, { id: jobId });
  return { run: run!, error, bad: run!.findings.find(({ log }) => log === 'operation')?.bad };
}

test('Days stand with their rows; a verification of unharmed logs says so and the job ends well', async () => {
  const rows = await sealed(3);
  const { run, error } = await verify();
  expect(error).toBeNull();
  expect(run).toMatchObject({ state: 'ok', log: null, from: null, to: null });
  expect(run.findings.map(({ log, bad }) => [log, bad])).toEqual([
    ['operation', null],
    ['change', null],
    ['login', null],
    ['read', null],
  ]);
  expect(run.findings[0]?.checked).toBe(rows.length);
  const { list } = await served.boss.call(contract.sealList, { log: ['operation'] });
  expect(list).toMatchObject([{ log: 'operation', day: today(), rows: rows.length, firstSeq: 1, lastSeq: rows.length, state: 'open' }]);
  const words = (await served.boss.call(operationList, { word: ['seal.verify'] })).list;
  expect(words).toMatchObject([{ what: 'Verified the seals of the logs', result: 'ok' }]);
});

test('An edited byte, a deleted, an inserted and a moved row and a cut-off end are named exactly', async () => {
  const rows = await sealed(8);
  const place = (seq: number) => rows[seq - 1]!.id;
  const at = (kind: string, seq: number, rowId: string | null) => ({ log: 'operation', day: today(), kind, seq, rowId });
  const last = rows.length;
  // From the end to the beginning: each damage is found before the one that was done earlier.
  await tamper(
    ['delete from audit_log where id = $1', place(last)],
    [`delete from audit_seal where stream = 'audit_log' and seq = ${last}`],
  );
  expect((await verify()).bad).toMatchObject({ ...at('cutOff', last, null), last: { seq: last } });
  await tamper(['delete from audit_log where id = $1', place(7)]);
  expect((await verify()).bad).toMatchObject(at('missing', 7, place(7)));
  await tamper([
    'update audit_log a set tx = b.tx from audit_log b where (a.id = $1 and b.id = $2) or (a.id = $2 and b.id = $1)',
    place(5),
    place(6),
  ]);
  expect((await verify()).bad).toMatchObject({ log: 'operation', kind: 'reordered', seq: 5 });
  await tamper([
    `insert into audit_log (id, at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
      select '00000000-0000-7000-8000-000000000001', at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms from audit_log where id = $1`,
    place(4),
  ]);
  expect((await verify()).bad).toMatchObject(at('inserted', 4, '00000000-0000-7000-8000-000000000001'));
  await tamper([`update audit_log set name = overlay(name placing 'x' from 1) where id = $1`, place(2)]);
  const { bad, run, error } = await verify();
  expect(bad).toMatchObject(at('changed', 2, place(2)));
  expect(run.state).toBe('broken');
  expect(error).toMatchObject({
    code: 19020,
    message: `The seal of Operations ${new Date(today()).toISOString().slice(0, 10)} is broken at row 2: changed`,
  });
  expect((await served.boss.call(contract.sealList, { log: ['operation'] })).list[0]?.state).toBe('broken');
  const { rows: warned } = await served.database.pool.query(
    `select kind, object_id, facts from warning_event where kind = 'audit.seal' order by id desc limit 1`,
  );
  expect(warned).toMatchObject([{ kind: 'audit.seal', object_id: 'operation', facts: { place: 2 } }]);
});

test('A day that is over is signed, verified alone and found broken alone; a forged signature is one', async () => {
  await sealed(2);
  // The rows were sealed yesterday: what is sealed next ends that day.
  await tamper([`update audit_seal set day = day - 1`]);
  const rows = await sealed(4);
  const days = async () => (await served.boss.call(contract.sealList, { log: ['operation'] })).list;
  const [now, before] = await days();
  expect([now?.state, before?.state]).toEqual(['open', 'sealed']);
  expect(before).toMatchObject({ day: today() - dayMillis, firstSeq: 1 });
  expect(now).toMatchObject({ firstSeq: before!.lastSeq + 1, lastSeq: rows.length });
  const yesterday = { log: 'operation', from: before!.day, to: before!.day } as const;
  expect((await verify(yesterday)).run).toMatchObject({ state: 'ok', rows: before!.rows });
  expect((await days()).map(({ state }) => state)).toEqual(['open', 'verified']);
  const detail = await served.boss.call(contract.sealGet, { id: before!.id });
  expect(detail).toMatchObject({ signature: expect.stringMatching(/^[0-9a-f]{64}$/), runs: [{ state: 'ok' }] });

  await tamper(['delete from audit_log where id = $1', rows.at(-1)!.id]);
  expect((await verify(yesterday)).bad).toBeNull();
  expect((await verify({ log: 'operation', from: now!.day })).bad).toMatchObject({ kind: 'missing', seq: rows.length, day: today() });
  expect((await days()).map(({ state }) => state)).toEqual(['broken', 'verified']);
  await tamper([`update audit_day set mac = sha256('x') where stream = 'audit_log'`]);
  expect((await verify(yesterday)).bad).toMatchObject({ kind: 'signature', seq: before!.lastSeq, day: before!.day });
  expect((await days()).map(({ state }) => state)).toEqual(['broken', 'broken']);
});

test('While one runs another of the same days is refused with 19021, of other logs not; without the right there is none', async () => {
  await served.database.pool.query(
    `insert into seal_verify (id, uid, name, log, to_day, state, created_at) values (gen_random_uuid(), '', '', 'operation', $1, 'running', 0)`,
    [today() / dayMillis - 1],
  );
  const codeOf = async (input: { log?: contract.SealedLog; from?: number }) => (await served.boss.ask(contract.sealVerify, input)).code;
  expect(await codeOf({})).toBe(19021);
  expect(await codeOf({ log: 'operation', from: today() - dayMillis })).toBe(19021);
  expect(await codeOf({ log: 'operation', from: today() })).toBe(0);
  expect(await codeOf({ log: 'login' })).toBe(0);
  expect((await served.holder({ [operationLog.code]: 'all' }).ask(contract.sealVerify, {})).code).toBe(65002);
});

/** What an outsider says to a proof: whether it is accepted, and why not. */
function outsider(proof: object, publicKey: string, exported?: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-proof-'));
  const [file, key] = [path.join(folder, 'proof.json'), path.join(folder, 'key.pem')];
  writeFileSync(file, JSON.stringify(proof));
  writeFileSync(key, publicKey);
  const taken = path.join(folder, 'exported');
  if (exported) writeFileSync(taken, exported);
  const checker = path.resolve(import.meta.dirname, '../../../../tests/peers/check-proof.mjs');
  const { stdout } = spawnSync(process.execPath, [checker, file, key, ...(exported ? [taken] : [])], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout.trim();
}

test('The proof file of a row is accepted by a checker without our code, and refused after any change', async () => {
  await sealed(3);
  const row = (await sealed(5))[4]!;
  const open = await served.boss.call(contract.sealProof, { id: row.id });
  expect([open.seal?.file, open.seal?.noFile]).toEqual([null, 'dayOpen']);
  await tamper(['update audit_seal set day = day - 1'], ['update audit_block set day = day - 1']);
  await signDays(served.database.db, served.services.secrets, today() + dayMillis / 2);
  const file = (await served.boss.call(contract.sealProof, { id: row.id })).seal!.file!;
  expect(file.path.length).toBeGreaterThan(1);
  const key = (await served.boss.call(contract.sealKeys, {})).list[0]!;
  expect(outsider(file, key.publicKey)).toBe('PROVED: the row is as it was sealed and signed');
  const changes: readonly object[] = [
    { text: file.text.replace('department.add', 'department.get') },
    {
      text: file.text.replace('department.add', 'department.get'),
      digest: createHash('sha256').update(file.text.replace('department.add', 'department.get')).digest('hex'),
    },
    { path: file.path.slice(1) },
    { path: file.path.map(({ side, hash }) => ({ side: side === 'left' ? 'right' : 'left', hash })) },
    { seq: 9_999 },
    { day: { ...file.day, day: '2020-01-01' } },
    { day: { ...file.day, day: '2020-01-01', signed: file.day.signed.replace(/day \d{4}-\d\d-\d\d/, 'day 2020-01-01') } },
    { day: { ...file.day, signature: Buffer.alloc(64).toString('base64') } },
  ];
  for (const change of changes) expect(outsider({ ...file, ...change }, key.publicKey)).toMatch(/^NOT PROVED/);
  const { publicKey: stranger } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  expect(outsider(file, stranger)).toBe('NOT PROVED: another key signed');
  const day = await served.boss.call(contract.sealGet, { id: `operation.${today() / dayMillis - 1}` });
  expect(day.root).toMatchObject({ root: file.day.root, keyId: key.id });
  // A row that was sealed together with it is changed: no proof is made any more, and a verification says why.
  await tamper([
    `update audit_log set account = 'somebody.else' where id = (select row_id from audit_seal where stream = 'audit_log' and seq = $1)`,
    file.block.first,
  ]);
  expect((await served.boss.call(contract.sealProof, { id: row.id })).seal).toMatchObject({ file: null, noFile: 'damaged' });
});

test('The proof of an export is accepted by the same checker with its file, and refused after any change; rows of today are named without one', async () => {
  await sealed(6);
  await tamper(['update audit_seal set day = day - 1'], ['update audit_block set day = day - 1']);
  await signDays(served.database.db, served.services.secrets, today() + dayMillis / 2);
  await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'Not yet sealed' } });
  const request: Input<typeof logExport> = {
    log: 'operation',
    format: 'csv',
    filters: { word: ['department.add'] },
    withProof: true,
    reason: 'The court asked for it',
  };
  const { jobId } = await served.boss.call(logExport, request);
  const job = () => served.boss.call(getJob, { id: jobId });
  await expect.poll(async () => (await job()).endedAt).not.toBeNull();
  const { fileId, proofId, rows } = (await job()).result as { fileId: string; proofId: string; rows: number };
  const bytesOf = async (id: string): Promise<Buffer> => {
    const found = await served.database.pool.query<{ hash: string; name: string }>('select hash, name from file where id = $1', [id]);
    return buffer(await served.files.open(found.rows[0]!.hash));
  };
  const exported = await bytesOf(fileId);
  const proof = JSON.parse((await bytesOf(proofId)).toString('utf8')) as {
    rows: { id: string; text: string; day: string }[];
    unproved: { id: string; reason: string }[];
    export: object;
    days: Record<string, object>;
  };
  expect([rows, proof.rows.length, proof.unproved.map(({ reason }) => reason)]).toEqual([
    7,
    6,
    [expect.stringMatching(/^(waiting|dayOpen)$/)],
  ]);
  const key = (await served.boss.call(contract.sealKeys, {})).list[0]!.publicKey;
  expect(outsider(proof, key, exported)).toBe('PROVED: 6 of 7 rows are as they were sealed and signed');
  const [first, ...others] = proof.rows;
  const changes: readonly object[] = [
    { rows: others },
    { rows: [...others, others[0]] },
    { rows: [{ ...first!, text: first!.text.replace('department.add', 'department.get') }, ...others] },
    { rows: [{ ...others[0]!, id: first!.id }, ...others] },
    { days: { [first!.day]: { ...proof.days[first!.day], day: '2020-01-01' } } },
    { days: {} },
  ];
  for (const change of changes) expect(outsider({ ...proof, ...change }, key)).toMatch(/^NOT PROVED/);
  expect(outsider(proof, key, Buffer.concat([exported, Buffer.from('x')]))).toBe('NOT PROVED: the exported file is another one');
});

test('Each night the last seven days are verified once, on the first of a month all', async () => {
  await sealed(2);
  const runs = async () => (await served.boss.call(contract.sealRuns, {})).list;
  const at = (moment: number): Services => ({ ...served.services, now: () => moment });
  await sealNightly(at(Date.now()));
  expect(await runs()).toEqual([]);
  await tamper(['update audit_seal set day = day - 1'], ['update audit_block set day = day - 1']);
  const night = Date.UTC(2040, 4, 17, 0, 11);
  await sealNightly(at(night));
  await sealNightly(at(night + 60_000));
  const roots = await served.database.pool.query<{ object_id: string; facts: object }>(
    `select object_id, facts from warning_event where kind = 'audit.root' and object_id like 'operation.%'`,
  );
  const yesterday = today() / dayMillis - 1;
  const signed = await served.boss.call(contract.sealGet, { id: `operation.${yesterday}` });
  expect(roots.rows).toMatchObject([{ object_id: `operation.${yesterday}`, facts: { root: signed.root!.root, key: signed.root!.keyId } }]);
  expect(await runs()).toMatchObject([{ name: '', log: null, from: Date.UTC(2040, 4, 10), to: null }]);
  await expect.poll(async () => (await runs())[0]?.state).toBe('ok');
  await sealNightly(at(Date.UTC(2040, 5, 1, 0, 9)));
  expect((await runs()).map(({ from }) => from)).toEqual([Date.UTC(2040, 4, 24), Date.UTC(2040, 4, 10)]);
  await expect.poll(async () => (await runs())[0]?.state).toBe('ok');
  await sealNightly(at(Date.UTC(2040, 5, 1, 0, 10)));
  expect((await runs())[0]).toMatchObject({ from: null, to: null });
});

test('The proof of a row holds what was hashed, and no longer fits after an edit; out of range there is none', async () => {
  const rows = await sealed(3);
  const { id, seq } = rows[1]!;
  const proof = await served.boss.call(contract.sealProof, { id });
  expect(createHash('sha256').update(proof.text).digest('hex')).toBe(proof.digest);
  expect(proof.text).toContain('department.add');
  expect(proof.seal).toMatchObject({ seq, day: today(), fits: true, dayEnd: null });
  expect(proof.seal?.before).toBe((await served.boss.call(contract.sealProof, { id: rows[0]!.id })).seal?.hash);
  expect((await served.holder({ [operationLog.code]: ['elsewhere'] }).ask(contract.sealProof, { id })).code).toBe(10910);
  await tamper([`update audit_log set account = 'somebody.else' where id = $1`, id]);
  expect((await served.boss.call(contract.sealProof, { id })).seal).toMatchObject({ seq, fits: false });
});

test('A month that somebody dropped past the product is missing from its first row', async () => {
  const [first] = await sealed(3);
  const { rows } = await served.database.pool.query<{ part: string }>('select distinct tableoid::regclass::text as part from audit_log');
  for (const { part } of rows) await tamper([`drop table ${part}`]);
  await served.database.pool.query('select make_audit_partition($1)', [Date.now()]);
  expect((await verify()).bad).toMatchObject({ log: 'operation', kind: 'missing', seq: 1, rowId: first!.id });
});

test('A statement about damage lets verifications and the warning go on behind it, mends nothing, and needs the very damage that was found', async () => {
  const rows = await sealed(5);
  await tamper([`update audit_log set name = 'x' where id = $1`, rows[1]!.id], ['delete from audit_log where id = $1', rows[3]!.id]);
  const reason = 'Changed by hand on the server, see ticket 4711';
  const request = { log: 'operation', seq: 2, kind: 'changed', reason } as const;
  expect((await served.boss.ask(contract.sealState, request)).code).toBe(10412);
  expect((await verify()).bad).toMatchObject({ seq: 2, kind: 'changed', statement: null });
  expect((await served.boss.ask(contract.sealState, { ...request, seq: 3 })).code).toBe(10412);
  expect((await served.boss.ask(contract.sealState, { ...request, reason: 'short' })).code).toBe(10400);
  expect((await served.holder({ [operationLog.code]: 'all' }).ask(contract.sealState, request)).code).toBe(65002);
  await served.boss.call(contract.sealState, request);
  expect((await served.boss.ask(contract.sealState, request)).code).toBe(10412);
  const [stated] = (await served.boss.call(contract.sealRuns, {})).list;
  expect(stated?.findings[0]?.bad?.statement).toMatchObject({ text: reason, at: expect.any(Number) });
  expect((await verify()).bad).toMatchObject({ seq: 4, kind: 'missing', rowId: rows[3]!.id });
  await served.boss.call(contract.sealState, { log: 'operation', seq: 4, kind: 'missing', reason });
  const { run, error } = await verify();
  expect([run.state, run.findings[0]?.known, run.findings[0]?.bad, error]).toEqual(['ok', 2, null, null]);
  expect((await served.boss.call(contract.sealList, { log: ['operation'] })).list[0]?.state).toBe('broken');
  const warned = await served.database.pool.query<{ holds: boolean }>(
    `select holds from warning_event where kind = 'audit.seal' and object_id = 'operation' order by id desc limit 1`,
  );
  expect(warned.rows).toEqual([{ holds: false }]);
  const told = (await served.boss.call(operationList, { word: ['seal.statement'], result: ['ok'] })).list;
  expect(told.map(({ what }) => what)).toEqual(Array.from({ length: 2 }, () => 'Made a statement about damage to the seals of a log'));
  await expect(served.database.pool.query('delete from seal_statement')).rejects.toThrow('append-only');
});
