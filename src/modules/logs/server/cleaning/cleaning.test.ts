import { afterEach, beforeEach, expect, test } from 'vitest';
import { listJournal, previewRevert, revertChanges } from '#kit/common/change/journal.contract.ts';
import * as archive from '../../common/cleaning/archive.contract.ts';
import { archiveChanges } from '../../common/cleaning/archive-changes.contract.ts';
import * as clear from '../../common/cleaning/clear.contract.ts';
import * as hold from '../../common/cleaning/hold.contract.ts';
import { operationGet, operationList, operationRevert } from '../../common/operation-log.contract.ts';
import { sealList, sealProof, sealState, sealVerify } from '../../common/seal.contract.ts';
import { oldLogs, type OldLogs } from './fixtures/old-logs.ts';

let logs: OldLogs;
beforeEach(async () => {
  logs = await oldLogs();
});
afterEach(() => logs.close());

const boss = () => logs.served.boss;
const ada = '01a00000-0000-7000-8000-00000000000a';
const bob = '01a00000-0000-7000-8000-00000000000b';
/** Two months that are over their time, one that is not. */
async function history(): Promise<void> {
  await logs.write(ada, 15, 3);
  await logs.write(bob, 15, 2);
  await logs.write(ada, 14, 1);
  await logs.write(ada, 3, 1);
  await logs.sealAll();
}
const codeOf = async (work: Promise<{ code: number }>): Promise<number> => (await work).code;

test('A cleaning archives, reads back, detaches, and drops a day later; the chain verifies and the record tells it', async () => {
  await history();
  const before = await logs.estimate();
  expect(before).toMatchObject({ rows: 6, heldRows: 0, people: 2, months: expect.objectContaining({ length: 2 }) });
  const detached = await logs.clean();
  expect(detached).toMatchObject({ state: 'removing', rowsEstimated: 6, error: null });
  expect(detached.parts.map(({ state, rows }) => [state, rows])).toEqual([
    ['detached', 5],
    ['detached', 1],
  ]);
  expect(await logs.people()).toBe(`${ada}:1`);
  expect(await logs.verify()).toBeNull();
  await logs.dayLater();
  const done = await logs.record(detached.id);
  expect(done).toMatchObject({ state: 'done', rowsRemoved: 6, dropAt: null });
  expect(done.bytesFreed).toBeGreaterThan(0);
  expect(done.seals.length).toBeGreaterThan(0);
  expect(await logs.verify()).toBeNull();
  const { list } = await boss().call(archive.archiveList, {});
  expect(list.map(({ rows, state }) => [rows, state])).toEqual([
    [1, 'verified'],
    [5, 'verified'],
  ]);
  expect(list.reduce((sum, { rows }) => sum + rows, 0)).toBe(done.rowsRemoved);
  const words = (await boss().call(operationList, { word: ['log.clear', 'log.cleared'] })).list.map(({ word }) => word);
  expect(words.toSorted()).toEqual(['log.clear', 'log.cleared']);
});

test('A cleaning that is cancelled within its day brings every row back', async () => {
  await history();
  const { id } = await logs.clean();
  expect(await boss().call(clear.clearCancel, { id })).toEqual({ count: 2 });
  expect(await logs.people()).toBe(`${ada}:5 ${bob}:2`);
  expect(await logs.verify()).toBeNull();
  expect(await logs.record(id)).toMatchObject({ state: 'cancelled' });
  await logs.dayLater();
  expect(await logs.people()).toBe(`${ada}:5 ${bob}:2`);
  const again = await logs.clean();
  await logs.dayLater();
  expect(await logs.record(again.id)).toMatchObject({ state: 'done', rowsRemoved: 6 });
  expect(await codeOf(boss().ask(clear.clearCancel, { id: again.id }))).toBe(10412);
});

