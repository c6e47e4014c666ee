import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import * as token from '../../src/modules/people-sources/common/scim-token.contract.ts';
import * as run from '../../src/modules/people-sources/common/source-run.contract.ts';
import * as tries from '../../src/modules/people-sources/common/source-try.contract.ts';
import { sourcePage as page } from '../../src/modules/people-sources/common/source.permissions.ts';
import * as source from '../../src/modules/people-sources/common/source.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { codeOf, House } from '../access/house.ts';
import { spreadsheetOffice } from '../peers/libreoffice.ts';

let house: House;
let folder: string;
let north: string;
let south: string;
let made = 0;
const boss = () => house.boss;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-sources-'));
  house = await House.open({ SOURCE_FOLDERS: folder });
  north = await house.department('北方公司');
  south = await house.department('南方公司');
  await house.confirm(boss());
});
afterAll(async () => {
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});

const people = '工号,姓名,登录名,部门,密码\n007,张三,zhangsan,研发,{SSHA}x\n008,李四,lisi,销售,abc\n';
const attribute = (target: string, name: string) => ({ target, from: { kind: 'attribute' as const, name } });
const mapping = [
  attribute('externalId', '工号'),
  attribute('account', '登录名'),
  attribute('name', '姓名'),
  attribute('departmentPath', '部门'),
];

async function add(more: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const draft = { kind: 'file', name: `来源 ${made}`, code: `hr-${made}`, rootDepartmentId: north, config: { from: 'upload' }, ...more };
  return (await boss().call(source.sourceAdd, draft as never)).id;
}
const get = (id: string) => boss().call(source.sourceGet, { id });
const update = async (id: string, fields: Record<string, unknown>) =>
  boss().ask(source.sourceUpdate, { id, version: (await get(id)).version, ...fields });
const sql = <T extends object>(text: string, values: unknown[] = []) => house.product.database.pool.query<T>(text, values);
const issuesOf = ({ data }: { data: unknown }) => (data as { issues?: { path: string }[] }).issues?.map((one) => one.path);

test('A file is taken into use once it can be read to its end; its sample shows no secret and its mapping suggests itself', async () => {
  const id = await add();
  const cut = await boss().upload('cut.csv', Buffer.from('工号,姓名\n007,张三\n008'));
  expect(await boss().ask(tries.sourceUpload, { id, fileId: cut })).toMatchObject({ code: 12120, data: { line: 3 } });
  const fileId = await boss().upload('people.csv', Buffer.from(people));
  const look = await boss().call(tries.sourceUpload, { id, fileId });
  expect(look).toMatchObject({ columns: ['工号', '姓名', '登录名', '部门', '密码'], encoding: 'utf-8', sheets: [] });
  expect(look.rows).toHaveLength(2);
  const kept = await sql<{ expires_at: number | null }>('select expires_at from file where id = $1', [fileId]);
  expect(kept.rows[0]?.expires_at).toBeNull();

  expect(await boss().call(tries.sourceTest, { id })).toMatchObject({ ok: true, lines: [{ step: 'resolve' }, { step: 'read' }] });
  const sample = await boss().call(tries.sourceSample, { id, n: 1 });
  expect(sample.records).toEqual([{ of: 'employee', values: { 工号: '007', 姓名: '张三', 登录名: 'zhangsan', 部门: '研发' } }]);
  const attributes = sample.attributes.map(({ of, name }) => ({ of, name }));
  const { rows } = await boss().call(tries.sourceMappingSuggest, { id, attributes });
  expect(Object.fromEntries(rows.map((row) => [row.target, row.from.kind === 'attribute' ? row.from.name : '']))).toEqual({
    externalId: '工号',
    account: '登录名',
    name: '姓名',
    employeeNo: '工号',
    departmentPath: '部门',
  });
  expect((await update(id, { mapping: rows })).code).toBe(0);
  // Somebody else's file is nobody's to name.
  await sql(`update file set owner = gen_random_uuid() where id = $1`, [cut]);
  expect((await update(id, { config: { from: 'upload', fileId: cut } })).code).toBe(10404);
});

