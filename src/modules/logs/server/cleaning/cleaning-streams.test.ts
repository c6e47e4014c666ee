import { afterEach, beforeEach, expect, test } from 'vitest';
import { signDays } from '#kit/server/audit/day-root.ts';
import { holdAdd } from '../../common/cleaning/hold.contract.ts';
import { sealProof } from '../../common/seal.contract.ts';
import { streamAdd, streamDisable, streamEnable } from '../../common/stream.contract.ts';
import { oldLogs, type OldLogs } from './fixtures/old-logs.ts';

let logs: OldLogs;
beforeEach(async () => {
  logs = await oldLogs();
});
afterEach(() => logs.close());

const ada = '01a00000-0000-7000-8000-00000000000a';
const bob = '01a00000-0000-7000-8000-00000000000b';

/** Two months that are over their time, and a receiver that has sent nothing of them. */
async function lateStream(): Promise<{ id: string }> {
  await logs.write(ada, 15, 3);
  await logs.write(bob, 14, 2);
  await logs.sealAll();
  const { id } = await logs.served.boss.call(streamAdd, { name: 'SIEM', host: 'siem.example' });
  await logs.served.boss.call(streamEnable, { ids: [id] });
  await logs.tamper('update siem_position set sent_seq = 0, resume_seq = 0');
  return { id };
}
const warnings = async (): Promise<unknown[]> =>
  (await logs.served.database.pool.query(`select facts from warning_event where kind = 'log.unsent'`)).rows;

test('A month that a stream has not sent whole stays; after thirty days it goes, with a warning', async () => {
  await lateStream();
  expect(await logs.estimate()).toMatchObject({ rows: 0, months: [], waitsFor: ['SIEM'] });
  expect((await logs.clean()).state).toBe('nothing');
  const sent = `select max(seq) from audit_seal s join audit_log l on l.id = s.row_id where s.stream = 'audit_log' and l.uid = '${ada}'`;
  await logs.tamper(`update siem_position set resume_seq = (${sent}) where log = 'audit_log'`);
  expect(await logs.estimate()).toMatchObject({ rows: 3, waitsFor: ['SIEM'] });
  expect(await logs.clean()).toMatchObject({ state: 'removing', parts: [{ rows: 3 }] });
  await logs.dayLater();
  expect(await logs.people()).toBe(`${bob}:2`);
  // Its place lies in a month that is gone now.
  expect(await logs.estimate()).toMatchObject({ rows: 0, waitsFor: ['SIEM'] });
  await logs.tamper('update cleanup_wait set since = since - 29 * 86400000::bigint');
  expect((await logs.clean()).state).toBe('nothing');
  expect(await warnings()).toEqual([]);
  await logs.tamper('update cleanup_wait set since = since - 86400000::bigint');
  expect(await logs.estimate()).toMatchObject({ rows: 2, waitsFor: [] });
  expect(await logs.clean()).toMatchObject({ state: 'removing', parts: [{ rows: 2 }] });
  expect(await warnings()).toMatchObject([{ facts: { streams: 'SIEM' } }]);
  expect(await logs.verify()).toBeNull();
});

test('Nobody waits for a stream that is off, or that does not want the log', async () => {
  const { id } = await lateStream();
  await logs.served.boss.call(streamDisable, { ids: [id] });
  expect(await logs.estimate()).toMatchObject({ rows: 5, waitsFor: [] });
  await logs.served.boss.call(streamEnable, { ids: [id] });
  expect(await logs.estimate()).toMatchObject({ rows: 0, waitsFor: ['SIEM'] });
  await logs.tamper(`update siem_stream set kinds = '["read"]'`);
  expect(await logs.estimate()).toMatchObject({ rows: 5, waitsFor: [] });
});

test('What a hold kept of a signed day says why it has no proof file, and the root of that day is still looked at', async () => {
  await logs.write(ada, 15);
  await logs.write(bob, 15);
  await logs.sealAll();
  await logs.tamper('update audit_seal set day = day - 1; update audit_block set day = day - 1');
  await logs.auditor().call(holdAdd, { name: 'Case', reason: 'Dispute with Bob', employeeIds: [bob] });
  await logs.sealAll();
  const noon = (Math.floor(Date.now() / 86_400_000) + 0.5) * 86_400_000;
  await signDays(logs.served.database.db, logs.served.services.secrets, noon);
  const { rows } = await logs.served.database.pool.query<{ id: string; at: number }>(`select id, at from audit_log where uid = '${bob}'`);
  const [row] = rows;
  const proof = async () => (await logs.served.boss.call(sealProof, { id: row!.id, at: row!.at })).seal;
  expect(await proof()).toMatchObject({ fits: true, noFile: null });
  await logs.clean();
  await logs.dayLater();
  expect(await logs.people()).toBe(`${bob}:1`);
  expect(await proof()).toMatchObject({ fits: true, file: null, noFile: 'purged' });
  expect(await logs.verify()).toBeNull();
  await logs.tamper(`update audit_root set signature = sha256('x')`);
  expect(await logs.verify()).toContain('19020');
});
