import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../src/kit/common/contract.ts';
import { downloadFile } from '../src/kit/common/files/file.contract.ts';
import { newId } from '../src/kit/server/ids.ts';
import { fileRule, whiteAdd } from '../src/modules/enterprise/common/file-rule.contract.ts';
import { radarPage } from '../src/modules/radar/common/permissions.ts';
import * as radar from '../src/modules/radar/common/radar.contract.ts';
import { roleUserManage } from '../src/modules/system/common/permissions.ts';
import { sysRole } from '../src/modules/system/common/role.contract.ts';
import { tokenAdd } from '../src/modules/system/common/token.contract.ts';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../src/modules/people/common/permissions.ts';
import { noticePersonAdd } from '../src/modules/warnings/common/notice-person.contract.ts';
import { House } from './access/house.ts';
import { makeCertificates } from './peers/certificates.ts';

const dayMillis = 86_400_000;
const inDays = (days: number): number => Date.now() + days * dayMillis + 3_600_000;
const folder = mkdtempSync(path.join(tmpdir(), 'radar-'));
let house: House;
let north = '';

beforeAll(async () => {
  house = await House.open();
  const { boss } = house;
  north = await house.department('North');
  const [ann, bob] = [await house.person([north], 'Ann'), await house.person([await house.department('South')], 'Bob')];
  const roleId = await house.role({ codes: [radarPage.code], range: { kind: 'all' } });
  await boss.call(sysRole.assignEmployees, { roleId, ids: [ann], until: inDays(2) });
  await boss.call(sysRole.assignDepartments, { roleId, ids: [north], until: inDays(50) });
  for (const [employeeId, name] of [
    [ann, 'Token of Ann'],
    [bob, 'Token of Bob'],
  ] as const) {
    await boss.call(sysRole.assignEmployees, {
      roleId: await house.role({ codes: [radarPage.code], range: { kind: 'all' } }),
      ids: [employeeId],
    });
    await boss.call(tokenAdd, { employeeId, name, codes: [radarPage.code], networks: [], expiresAt: inDays(5) });
  }
  await boss.call(employeeAdd, {
    account: 'guest',
    name: 'Guest',
    assignments: [{ departmentId: north, primary: true }],
    employmentType: 'contractor',
    ownerId: ann,
    expiresAt: inDays(20),
  });
  const { roleId: rule } = await boss.call(fileRule.save, { name: 'Files', code: 'files' });
  await boss.call(fileRule.assignEmployees, { roleId: rule, ids: [bob] });
  await boss.call(whiteAdd, { roleId: rule, ids: [bob], reason: 'Abroad', until: inDays(8) });
  await boss.call(noticePersonAdd, { employeeId: bob, channels: ['console'], expiresAt: inDays(6) });
  await others(await house.role({}), bob);
}, 120_000);
afterAll(async () => {
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What takes days or another system to come about. */
async function others(role: string, person: string): Promise<void> {
  const { pool } = house.product.database;
  const { ca } = makeCertificates(folder, { for: 'IP:127.0.0.1' });
  const [server, own] = [newId(), { version: 1, created_at: 1, updated_at: 1 }];
  const insert = (table: string, row: object) =>
    pool.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [JSON.stringify({ ...own, ...row })]);
  await pool.query('update role set expires_at = $2 where id = $1', [role, inDays(3)]);
  await insert('server_config', {
    id: server,
    code: 'files',
    name: 'Files',
    kind: 'file',
    addresses: [],
    ca,
    pinned_keys: [],
    weight: 1,
    enabled: true,
    draining: false,
  });
  await pool.query(`insert into server_check (server_id, certificate_ends_at, claimed_until) values ($1, $2, 9000000000000000)`, [
    server,
    inDays(29),
  ]);
  await insert('auth_setting', {
    id: newId(),
    code: 'sso',
    kind: 'saml',
    name: { zh_CN: '单点登录', en_US: 'Single sign-on' },
    audience: 'console',
    platforms: [1],
    config: { entryPoint: 'https://idp.example/', idpIssuer: 'idp', certificates: ca, entityId: '' },
    match: {},
    assurance: [],
    order_no: 9,
    enabled: true,
  });
  await pool.query(
    `insert into siem_stream (id, version, created_at, updated_at, name, host, port, transport, allow_plain, framing, format, kinds, min_severity, filter, facility, app_name, enterprise_id, bom, max_bytes, ca, enabled)
     values ($1, 1, 1, 1, 'SIEM', '127.0.0.1', 1, 'tls', false, 'octet', 'json', '[]', 0, '{}', 1, 'x', 1, false, 2000, $2, true)`,
    [newId(), ca],
  );
  await insert('log_archive', {
    id: newId(),
    kind: 'operation',
    log_table: 'audit_log',
    part: '2026-01',
    from_at: 1,
    to_at: 2,
    rows: 12,
    bytes: 1,
    files: {},
    data_key: 'x',
    state: 'verified',
    keep_until: inDays(70),
  });
  await pool.query(
    `insert into legal_hold (id, name, reason, kinds, employee_ids, object_ids, addresses, until, owner, owner_name, state, created_at, updated_at)
     values ($1, 'Case 7', 'x', '{}', '{}', '{}', '{}', $2, 'x', 'x', 'active', 1, 1)`,
    [newId(), inDays(31)],
  );
  await pool.query(`update mail_config set dkim = '{"domain":"example.com","selector":"s1"}', dkim_key = 'x', created_at = $1`, [
    Date.now() - 350 * dayMillis,
  ]);
  await pool.query(
    `insert into property_value (id, property_id, label, scope_kind, scope_id, object_id, value, valid_until, created_at, updated_at)
     select $1, id, key, 'employee', $2::uuid::text, $2::uuid, '1', $3, 1, 1 from property limit 1`,
    [newId(), person, inDays(90)],
  );
  await pool.query(
    `insert into change_delegation (id, from_uid, to_uid, from_at, until_at) select $1, id, $2, 1, $3 from employee where account = 'admin'`,
    [newId(), person, inDays(4)],
  );
  const rule = {
    networks: ['198.51.100.7'],
    days: [],
    from: null,
    until: null,
    who: 'everyone',
    roleIds: [],
    departmentIds: [],
    crowdIds: [],
  };
  await pool.query(`update authenticate set address_rules = $1`, [
    JSON.stringify({ rules: [{ ...rule, action: 'deny', expiresAt: inDays(3.5) }], otherwise: 'allow' }),
  ]);
  await pool.query('update installation set backed_up_at = $1', [Date.now() - 30 * 3_600_000]);
}

test('Every module tells what ends; what another warning tells of, and what was wished for, is not told twice', async () => {
  const { boss, product } = house;
  // A kind that fails is logged and left out: here none may.
  for (const kind of product.services.radarKinds) await kind.list(product.database.db, product.services);
  await boss.call(radar.radarRecheck, {});
  const { list } = await boss.call(radar.radarList, { pageSize: 200 });
  const told = new Map(
    (await product.database.pool.query<{ id: string; told: string | null }>('select id, told from radar_item')).rows.map((row) => [
      row.id,
      row.told,
    ]),
  );
  const found = list.filter(({ kind }) => kind !== 'key.rotation').map((row) => [row.kind, row.name, row.state, told.get(row.id) ?? null]);
  expect(found.slice(0, -3)).toEqual([
    ['backup.age', '数据库与文件的备份', 'overdue', null],
    ['role.member', 'Ann', 'due', null],
    ['role.end', expect.any(String), 'due', 'error'],
    ['addressRule.end', '198.51.100.7', 'due', null],
    ['delegation.end', expect.any(String), 'due', null],
    ['token.end', 'Token of Ann', 'due', 'error'],
    ['token.end', 'Token of Bob', 'due', 'error'],
    ['noticePerson.end', 'Bob', 'due', 'error'],
    ['fileWhite.end', 'Bob', 'soon', null],
    ['dkim.age', 's1._domainkey.example.com', 'soon', 'warning'],
    ['employee.end', 'Guest', 'soon', null],
    ['certificate.server', 'Files', 'soon', null],
    ['hold.end', 'Case 7', 'soon', 'info'],
    ['role.member', 'North', 'soon', null],
    ['archive.end', expect.stringContaining('2026-01'), 'ok', null],
    ['property.value', expect.any(String), 'ok', null],
  ]);
  // They end at the same moment.
  expect(
    found
      .slice(-3)
      .map(([kind, name, state, said]) => `${kind} ${name} ${state} ${said}`)
      .toSorted(),
  ).toEqual(['certificate.serverAuthority Files ok null', 'certificate.signIn 单点登录 ok null', 'certificate.stream SIEM (CA) ok null']);
  for (const { id } of list) {
    const one = await boss.call(radar.radarGet, { id });
    expect(
      [one.impact, one.nextStep, one.link].every((text) => text && !/[{}]/.test(text)),
      one.kind,
    ).toBe(true);
  }
});

test('Who administers the north sees of it what the own pages show; an export holds the same', async () => {
  const codes = [radarPage.code, radarPage.button.export, userManagement.code, roleUserManage.code];
  const { client } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } }, [north]);
  const names = (await client.call(radar.radarList, {})).list.map(({ name }) => name);
  expect(names).toEqual(['Token of Ann', 'Guest']);
  const { jobId } = await client.call(radar.radarExport, { format: 'csv', filter: { within: '30' } });
  const { result } = await client.jobEnd(jobId);
  const { fileId } = result as { fileId: string };
  const url = `${addressOf(downloadFile)}?fileId=${fileId}`;
  const { body } = await client.app.inject({ url, headers: { accesstoken: client.token } });
  expect(body).toContain('Token of Ann');
  expect(body).not.toContain('Bob');
});