test('What is saved fits its kind, and is enabled only after a plan, with a whole mapping and somebody who is told', async () => {
  expect(await boss().ask(source.sourceAdd, { kind: 'sql', name: 'x', code: 'x', rootDepartmentId: north, config: {} })).toMatchObject({
    code: 10400,
  });
  const sqlConfig = { host: 'db.example.com', port: 5432, name: 'hr', user: 'hr', peopleQuery: 'select 1; drop table x' };
  expect(
    await boss().ask(source.sourceAdd, { kind: 'sql', name: 'x', code: 'x', rootDepartmentId: north, config: sqlConfig }),
  ).toMatchObject({
    code: 12106,
  });
  const id = await add();
  expect(issuesOf(await update(id, { config: { from: 'folder', folder: '/etc', pattern: 'passwd' } }))).toEqual(['config.folder']);
  expect(issuesOf(await update(id, { config: { from: 'ftp', odd: 1 } }))?.toSorted()).toEqual(['config.from', 'config.odd']);
  expect(issuesOf(await update(id, { config: { from: 'address', address: 'http://hr.example.com/x' } }))).toEqual(['config.address']);
  expect((await update(id, { config: { from: 'address', address: 'https://127.0.0.1/x' } })).code).toBe(12104);
  expect(await update(id, { mapping: mapping.slice(1) })).toMatchObject({ code: 12107, data: { fields: ['externalId'] } });
  expect(issuesOf(await update(id, { mapping: [...mapping, mapping[1]] }))).toEqual(['mapping.4.target']);
  expect(issuesOf(await update(id, { schedule: { kind: 'daily', zone: 'Mars/Base' } }))?.toSorted()).toEqual([
    'schedule.times',
    'schedule.zone',
  ]);
  expect(await codeOf(boss(), source.sourceEnable, { ids: [id] })).toBe(12107);
  await update(id, { mapping });
  expect(await codeOf(boss(), source.sourceEnable, { ids: [id] })).toBe(12114);
  await sql('update source_standing set plan_read = true where source_id = $1', [id]);
  const { list, version } = await boss().call(source.sourceAlarmList, { id });
  expect(list).toHaveLength(1);
  await boss().call(source.sourceAlarmSave, { id, version, people: [] });
  expect(await codeOf(boss(), source.sourceEnable, { ids: [id] })).toBe(10400);
  const told = { address: 'hr@example.com', on: ['late' as const] };
  const again = (await boss().call(source.sourceAlarmList, { id })).version;
  await boss().call(source.sourceAlarmSave, { id, version: again, people: [told] });
  expect(issuesOf(await boss().ask(source.sourceAlarmSave, { id, version: again + 1, people: [told, told] }))).toEqual([
    'people.1.address',
  ]);
  expect(await boss().call(source.sourceEnable, { ids: [id] })).toEqual({ count: 1 });

  // Of one root only one source delivers departments.
  const other = await add({ mapping });
  await sql('update source_standing set plan_read = true where source_id = $1', [other]);
  expect(issuesOf(await boss().ask(source.sourceEnable, { ids: [other] }))).toEqual(['rootDepartmentId']);
  await update(other, { delivers: ['employees', 'memberships'] });
  expect(await codeOf(boss(), source.sourceEnable, { ids: [other] })).toBe(0);
  expect(await codeOf(boss(), source.sourceDelete, { ids: [other] })).toBe(10412);
  await boss().call(source.sourceDisable, { ids: [other] });
  expect(await boss().call(source.sourceDelete, { ids: [other] })).toEqual({ count: 1, runId: null, jobId: null });
});