test('A hold keeps exactly the rows of its person, also when it comes while months are detached; its release needs a second person', async () => {
  await history();
  const { id: recordId } = await logs.clean();
  const first = logs.auditor();
  const request = { name: 'Case 7', reason: 'Dispute with Bob', employeeIds: [bob] };
  const { id } = await first.call(hold.holdAdd, request);
  expect(await logs.people()).toBe(`${ada}:1 ${bob}:2`);
  expect(await logs.verify()).toBeNull();
  await logs.dayLater();
  expect(await logs.record(recordId)).toMatchObject({ state: 'done', rowsRemoved: 4, rowsHeld: 2 });
  expect(await logs.people()).toBe(`${ada}:1 ${bob}:2`);
  expect(await logs.verify()).toBeNull();
  expect((await first.call(hold.holdGet, { id })).rows.find(({ kind }) => kind === 'operation')?.rows).toBe(2);

  const asked = await first.call(hold.holdRelease, { id, version: 1, reason: 'The case is closed' });
  expect(asked).toMatchObject({ state: 'active', asked: { what: 'release', own: true } });
  expect(await codeOf(first.ask(hold.holdDecide, { id, version: 2, approve: true }))).toBe(19008);
  expect(await codeOf(first.ask(hold.holdRelease, { id, version: 2, reason: 'The case is closed' }))).toBe(19008);
  const released = await logs.auditor().call(hold.holdDecide, { id, version: 2, approve: true });
  expect(released).toMatchObject({ state: 'released', asked: null });
  expect((await logs.clean()).state).toBe('nothing');
  await logs.tamper(`update legal_hold set released_at = released_at - 8 * 86400000::bigint`);
  await logs.clean();
  expect(await logs.people()).toBe(`${ada}:1`);
  await logs.dayLater();
  expect(await logs.verify()).toBeNull();
});

test('A hold that comes after the rows were archived and before they are taken out keeps them; the archive is written anew', async () => {
  await history();
  const { files } = logs.served.services;
  const { put } = files;
  let held = false;
  // While the first month is read back the hold is there.
  Object.assign(files, {
    put: async (...given: Parameters<typeof put>) => {
      const kept = await put.apply(files, given);
      if (!held) {
        held = true;
        await logs.auditor().call(hold.holdAdd, { name: 'Case 8', reason: 'Dispute with Bob', employeeIds: [bob] });
      }
      return kept;
    },
  });
  const record = await logs.clean();
  Object.assign(files, { put });
  expect(record).toMatchObject({ state: 'removing', error: null, rowsHeld: 2 });
  expect(await logs.people()).toBe(`${ada}:1 ${bob}:2`);
  await logs.dayLater();
  expect(await logs.record(record.id)).toMatchObject({ state: 'done', rowsRemoved: 4, rowsHeld: 2 });
  const { list } = await boss().call(archive.archiveList, {});
  expect(list.filter(({ state }) => state === 'verified').reduce((sum, { rows }) => sum + rows, 0)).toBe(4);
  expect(await logs.people()).toBe(`${ada}:1 ${bob}:2`);
  expect(await logs.verify()).toBeNull();
});

test('Nothing goes below the floor, nothing without a fresh estimate of this very wish, and a shorter time waits a day', async () => {
  const config = await boss().call(clear.clearConfigGet, { kind: 'operation' });
  expect(config).toMatchObject({ keepDays: 365, floorDays: 180, mode: 'archiveThenDelete', archiveOnly: true, version: 1 });
  const save = (values: object) => boss().ask(clear.clearConfigUpdate, { kind: 'operation', version: 1, ...values });
  for (const keepDays of [179, 0, -1]) expect(await codeOf(save({ keepDays }))).toBe(19001);
  for (const keepDays of [1e9, 3_651, 'forever', null, 200.5]) expect(await codeOf(save({ keepDays }))).toBe(10400);
  const tried = (await boss().call(operationList, { word: ['clearConfig.update'], result: ['refused'] })).list;
  expect(tried.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
    10400, 10400, 10400, 10400, 10400, 19001, 19001, 19001,
  ]);
  expect(await boss().call(clear.clearConfigGet, { kind: 'operation' })).toMatchObject({ keepDays: 365, version: 1 });
  expect(await codeOf(save({ mode: 'delete' }))).toBe(19002);
  expect(await codeOf(save({ keepDays: 180 }))).toBe(19004);
  const other = await logs.estimate(200);
  expect(await codeOf(save({ keepDays: 180, estimateId: other.id }))).toBe(19004);
  const { id: estimateId } = await logs.estimate(180);
  await logs.tamper(`update cleanup_estimate set created_at = created_at - 3700000 where id = '${estimateId}'`);
  expect(await codeOf(save({ keepDays: 180, estimateId }))).toBe(19004);
  const fresh = await logs.estimate(180);
  const saved = await boss().call(clear.clearConfigUpdate, { kind: 'operation', version: 1, keepDays: 180, estimateId: fresh.id });
  expect(saved).toMatchObject({ keepDays: 365, pending: { keepDays: 180 }, version: 2 });
  expect(await codeOf(save({ paused: true }))).toBe(10409);
  const back = await boss().call(clear.clearConfigWithdraw, { kind: 'operation', version: 2 });
  expect(back).toMatchObject({ keepDays: 365, pending: null });
  await boss().call(clear.clearConfigUpdate, { kind: 'operation', version: 3, keepDays: 180, estimateId: fresh.id });
  await logs.tamper(`update cleanup_config set next_at = 1 where kind = 'operation'`);
  await logs.dayLater();
  expect(await boss().call(clear.clearConfigGet, { kind: 'operation' })).toMatchObject({ keepDays: 180, pending: null });
  const longer = await boss().call(clear.clearConfigUpdate, { kind: 'operation', version: 5, keepDays: 400 });
  expect(longer).toMatchObject({ keepDays: 400, pending: null });
  await logs.tamper(`update cleanup_config set keep_days = 3 where kind = 'operation'`);
  expect((await boss().call(clear.clearConfigGet, { kind: 'operation' })).keepDays).toBe(180);
});

