import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../src/kit/common/contract.ts';
import { warningMine } from '../src/kit/common/warning/mine.contract.ts';
import { consoleLogin, operationLog } from '../src/modules/logs/common/permissions.ts';
import { readList } from '../src/modules/logs/common/read-log.contract.ts';
import { reportList, reportRemove, reportSave } from '../src/modules/logs/common/saved/report.contract.ts';
import { searchList, searchRemove, searchSave } from '../src/modules/logs/common/saved/search.contract.ts';
import { beginReports } from '../src/modules/logs/server/saved/report.job.ts';
import { noticePersonAdd, noticePersonStatus } from '../src/modules/warnings/common/notice-person.contract.ts';
import { pagesOf } from '../src/platform/pdf/read-pages.ts';
import { codeOf, House } from './access/house.ts';
import type { ConsoleClient } from './journeys/console-client.ts';

let house: House;
beforeAll(async () => {
  house = await House.open();
}, 60_000);
afterAll(() => house.stop());

const refusals: Pick<Input<typeof searchSave>, 'log' | 'filters'> = { log: 'consoleLogin', filters: { result: ['refused'] } };
const names = async (client: ConsoleClient) => (await client.call(searchList, {})).list.map(({ name }) => name);

test('A saved search is its owner’s, seen by the roles it is shared with, and never of a log that one may not see', async () => {
  const { boss } = house;
  const codes = [operationLog.code, operationLog.button.saveSearch, consoleLogin.code];
  const ann = await house.administrator({ codes, range: { kind: 'all' } });
  const ben = await house.administrator({ codes: [operationLog.code], range: { kind: 'all' } });
  const mine = await boss.call(searchSave, { name: 'Deleted people', log: 'operation', filters: { word: ['employee.delete'] } });
  expect(await names(ann.client)).toEqual([]);
  const roleIds = [ann.roleId, ben.roleId];
  await boss.call(searchSave, { name: 'Refused', ...refusals, roleIds });
  const shared = await boss.call(searchSave, { ...change(mine), roleIds });
  expect(await names(ann.client)).toEqual(['Deleted people', 'Refused']);
  expect(await names(ben.client)).toEqual(['Deleted people']);
  expect((await ann.client.call(searchList, { log: 'operation' })).list[0]).toMatchObject({ mine: false, roleIds, ownerName: 'admin' });
  expect(await codeOf(ann.client, searchSave, { ...change(shared), name: 'Taken over' })).toBe(10404);
  expect(await codeOf(ann.client, searchRemove, { ids: [shared.id] })).toBe(10404);
  expect(await codeOf(boss, searchSave, { ...change(shared), version: shared.version - 1, name: 'Stale' })).toBe(10409);
  expect(await codeOf(boss, searchSave, { name: 'deleted PEOPLE', ...refusals })).toBe(10411);
  expect(await codeOf(boss, searchSave, { name: 'Wrong', log: 'operation', filters: { nonsense: 1 } })).toBe(10400);
  expect(await codeOf(boss, searchSave, { name: 'Wrong', ...refusals, columns: ['password'] })).toBe(10400);
  expect(await codeOf(ben.client, searchSave, { name: 'Mine', log: 'operation', filters: {} })).toBe(65002);
  expect(await codeOf(ann.client, searchSave, { name: 'Mine', log: 'clientLogin', filters: {} })).toBe(65002);
  await boss.call(searchRemove, { ids: [shared.id] });
  expect(await names(ben.client)).toEqual([]);
});

/** A search as it is sent to be changed. */
function change(row: Input<typeof searchSave> & { id: string; version: number }): Input<typeof searchSave> {
  const { id, version, name, log, filters, columns, roleIds } = row;
  return { id, version, name, log, filters, columns: columns ?? null, roleIds: roleIds ?? [] };
}

/** Somebody with a mail address who is told of things; answers the notice person. */
async function recipient(uid: string, language?: 'en_US'): Promise<string> {
  await house.product.database.pool.query(`update employee set email = 'p' || account || '@example.com', locale = 'ja_JP' where id = $1`, [
    uid,
  ]);
  const { id } = await house.boss.call(noticePersonAdd, { employeeId: uid, channels: ['mail'], ...(language && { language }) });
  await house.boss.ask(noticePersonStatus, { id, status: 'enabled' });
  return id;
}