test('A schedule stands in the list when it is enabled, and being late is told once to the alarm people', async () => {
  const [id] = (await sql<{ id: string }>('select id from source where enabled')).rows.map((row) => row.id);
  expect((await get(id!)).nextAt).toBeNull();
  await update(id!, { schedule: { kind: 'every', everyMinutes: 60 } });
  const next = (await get(id!)).nextAt!;
  expect(next - Date.now()).toBeGreaterThan(3_500_000);
  await sql(`update source set updated_at = 1 where id = $1`, [id]);
  const told = () => sql<{ template: string }>(`select template from mail_outbox where template = 'source.alarm'`);
  await expect.poll(async () => (await told()).rowCount).toBe(1);
  const { rows } = await sql<{ late_told: boolean }>('select late_told from source_standing where source_id = $1', [id]);
  expect(rows[0]?.late_told).toBe(true);
});

test('A secret is never answered, stays through other changes, and is cleared with the address it was entered for', async () => {
  const config = { from: 'address', address: 'https://hr.example.com/people.csv' };
  const id = await add({ config, secrets: { token: 'very-secret' } });
  const detail = await get(id);
  expect(detail.secretsSet).toEqual(['token']);
  expect(JSON.stringify(await boss().call(source.sourceList, {})) + JSON.stringify(detail)).not.toContain('very-secret');
  const stored = await sql<{ secret: string }>('select secret from source where id = $1', [id]);
  expect(stored.rows[0]?.secret).not.toContain('very-secret');
  await update(id, { name: '改名' });
  expect((await get(id)).secretsSet).toEqual(['token']);
  const elsewhere = { ...config, address: 'https://attacker.example.com/x' };
  expect((await boss().ask(tries.sourceTest, { id, config: elsewhere })).code).toBe(12105);
  expect((await update(id, { config: elsewhere })).code).toBe(0);
  expect((await get(id)).secretsSet).toEqual([]);
  expect((await boss().ask(tries.sourceTest, { id })).code).toBe(12105);
  expect((await boss().ask(tries.sourceSample, { id })).code).toBe(12105);
  // Going back by undoing brings no secret back.
  await update(id, { secrets: { token: 'for-elsewhere' } });
  const journal = await boss().call(listJournal, { kind: ['source'], objectId: id });
  expect(JSON.stringify(journal)).not.toContain('for-elsewhere');
  const moved = journal.list.find(({ action, fields }) => action === 'change' && fields.some(({ field }) => field === 'config'));
  await boss().call(revertChanges, { operationIds: [moved!.id] });
  expect((await get(id)).config).toMatchObject({ address: config.address });
  expect((await get(id)).secretsSet).toEqual([]);
});

test('Who looks after one company sees the sources of its departments, and matches nobody elsewhere', async () => {
  const { client } = await house.administrator({
    codes: [page.code, ...Object.values(page.button)],
    range: { kind: 'chosen', departmentIds: [south] },
  });
  await house.confirm(client);
  const foreign = await add();
  expect((await client.call(source.sourceList, {})).total).toBe(0);
  for (const operation of [source.sourceGet, source.sourceAlarmList] as const)
    expect(await codeOf(client, operation, { id: foreign })).toBe(10910);
  expect(await codeOf(client, tries.sourceTest, { id: foreign })).toBe(10910);
  expect(await codeOf(client, source.sourceUpdate, { id: foreign, version: 1, name: 'x' })).toBe(10910);
  expect(await codeOf(client, source.sourceDelete, { ids: [foreign] })).toBe(10910);
  const draft = { kind: 'file' as const, name: '南方', code: 'south', config: {} };
  expect(await codeOf(client, source.sourceAdd, { ...draft, rootDepartmentId })).toBe(10910);
  expect(await codeOf(client, source.sourceAdd, { ...draft, rootDepartmentId: south, matchEverywhere: true })).toBe(10910);
  const { id } = await client.call(source.sourceAdd, { ...draft, rootDepartmentId: south });
  await update(id, { matchEverywhere: true });
  // Whom it may touch is beyond what this administrator sees.
  expect(await codeOf(client, source.sourceUpdate, { id, version: 2, mapping })).toBe(10910);
  const stranger = await house.person([north]);
  const people = [{ employeeId: stranger }];
  expect(issuesOf(await client.ask(source.sourceAlarmSave, { id, version: 2, people }))).toEqual(['people.0.employeeId']);
});