test('A restored archive is read in the list for a week, with every row as it was, and then no more', async () => {
  await logs.tamper(`alter table audit_log add column of_former text default 'x'`);
  await history();
  await logs.clean();
  await logs.dayLater();
  const [, first] = (await boss().call(archive.archiveList, {})).list;
  const id = first!.id;
  expect(await codeOf(boss().ask(operationList, { archive: id }))).toBe(10404);
  // By now the log has other columns than those that were archived.
  await logs.tamper(`alter table audit_log drop column of_former; alter table audit_log add column of_later text not null default 'x'`);
  const { jobId } = await boss().call(archive.archiveRestore, { id, reason: 'Asked for by the court' });
  expect(await logs.ended(jobId)).toMatchObject({ code: null, result: { rows: 5 } });
  const { list, exact } = await boss().call(operationList, { archive: id });
  expect([list.length, exact]).toEqual([5, true]);
  expect((await boss().call(operationList, { archive: id, uid: bob })).list).toHaveLength(2);
  const north = logs.served.holder({ logs_system_operation: ['elsewhere'] });
  expect((await north.call(operationList, { archive: id })).list).toHaveLength(0);
  await logs.tamper('update log_archive set restored_until = 1');
  const { expireArchives } = await import('./archive.expire.ts');
  await expireArchives(logs.served.services);
  expect(await codeOf(boss().ask(operationList, { archive: id }))).toBe(10404);
  expect((await boss().call(archive.archiveGet, { id })).state).toBe('verified');
});

test('A changed archive is told; its deletion needs a second person and waits while a hold covers it', async () => {
  await history();
  await logs.clean();
  const [one] = (await boss().call(archive.archiveList, {})).list;
  const id = one!.id;
  const { jobId } = await boss().call(archive.archiveVerify, { id });
  expect((await logs.ended(jobId)).code).toBeNull();
  const auditor = logs.auditor();
  const reason = 'Kept long enough';
  const { id: holdId } = await auditor.call(hold.holdAdd, { name: 'H', reason, addresses: ['10.9.9.9'] });
  expect(await codeOf(auditor.ask(archive.archiveDelete, { id, version: 1, reason }))).toBe(19005);
  await logs.tamper(`delete from legal_hold where id = '${holdId}'`);
  await auditor.call(archive.archiveDelete, { id, version: 1, reason });
  expect(await codeOf(auditor.ask(archive.archiveDecide, { id, version: 2, approve: true }))).toBe(19008);
  const { files } = await boss().call(archive.archiveGet, { id });
  expect(await logs.auditor().call(archive.archiveDecide, { id, version: 2, approve: true })).toMatchObject({ state: 'expired' });
  for (const { hash } of files) expect(await logs.served.files.size(hash)).toBeUndefined();
  const [, other] = (await boss().call(archive.archiveList, {})).list;
  await logs.tamper(`update log_archive set sha256 = repeat('0', 64) where id = '${other!.id}'`);
  const again = await boss().call(archive.archiveVerify, { id: other!.id });
  expect((await logs.ended(again.jobId)).code).toBe(19009);
  expect((await boss().call(archive.archiveGet, { id: other!.id })).state).toBe('missing');
});