test('A report sends each recipient the rows of their own range, and to who has no right the notice alone; once', async () => {
  const { boss, product } = house;
  const { pool } = product.database;
  const reader = await house.administrator({ codes: [consoleLogin.code, consoleLogin.button.export], range: { kind: 'all' } });
  const nobody = await house.person();
  const mailless = await house.administrator({ codes: [consoleLogin.code, consoleLogin.button.export], range: { kind: 'all' } });
  const personIds = [await recipient(reader.id, 'en_US'), await recipient(nobody), await recipient(mailless.id)];
  await pool.query('update employee set email = null where id = $1', [mailless.id]);
  const { verifyId } = (await product.app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
  await product.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { account: 'guessed.one', password: 'wrong-password-1', verifyId },
  });
  const search = await boss.call(searchSave, { name: 'Refused today', ...refusals });
  const draft: Input<typeof reportSave> = { name: 'Refusals', searchId: search.id, schedule: 'daily', format: 'csv', personIds };
  const report = await boss.call(reportSave, draft);
  expect(report.nextAt).toBeGreaterThan(Date.now());
  expect(await codeOf(boss, reportSave, { ...draft, name: 'refusals' })).toBe(10411);
  expect(await codeOf(boss, reportSave, { ...draft, name: 'Other', personIds: [search.id] })).toBe(10400);
  expect(await codeOf(boss, reportSave, { ...draft, name: 'Other', searchId: report.id })).toBe(10400);
  expect(await codeOf(boss, searchRemove, { ids: [search.id] })).toBe(10410);
  // Tomorrow at noon the report about today is due.
  const noon = new Date();
  noon.setDate(noon.getDate() + 1);
  noon.setHours(12, 0, 0, 0);
  const tomorrow = { ...product.services, now: () => noon.getTime() };
  await beginReports(product.services);
  await beginReports(tomorrow);
  await beginReports(tomorrow);
  const last = async () => (await boss.call(reportList, {})).list[0]?.last?.sent ?? [];
  await expect.poll(last).toHaveLength(3);
  expect((await last()).map(({ outcome }) => outcome).toSorted()).toEqual(['file', 'file', 'notice']);
  const { rows: mails } = await pool.query<{ id: string; template: string; content: string; language: string }>(
    `select id, template, content, language from mail_outbox where template like 'logs.%' order by template`,
  );
  expect(mails.map(({ template, language }) => [template, language])).toEqual([
    ['logs.report', 'en_US'],
    // In the employee's language, as no other was wished.
    ['logs.reportNotice', 'ja_JP'],
  ]);
  const values = await Promise.all(mails.map((mail) => product.services.mails.valuesOf(product.database.db, mail)));
  expect(values[1]).toEqual({ name: 'Refusals', period: values[0]!['period'] });
  const fileId = /report=([0-9a-f-]+)$/.exec(String(values[0]!['link']))?.[1];
  const file = (token: string) => product.app.inject({ url: `/api/file/download?fileId=${fileId}`, headers: { accesstoken: token } });
  expect((await file(reader.client.token)).body).toContain('guessed.one');
  expect((await file(boss.token)).json()).toMatchObject({ code: 10404 });
  // Who has no address is told in the console, alone, with the way to a file of their own.
  const told = async ({ client }: { client: ConsoleClient }) =>
    (await client.call(warningMine, {})).list.filter(({ text }) => text.includes('Refusals'));
  await expect.poll(() => told(mailless)).toHaveLength(1);
  const ownFile = /report=([0-9a-f-]+)$/.exec(String((await told(mailless))[0]?.link))?.[1];
  expect(ownFile).not.toBe(fileId);
  const handed = await product.app.inject({
    url: `/api/file/download?fileId=${ownFile}`,
    headers: { accesstoken: mailless.client.token },
  });
  expect(handed.body).toContain('guessed.one');
  for (const other of [reader, { client: boss }]) expect(await told(other)).toEqual([]);
  const noted = (await boss.call(readList, { area: ['export'] })).list;
  expect(noted).toContainEqual(expect.objectContaining({ reason: 'Refusals', fileId }));
  const { rows: jobs } = await pool.query(`select from job where kind = 'logs.report'`);
  expect(jobs).toHaveLength(1);
  // The same as a summary: counted in the reader's range, in their language.
  const brief = await boss.call(reportSave, { ...draft, name: 'Refusals in brief', format: 'pdf', personIds: [personIds[0]!] });
  await beginReports(tomorrow);
  const sent = async () => (await boss.call(reportList, { text: 'in brief' })).list[0]?.last?.sent;
  await expect.poll(sent).toMatchObject([{ outcome: 'file', rows: 1 }]);
  const { fileId: pdfId } = (await boss.call(readList, { area: ['export'] })).list[0]!;
  const download = { url: `/api/file/download?fileId=${pdfId}`, headers: { accesstoken: reader.client.token } };
  const { headers, rawPayload } = await product.app.inject(download);
  expect(headers['content-type']).toBe('application/pdf');
  const [page] = await pagesOf(rawPayload);
  expect(page).toContain(`Refusals in brief Console sign-ins, summary of ${values[0]!['period']}`);
  for (const text of ['Result: Refused', '1 In all', 'By hour', 'Unknown account', 'guessed.one', '1 / 1']) expect(page).toContain(text);
  await boss.call(reportRemove, { ids: [report.id, brief.id] });
  expect((await boss.call(reportList, {})).list).toEqual([]);
});