test('A token is shown once, kept as a digest, and there are at most five for at most two years', async () => {
  const id = await add({ kind: 'scim', config: {} });
  const soon = Date.now() + 86_400_000;
  const { id: first, token: word } = await boss().call(token.scimTokenAdd, { sourceId: id, name: 'Entra', expiresAt: soon });
  const { rows } = await sql<{ hash: string }>('select hash from scim_token where id = $1', [first]);
  expect(rows[0]?.hash).toBe(createHash('sha256').update(word).digest('hex'));
  const shown = await boss().call(token.scimTokenList, { sourceId: id });
  expect(JSON.stringify(shown)).not.toContain(word);
  expect(shown.list[0]).toMatchObject({ name: 'Entra', prefix: word.slice(0, 13), lastUsedAt: null });
  expect(shown.address).toMatch(/\/scim\/v2\/hr-\d+$/);
  const far = { sourceId: id, name: 'x', expiresAt: Date.now() + 3 * 366 * 86_400_000 };
  expect(issuesOf(await boss().ask(token.scimTokenAdd, far))).toEqual(['expiresAt']);
  const more = [2, 3, 4, 5, 6].map((n) => boss().ask(token.scimTokenAdd, { sourceId: id, name: `t${n}`, expiresAt: soon }));
  expect((await Promise.all(more)).filter(({ code }) => code === 0)).toHaveLength(4);
  expect(await boss().call(token.scimTokenDelete, { sourceId: id, id: first })).toEqual({ count: 1 });
  expect(await codeOf(boss(), token.scimTokenDelete, { sourceId: id, id: first })).toBe(10404);
  const file = await add();
  expect(await codeOf(boss(), token.scimTokenList, { sourceId: file })).toBe(10412);
});

test('The newest file of an allowed folder is read', async () => {
  writeFileSync(path.join(folder, 'hr-1.csv'), people);
  const id = await add({ config: { from: 'folder', folder, pattern: 'hr-*.csv' } });
  expect((await boss().call(tries.sourceSample, { id })).records).toHaveLength(2);
  expect(await boss().call(tries.sourceSample, { kind: 'file', config: { from: 'folder', folder, pattern: 'hr-*.csv' } })).toMatchObject({
    records: [{ of: 'employee' }, { of: 'employee' }],
  });
  expect((await boss().ask(tries.sourceTest, { id, config: { from: 'folder', folder, pattern: 'none*' } })).data).toMatchObject({
    ok: false,
  });
});

test('A file of another country is planned, applied and then unchanged; the plan is read before it is enabled', async () => {
  const id = await add({ mapping: [...mapping, attribute('employeeNo', '工号')], rootDepartmentId: south });
  const gb = Buffer.from(
    'b9a4bac52cd0d5c3fb2cb5c7c2bcc3fb2cb2bfc3c50a303033312cd5c5c8fd2c7a68616e67332cd1d0b7a20a303033322cc0eecbc42c6c69342ccffacadb0a',
    'hex',
  );
  const fileId = await boss().upload('people.csv', gb);
  expect(await boss().call(tries.sourceUpload, { id, fileId })).toMatchObject({ encoding: 'gb18030' });
  const read = async () => {
    const { runId, jobId } = await boss().call(run.sourceSync, { id });
    await boss().jobEnd(jobId);
    return boss().call(run.sourceRunGet, { runId });
  };
  const plan = await read();
  expect(plan).toMatchObject({ state: 'planned', peopleRead: 2, invalid: 0, failure: null });
  const { list } = await boss().call(run.sourceRunItems, { runId: plan.id, action: ['add'] });
  expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['张三', '李四']));
  const total = plan.counts['add'] ?? 0;
  const { jobId } = await boss().call(run.sourceRunApply, { runId: plan.id, expected: { loseSignIn: 0, total } });
  await boss().jobEnd(jobId);
  expect((await get(id)).people).toBe(2);
  const again = await read();
  expect(again.counts).toMatchObject({ unchanged: expect.any(Number) as number });
  expect(again.counts['add'] ?? 0).toBe(0);
  expect(await codeOf(boss(), source.sourceEnable, { ids: [id] })).toBe(0);

  // Its schedule begins runs by itself, one at a time.
  await update(id, { schedule: { kind: 'every', everyMinutes: 5 } });
  await sql('update source_standing set next_at = 1 where source_id = $1', [id]);
  const scheduled = () => sql(`select from source_run where source_id = $1 and trigger = 'schedule'`, [id]);
  await expect.poll(async () => (await scheduled()).rowCount).toBe(1);
  expect((await get(id)).nextAt! - Date.now()).toBeGreaterThan(200_000);
  // A file that is gone fails the run, and is tried again after a minute.
  await expect.poll(async () => (await get(id)).state).not.toBe('running');
  await sql(`update source_run set state = 'failed', ended_at = 1 where source_id = $1 and trigger = 'schedule'`, [id]);
  await sql('update source_standing set failures = 1 where source_id = $1', [id]);
  await expect.poll(async () => (await sql(`select from source_run where source_id = $1 and trigger = 'retry'`, [id])).rowCount).toBe(1);
});

