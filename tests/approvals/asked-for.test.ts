import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type Input } from '../../src/kit/common/contract.ts';
import { languages, type Language } from '../../src/kit/common/language.ts';
import { listJobs } from '../../src/kit/common/jobs/job.contract.ts';
import { changeApproval } from '../../src/modules/approvals/common/permissions.ts';
import { policyEnable, policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { requestApprove, requestGet, type RequestDetail } from '../../src/modules/approvals/common/request.contract.ts';
import { employeeExport } from '../../src/modules/people/common/employee-bulk.contract.ts';
import { employeeUnmask } from '../../src/modules/people/common/employee.contract.ts';
import { logExport } from '../../src/modules/logs/common/export.contract.ts';
import { operationLog } from '../../src/modules/logs/common/permissions.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { House } from '../access/house.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';

let house: House;
let north = '';
let ann: { id: string; client: ConsoleClient };
let ben: { id: string; client: ConsoleClient };

beforeAll(async () => {
  house = await House.open();
  north = await house.department('北方');
  const codes = [userManagement, changeApproval, operationLog].flatMap((menu) => [menu.code, ...Object.values(menu.button)]);
  const wish = { codes, range: { kind: 'all' } } as const;
  [ann, ben] = [await house.administrator(wish), await house.administrator(wish)];
  const operations = ['employee.export', 'read.export', '@secretView'];
  const { id } = await house.boss.call(policySave, { name: 'Files by two', operations, approverIds: [ann.id, ben.id] });
  await house.boss.call(policyEnable, { ids: [id] });
}, 120_000);
afterAll(() => house.stop());

const reasoned = <I extends object>(input: I): I => ({ ...input, approvalReason: 'The auditors ask for it this week' });
const idOf = (data: unknown): string => String(Reflect.get(Object(data), 'requestId'));

/** What Ben reads, or somebody else, in their language. */
async function read(id: string, language: Language, who = ben): Promise<RequestDetail> {
  const answer = await house.product.app.inject({
    url: `${addressOf(requestGet)}?id=${id}`,
    headers: { accesstoken: who.client.token, 'accept-language': language.replace('_', '-') },
  });
  return answer.json<{ data: RequestDetail }>().data;
}

/** Label and values of each part. */
const told = async (id: string, language: Language) =>
  (await read(id, language)).asked.map(({ label, values, more }) => [label, values, more]);

test('An export to a file waits, and then is made as who asked for it: the file is theirs', async () => {
  const jobs = async () => (await ann.client.call(listJobs, { kind: 'employee.export' })).list;
  const asked = await ann.client.ask(employeeExport, reasoned({ ids: [await house.person()], format: 'csv' as const }));
  expect([asked.code, await jobs()]).toEqual([11070, []]);
  const id = idOf(asked.data);
  expect(await ben.client.call(requestGet, { id })).toMatchObject({ unseen: true, again: false, live: { state: 'same' } });
  await ben.client.call(requestApprove, { id, version: 1 });
  await expect.poll(async () => (await jobs()).map((job) => [job.state, Reflect.get(Object(job.result), 'rows')])).toEqual([['done', 1]]);
  const { state } = await ann.client.call(requestGet, { id });
  expect([state, (await ben.client.call(listJobs, { kind: 'employee.export' })).total]).toEqual(['done', 0]);
});

test('Who has to agree to an export reads its filter and its columns, in their own language', async () => {
  const createdFrom = Date.UTC(2026, 0, 5);
  const input: Input<typeof employeeExport> = {
    filter: { departmentId: north, below: true, status: ['active', 'disabled'], text: 'Zhang', several: true, createdFrom },
    columns: ['name', 'mobile'],
    format: 'csv',
  };
  const asked = await ann.client.ask(employeeExport, reasoned(input));
  expect(asked.code).toBe(11070);
  const id = idOf(asked.data);
  expect(await told(id, 'en_US')).toEqual([
    ['Department', ['北方'], 0],
    ['With departments below', ['Yes'], 0],
    ['Name, account, mobile or number', ['Zhang'], 0],
    ['Status', ['Active', 'Disabled'], 0],
    ['Created from', [createdFrom], 0],
    ['In several departments', ['Yes'], 0],
    ['Columns', ['Name', 'Mobile'], 0],
    ['File format', ['csv'], 0],
  ]);
  const chinese = await told(id, 'zh_CN');
  expect(chinese.find(([label]) => label === '状态')).toBeDefined();
  const japanese = await told(id, 'ja_JP');
  expect(japanese.map(([, values]) => values).flat()).toContain('氏名');
  expect(japanese.find(([, values]) => (values as unknown[])[0] === createdFrom)).toBeDefined();
});

test('An export of everything says so; of what was chosen it says whom', async () => {
  const all = idOf((await ann.client.ask(employeeExport, reasoned({ columns: ['name'] }))).data);
  expect((await told(all, 'en_US'))[0]).toEqual(['Filter', ['None: everything in the range of whoever asks'], 0]);
  const people = await Promise.all(Array.from({ length: 23 }, (_, at) => house.person([north], `Person ${at}`)));
  const chosen = idOf((await ann.client.ask(employeeExport, reasoned({ ids: people, full: false, columns: ['name'] }))).data);
  const [ids] = (await read(chosen, 'en_US')).asked;
  expect([ids?.label, ids?.values.length, ids?.more]).toEqual(['Chosen', 20, 3]);
  expect(ids?.values).toContain('Person 0');
});

test('Rows of a log and a value to be shown are told by the labels of their page', async () => {
  const filters = { word: ['employee.disable'], module: ['user-centre'], uid: ann.id, from: 1_760_000_000_000 };
  const asked = await ann.client.ask(
    logExport,
    reasoned({ log: 'operation' as const, filters, columns: ['at', 'name'], reason: 'Asked for by the auditors' }),
  );
  const parts = await told(idOf(asked.data), 'en_US');
  const name = (await house.product.database.pool.query<{ name: string }>('select name from employee where id = $1', [ann.id])).rows[0]!
    .name;
  const values = parts.map(([, value]) => value);
  expect(values).toEqual(expect.arrayContaining([['Disabled people'], [name], [1_760_000_000_000]]));
  const person = await house.person([north], 'Masked');
  const look = idOf((await ann.client.ask(employeeUnmask, { id: person, field: 'mobile', reason: 'A parcel waits for them' })).data);
  expect(await told(look, 'en_US')).toEqual(expect.arrayContaining([['Field', ['Mobile'], 0]]));
});

test('A role of a department outside of the reader’s range is not named', async () => {
  const south = await house.department('南方');
  const roleId = await house.role({ codes: [], range: { kind: 'all' }, owner: south });
  const codes = [userManagement, changeApproval].flatMap((menu) => [menu.code, ...Object.values(menu.button)]);
  const cid = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } });
  const id = idOf((await cid.client.ask(employeeExport, reasoned({ filter: { roleId }, format: 'csv' as const }))).data);
  const roleRead = async (who: typeof ben) => (await read(id, 'en_US', who)).asked.find(({ name }) => name === 'roleId')?.values;
  expect(await roleRead(cid)).toEqual(['(outside your range)']);
  expect(await roleRead(ben)).toEqual([expect.stringMatching(/^Role \d+$/)]);
});

test('What was agreed to runs as a job whose title is read in the language of who reads it', async () => {
  const asked = await ann.client.ask(employeeExport, reasoned({ filter: { departmentId: north }, format: 'csv' as const }));
  await ben.client.call(requestApprove, { id: idOf(asked.data), version: 1 });
  const title = async (language: Language): Promise<unknown> => {
    const answer = await house.product.app.inject({
      url: `${addressOf(listJobs)}?kind=change.request`,
      headers: { accesstoken: ann.client.token, 'accept-language': language.replace('_', '-') },
    });
    return answer.json<{ data: { list: { title: { params: object } }[] } }>().data.list[0]?.title.params;
  };
  await expect.poll(() => title('en_US')).toEqual({ what: 'Export people' });
  const all = await Promise.all(languages.map(title));
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(3);
});