test('The journal goes after its time with its batches, but for what is held or kept in the recycle bin; history and reverting say so', async () => {
  const { pool } = logs.served.database;
  const begin = new Date();
  const at = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() - 40, 10);
  const idOf = (n: number): string => {
    const hex = (at + n).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-00000000000${n}`;
  };
  await pool.query('select make_log_partition($1, $2)', ['change_operation', at]);
  const made = async (n: number, action: string, uid: string, lines = 1): Promise<void> => {
    await pool.query(
      `insert into change_batch (id, at, uid, name, address, request_id, operation, source, counts, reason) values ($1, $2, $3, 'Ada', '10.0.0.7', '', 'logStream.update', 'form', $4, 'why')`,
      [idOf(n), at + n, uid, JSON.stringify({ [action]: lines })],
    );
    for (let line = 0; line < lines; line++)
      await pool.query(
        `insert into change_operation (id, batch_id, seq, at, kind, object_id, object_name, action) values ($1, $2, $3, $4, 'stream', $5, 'old', $6)`,
        [idOf(n + line), idOf(n), line, at + n + line, idOf(n), action],
      );
  };
  await made(1, 'change', ada);
  await made(2, 'delete', ada);
  await made(3, 'change', bob, 2);
  await pool.query(`insert into change_held (operation_id, uid, at) values ($1, '', 0)`, [idOf(2)]);
  await pool.query(`insert into change_reverted (operation_id, reverted_by, at) values ($1, $2, 0)`, [idOf(1), idOf(3)]);
  await pool.query(`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms, form, batch_id)
    values ('${idOf(9)}', ${at + 9}, '${bob}', 'old', '', '', '', '', 'logStream.update', '', 'logs', 2, 0, 0, 2, '${idOf(3)}')`);
  const list = async () => (await boss().call(listJournal, { kind: ['stream'] })).list.map(({ id }) => id);
  expect(await boss().call(listJournal, {})).toMatchObject({ past: null });
  const change = { kind: 'change' };
  const config = await boss().call(clear.clearConfigGet, change);
  expect(config).toMatchObject({ keepDays: 1095, floorDays: 180, mode: 'archiveThenDelete', archiveOnly: true });
  expect(await codeOf(boss().ask(clear.clearConfigUpdate, { ...change, version: 1, keepDays: 90 }))).toBe(19001);
  const { id: holdId } = await logs
    .auditor()
    .call(hold.holdAdd, { name: 'Case 7', reason: 'An address', addresses: ['10.0.0.7'], kinds: ['change'] });
  const held = (await logs.auditor().call(hold.holdGet, { id: holdId })).rows;
  expect(held).toMatchObject([{ kind: 'change', rows: 4 }]);
  await logs.tamper('delete from legal_hold');
  await logs.auditor().call(hold.holdAdd, { name: 'Case 8', reason: 'Dispute with Ada', employeeIds: [ada], kinds: ['change'] });
  await expect
    .poll(async () => (await logs.served.seal(), (await pool.query(`select from audit_seal where row_id = $1`, [idOf(4)])).rowCount))
    .toBe(1);
  const clean = async () => {
    const { jobId } = await boss().call(clear.clearEstimate, { ...change, keepDays: 1095, mode: 'archiveThenDelete' });
    const { result } = await logs.ended(jobId);
    const run = await boss().call(clear.clearRun, { ...change, estimateId: (result as clear.EstimateResult).id });
    expect((await logs.ended(run.jobId)).code).toBeNull();
    await logs.dayLater();
    return logs.record(run.id);
  };
  expect(await clean()).toMatchObject({ state: 'done', rowsRemoved: 2, rowsHeld: 2 });
  expect(await list()).toEqual([idOf(2), idOf(1)]);
  const left = async (table: string) =>
    (await pool.query(`select from ${table} where ${table === 'change_batch' ? 'id' : 'operation_id'} < $1`, [idOf(9)])).rowCount;
  expect([await left('change_batch'), await left('change_reverted'), await left('change_held')]).toEqual([2, 1, 1]);
  const past = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() - 39, 1);
  expect(await boss().call(listJournal, {})).toMatchObject({ past });
  expect(await codeOf(boss().ask(previewRevert, { batchId: idOf(3) }))).toBe(11085);
  expect(await codeOf(boss().ask(revertChanges, { operationIds: [idOf(4)] }))).toBe(11085);
  expect(await codeOf(boss().ask(revertChanges, { operationIds: [idOf(0)] }))).toBe(11085);
  expect(await boss().call(operationGet, { id: idOf(9) })).toMatchObject({ past: true, mayRevert: false, lines: [] });
  expect(await boss().ask(operationRevert, { id: idOf(9) })).toMatchObject({ code: 19050, data: { why: 'past' } });
  const [month] = (await boss().call(archive.archiveList, {})).list;
  expect(month).toMatchObject({ kind: 'change', rows: 2, list: 'change' });
  const { id } = month!;
  expect(await codeOf(boss().ask(archiveChanges, { id }))).toBe(10404);
  const restored = await boss().call(archive.archiveRestore, { id, reason: 'Asked for by the court' });
  expect((await logs.ended(restored.jobId)).code).toBeNull();
  const { list: lines, next } = await boss().call(archiveChanges, { id, pageSize: 1 });
  expect(lines).toMatchObject([{ id: idOf(4), objectName: 'old', action: 'change', uid: bob, name: 'Ada', address: '10.0.0.7' }]);
  expect(lines[0]!.what).not.toBe('');
  expect((await boss().call(archiveChanges, { id, after: next! })).list.map((line) => line.id)).toEqual([idOf(3)]);
  expect((await boss().call(archiveChanges, { id, text: 'new' })).list).toEqual([]);
  expect((await logs.served.holder({ logs_system_operation: ['elsewhere'] }).call(archiveChanges, { id })).list).toEqual([]);

  await logs.tamper('delete from legal_hold');
  expect(await clean()).toMatchObject({ state: 'done', rowsRemoved: 1, rowsHeld: 1 });
  expect(await list()).toEqual([idOf(2)]);
  expect([await left('change_batch'), await left('change_reverted'), await left('change_held')]).toEqual([1, 0, 1]);
  const { jobId } = await boss().call(sealVerify, { log: 'change' });
  expect((await logs.ended(jobId)).code).toBeNull();
});

test('While one runs another is refused; a damaged log is not cleaned; without the right nothing is', async () => {
  await history();
  const { id: estimateId } = await logs.estimate();
  await logs.tamper(`update audit_log set name = 'x' where uid = '${bob}'`);
  const { jobId, id } = await boss().call(clear.clearRun, { kind: 'operation', estimateId });
  expect((await logs.ended(jobId)).code).toBe(19020);
  expect(await logs.record(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('broken') });
  expect(await logs.people()).toBe(`${ada}:5 ${bob}:2`);
  await logs.tamper(`update audit_log set name = uid where uid = '${bob}'`);
  const retry = await boss().call(clear.clearLogRetry, { id });
  expect((await logs.ended(retry.jobId)).code).toBeNull();
  expect(await codeOf(boss().ask(clear.clearRun, { kind: 'operation', estimateId }))).toBe(19003);
  const reader = logs.served.holder({ logs_cleaning: 'all', logs_cleaning_cleanup_mechanism: 'all', logs_cleaning_cleanup_record: 'all' });
  expect((await reader.call(clear.clearConfigList, {})).list.length).toBeGreaterThan(3);
  expect(await codeOf(reader.ask(clear.clearRun, { kind: 'operation', estimateId }))).toBe(65002);
  expect(await codeOf(reader.ask(clear.clearCancel, { id }))).toBe(65002);
});

test('What was changed, taken out or put in holds a cleaning up until an auditor wrote about it; then the month goes as it stands', async () => {
  await history();
  const { pool } = logs.served.database;
  const found = await pool.query<{ id: string; seq: number }>(
    `select s.row_id as id, s.seq::int as seq from audit_seal s join audit_log l on l.id = s.row_id where s.stream = 'audit_log' order by s.seq`,
  );
  // The fourth is the first of another transaction.
  const [changed, removed, , inserted] = found.rows;
  await logs.tamper(`update audit_log set name = 'x' where id = '${changed!.id}';
    delete from audit_log where id = '${removed!.id}';
    insert into audit_log (id, at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
      select '00000000-0000-7000-8000-000000000001', at, tx, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms from audit_log where id = '${inserted!.id}'`);
  const reason = 'Changed by hand on the server, see ticket 4711';
  for (const [{ seq }, kind] of [
    [changed!, 'changed'],
    [removed!, 'missing'],
    [inserted!, 'inserted'],
  ] as const) {
    expect(await logs.verify()).toContain('19020');
    const record = await logs.clean();
    expect(record).toMatchObject({ state: 'failed', error: expect.stringContaining('broken') });
    await boss().call(sealState, { log: 'operation', seq, kind, reason });
  }
  expect(await logs.verify()).toBeNull();
  const record = await logs.clean();
  await logs.dayLater();
  expect(await logs.record(record.id)).toMatchObject({ state: 'done', rowsRemoved: 6 });
  expect(await logs.people()).toBe(`${ada}:1`);
  expect(await logs.verify()).toBeNull();
});

test('Jobs of old go row by row; nothing of the last days and none that runs', async () => {
  await logs.tamper(`insert into job (id, kind, uid, caller, title_params, payload, state, done, failed, attempts, cancel, created_at, ended_at, result)
    select gen_random_uuid(), 'x', '', '{}', '{}', '{}', case when n = 3 then 'queued' else 'done' end, 0, 0, 0, false, 1000000000000, case when n = 3 then null else 1000000000001 end, 'null' from generate_series(1, 3) n`);
  const { jobId } = await boss().call(clear.clearEstimate, { kind: 'jobHistory', keepDays: 90, mode: 'delete' });
  const { result } = await logs.ended(jobId);
  expect(result).toMatchObject({ rows: 2 });
  const run = await boss().call(clear.clearRun, { kind: 'jobHistory', estimateId: (result as clear.EstimateResult).id });
  expect((await logs.ended(run.jobId)).result).toMatchObject({ rows: 2 });
  await logs.dayLater();
  expect(await logs.record(run.id)).toMatchObject({ state: 'done', rowsRemoved: 2, archives: [] });
  const { rows } = await logs.served.database.pool.query(`select from job where created_at = 1000000000000`);
  expect(rows).toHaveLength(1);
});

test('After a purge the day says so where all of it went, and rows that stay keep their proof', async () => {
  await history();
  await logs.tamper(`update audit_seal set day = day - 1`);
  const { id } = await logs.clean();
  await logs.dayLater();
  expect(await logs.record(id)).toMatchObject({ state: 'done' });
  await logs.sealAll();
  const { rows } = await logs.served.database.pool.query<{ id: string; at: number }>(`select id, at from audit_log order by tx, id`);
  for (const { id: rowId, at } of rows) expect((await boss().call(sealProof, { id: rowId, at })).seal).toMatchObject({ fits: true });
  const days = (await boss().call(sealList, { log: ['operation'] })).list;
  expect(days.map(({ state }) => state)).toEqual(['open', expect.stringMatching(/^(sealed|verified)$/)]);
  await logs.tamper(`delete from audit_log where uid = '${ada}'`);
  expect(await logs.verify()).toContain('19020');
});

test('What is over its time is cleaned by itself at its hour, once a night, and the audit says that the product did it', async () => {
  await history();
  const { logsModule } = await import('../module.ts');
  await logs.tamper(`update cleanup_config set window_from = 0, window_to = 0`);
  await logsModule.tick?.(logs.served.services);
  const records = async () => (await boss().call(clear.clearLogList, {})).list;
  await expect.poll(async () => (await records()).map(({ state }) => state)).toEqual(['removing']);
  expect((await records())[0]).toMatchObject({ kind: 'operation', trigger: 'schedule', by: '' });
  expect((await boss().call(operationList, { word: ['log.clear'] })).list).toMatchObject([{ actorKind: 'system', result: 'ok' }]);
  const { nextRun, running } = await boss().call(clear.clearConfigGet, { kind: 'operation' });
  expect(nextRun).toBeGreaterThan(Date.now() + 19 * 3_600_000);
  expect(running).toMatchObject({ state: 'removing', dropAt: expect.any(Number) });
  await logs.dayLater();
  expect((await records()).map(({ state }) => state)).toEqual(['done']);
});