test.skipIf(spreadsheetOffice === undefined)(
  'Names and numbers of a Shift_JIS file, and of a workbook that LibreOffice saved, arrive to the letter (apt-get install --no-install-recommends libreoffice-calc)',
  async () => {
    const japanese = [
      attribute('externalId', '社員番号'),
      attribute('employeeNo', '社員番号'),
      attribute('account', 'アカウント'),
      attribute('name', '氏名'),
      attribute('departmentPath', '部署'),
    ];
    const arrived = async (name: string, content: Buffer) => {
      const id = await add({ mapping: japanese, rootDepartmentId: await house.department(name) });
      expect(await boss().ask(tries.sourceUpload, { id, fileId: await boss().upload(name, content) })).toMatchObject({ code: 0 });
      const { runId, jobId } = await boss().call(run.sourceSync, { id });
      await boss().jobEnd(jobId);
      const total = (await boss().call(run.sourceRunGet, { runId })).counts['add'] ?? 0;
      await boss().jobEnd((await boss().call(run.sourceRunApply, { runId, expected: { loseSignIn: 0, total } })).jobId);
      const { rows } = await sql<{ no: string; name: string }>(
        `select e.employee_no as no, e.name from source_link tie join employee e on e.id = tie.object_id where tie.source_id = $1 order by 1`,
        [id],
      );
      return rows.map(({ no, name: called }) => [no, called]);
    };
    const csv = Buffer.from(
      '8ed088f594d48d862c8e8196bc2c8341834a8345839383672c95948f900a303039312ceee08bb48df72c6a702e6f6e652c89638bc60a303039322c97e996d88e9f98592c6a702e74776f2c89638bc60a',
      'hex',
    );
    expect(await arrived('japan.csv', csv)).toEqual([
      ['0091', '髙橋桜'],
      ['0092', '鈴木次郎'],
    ]);
    const place = path.join(folder, 'office');
    mkdirSync(place);
    writeFileSync(path.join(place, 'office.csv'), '社員番号,氏名,アカウント,部署\n0041,Zoë “Z” Å,of.one,営業\n0042,=cmd(),of.two,営業\n');
    // Each column as text, as somebody chooses who wants to keep the noughts before numbers.
    const columns = 'CSV:44,34,76,1,1/2/2/2/3/2/4/2';
    execFileSync(
      spreadsheetOffice!,
      [
        '--headless',
        `-env:UserInstallation=file://${place}/profile`,
        `--infilter=${columns}`,
        '--convert-to',
        'xlsx',
        '--outdir',
        place,
        'office.csv',
      ],
      { cwd: place, stdio: 'ignore' },
    );
    expect(await arrived('office.xlsx', readFileSync(path.join(place, 'office.xlsx')))).toEqual([
      ['0041', 'Zoë “Z” Å'],
      ['0042', '=cmd()'],
    ]);
  },
);

test('A file that did not change is not read again, however it stands there; what was left open is', async () => {
  const file = path.join(folder, 'steady.csv');
  const lines = ['工号,姓名,登录名,部门', 'S1,赵一,zhao1,仓库', 'S2,钱二,qian2,仓库'];
  writeFileSync(file, lines.join('\n'));
  const id = await add({ mapping, rootDepartmentId: south, config: { from: 'folder', folder, pattern: 'steady.csv' } });
  const read = async () => {
    const { runId, jobId } = await boss().call(run.sourceSync, { id });
    await boss().jobEnd(jobId);
    return boss().call(run.sourceRunGet, { runId });
  };
  const apply = async ({ id: runId, counts }: run.RunDetail) => {
    const total = (counts['add'] ?? 0) + (counts['update'] ?? 0);
    await boss().jobEnd((await boss().call(run.sourceRunApply, { runId, expected: { loseSignIn: 0, total } })).jobId);
  };
  await apply(await read());
  const people = (await get(id)).people;
  expect(await read()).toMatchObject({ state: 'applied', same: true, peopleRead: 2, counts: { unchanged: expect.any(Number) as number } });
  // Written anew with what it held, as an export does every night.
  utimesSync(file, new Date(), new Date(Date.now() - 60_000));
  expect(await read()).toMatchObject({ state: 'applied', same: true });
  expect((await get(id)).people).toBe(people);
  // Other settings decide otherwise about the same file.
  await update(id, { name: '仓库' });
  expect(await read()).toMatchObject({ state: 'applied', same: false, counts: { unchanged: expect.any(Number) as number } });
  // A row that could not be done is looked at again, although the file is the same.
  writeFileSync(file, [...lines, 'S3,孙三,,仓库'].join('\n'));
  const open = await read();
  expect(open).toMatchObject({ same: false, invalid: 1 });
  expect(await read()).toMatchObject({ same: false, invalid: 1 });
  writeFileSync(file, [...lines, 'S3,孙三,sun3,仓库'].join('\n'));
  await apply(await read());
  expect(await read()).toMatchObject({ state: 'applied', same: true, peopleRead: 3 });
});

test('A plan that waits is not taken away by the schedule; read anew by hand it names the plan in its place', async () => {
  const file = path.join(folder, 'waiting.csv');
  writeFileSync(file, '工号,姓名,登录名,部门\nW1,周一,zhou1,仓库\n');
  const schedule = { kind: 'every', everyMinutes: 5 };
  const id = await add({
    mapping,
    rootDepartmentId: await house.department('西部'),
    config: { from: 'folder', folder, pattern: 'waiting.csv' },
  });
  const read = async () => {
    const { runId, jobId } = await boss().call(run.sourceSync, { id });
    await boss().jobEnd(jobId);
    return runId;
  };
  const first = await read();
  await boss().call(source.sourceEnable, { ids: [id] });
  await update(id, { schedule });
  const turn = async () => {
    await sql('update source_standing set next_at = 1 where source_id = $1', [id]);
    await expect.poll(async () => (await get(id)).nextAt ?? 0).toBeGreaterThan(Date.now());
  };
  const scheduled = () => sql(`select from source_run where source_id = $1 and trigger = 'schedule'`, [id]);
  await turn();
  expect((await scheduled()).rowCount).toBe(0);
  expect((await get(id)).waiting).toMatchObject({ runId: first });
  const second = await read();
  expect(await boss().call(run.sourceRunGet, { runId: first })).toMatchObject({ state: 'expired', replacedBy: second });
  await boss().call(run.sourceRunReject, { runId: second, reason: 'Not today' });
  expect((await get(id)).waiting).toBeNull();
  await turn();
  await expect.poll(async () => (await scheduled()).rowCount).toBe(1);
  await boss().call(source.sourceDisable, { ids: [id] });
});
