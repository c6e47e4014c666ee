import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtinAdminUid } from '../src/kit/server/caller.ts';
import { keepMade } from '../src/kit/server/files/files.ts';
import { policyList, policySave } from '../src/modules/approvals/common/policy.contract.ts';
import * as config from '../src/modules/config-as-code/common/config.contract.ts';
import { configPage } from '../src/modules/config-as-code/common/permissions.ts';
import { sealSecretFile } from '../src/modules/config-as-code/server/secret-file.ts';
import { contactConfigGet, contactConfigUpdate } from '../src/modules/contacts/common/config.contract.ts';
import { fieldList, fieldSave } from '../src/modules/contacts/common/field.contract.ts';
import { contactImpact } from '../src/modules/contacts/common/insight.contract.ts';
import { contactRanges, contactRole, contactSaveRanges } from '../src/modules/contacts/common/role.contract.ts';
import { everyoneRoleId } from '../src/modules/contacts/server/directory.ts';
import { fileRule, whiteAdd, whiteRemove } from '../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd } from '../src/modules/enterprise/common/member-limit.contract.ts';
import { segmentLimit } from '../src/modules/enterprise/common/segment-limit.contract.ts';
import { targetSave } from '../src/modules/logs/common/cleaning/archive.contract.ts';
import { clearConfigGet, clearConfigUpdate, clearEstimate } from '../src/modules/logs/common/cleaning/clear.contract.ts';
import { streamAdd } from '../src/modules/logs/common/stream.contract.ts';
import { mailGet, mailUpdate } from '../src/modules/mail/common/mail-config.contract.ts';
import { mailTemplateGet, mailTemplateList, mailTemplateSave } from '../src/modules/mail/common/mail-template.contract.ts';
import { propertyAdd, propertyList } from '../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../src/modules/property/common/value.contract.ts';
import { platformSave, platformList } from '../src/modules/servers/common/platform.contract.ts';
import { radarAdd } from '../src/modules/radar/common/radar.contract.ts';
import { serverAdd } from '../src/modules/servers/common/server.contract.ts';
import { authSettingAdd } from '../src/modules/sign-in/common/auth-setting.contract.ts';
import { getAuthenticate, updateAuthenticate } from '../src/modules/sign-in/common/authenticate.contract.ts';
import { wechatGet, wechatUpdate } from '../src/modules/sign-in/common/wechat.contract.ts';
import { resourceSave, resourceTree, resourceUpdate } from '../src/modules/system/common/resource.contract.ts';
import { roleAuthority, roleManage } from '../src/modules/system/common/permissions.ts';
import { sysRole } from '../src/modules/system/common/role.contract.ts';
import { tokenAdd } from '../src/modules/system/common/token.contract.ts';
import { encryptionGet, encryptionUpdate } from '../src/modules/terminal-settings/common/encryption.contract.ts';
import { navPublish, navQuery, navSave } from '../src/modules/terminal-settings/common/nav.contract.ts';
import { phoneSave } from '../src/modules/terminal-settings/common/phone.contract.ts';
import { smsGatewaySave } from '../src/modules/terminal-settings/common/sms.contract.ts';
import { crowdAdd, crowdDelete, crowdList } from '../src/modules/crowds/common/crowd.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { openSecrets } from '../src/modules/people-sources/server/connector/open-source.ts';
import { noticePersonAdd } from '../src/modules/warnings/common/notice-person.contract.ts';
import { ruleList, ruleUpdate } from '../src/modules/warnings/common/rule.contract.ts';
import { fillPeople } from './people/config-people.ts';
import { bundleOf, ConfigProduct, filesOf } from './config-product.ts';
import { startTestProduct } from './product.ts';

let full: ConfigProduct;
let empty: ConfigProduct;
let areas: string[];
beforeAll(async () => {
  full = new ConfigProduct(await startTestProduct());
  empty = new ConfigProduct(await startTestProduct());
  areas = (await full.call(config.areaList, { pageSize: 100 })).list.map(({ area }) => area);
});
afterAll(async () => {
  await full.product.stop();
  await empty.product.stop();
});

const outer = { scheme: 'https' as const, host: 'im.example.com', port: 443, path: '', zone: 'outer' as const };

const streamDraft = { name: 'SOC 中心', host: 'siem.example.com', clientCert: 'certificate', clientKey: 'stream-secret-word' };

/** How logs are kept and where they go, and what is limited. */
async function fillLogsAndLimits(): Promise<void> {
  const target = { name: 'Vault', store: 's3' as const, host: 's3.example.com', bucket: 'logs', key: 'writer', secret: 's3-secret-word' };
  const { id: archiveTargetId } = await full.call(targetSave, target);
  await full.call(clearConfigUpdate, { kind: 'operation', version: 1, keepDays: 400, archiveTargetId, zone: 'Asia/Shanghai' });
  await full.call(streamAdd, { ...streamDraft, kinds: ['operation', 'read'], filter: { dangerous: true } });
  const segments = [{ value: '10.1.2.3/8', note: 'Office' }, { value: '192.168.0.1-192.168.0.9' }];
  const window = { days: [5, 1], from: '08:00', to: '18:00', zone: 'Asia/Shanghai' };
  await full.call(segmentLimit.add, { name: 'Office', segments, window });
  await full.call(segmentLimit.add, { name: 'Guests', segments: [{ value: '10.9.0.0/16' }], effect: 'denyInside', actions: ['upload'] });
  const { id: uid } = full.product.powerless;
  const whole = { kind: 'department' as const, id: rootDepartmentId };
  const from = [{ kind: 'employee' as const, id: uid }, whole];
  const limit = { name: 'Inner', ownerDeptId: rootDepartmentId, from, to: [{ kind: 'everyone' as const }], exceptions: [uid] };
  await full.call(memberLimitAdd, limit);
  const { roleId } = await full.call(fileRule.save, { name: 'Phones', code: 'phones', terminalType: 2, ruleType: 3 });
  await full.call(fileRule.assignEmployees, { roleId, ids: [uid], until: Date.now() + 90 * 86_400_000 });
  await full.call(fileRule.assignDepartments, { roleId, ids: [rootDepartmentId] });
  await full.call(whiteAdd, { roleId, ids: [uid], reason: 'On the road' });
}

/** Contact roles with what they show, fields and the settings of the directory. */
async function fillContacts(): Promise<void> {
  const { id: uid } = full.product.powerless;
  const guests = (await full.call(crowdList, { name: 'guests' })).list[0]!.id;
  const { roleId } = await full.call(contactRole.save, { name: 'Desk', code: 'desk', ownerDeptId: rootDepartmentId });
  await full.call(contactSaveRanges, {
    roleId,
    version: 1,
    kind: 'auth',
    rows: [
      { kind: 'depts', ids: [rootDepartmentId] },
      { kind: 'crowds', ids: [guests] },
      { kind: 'employees', ids: [uid], exclude: true },
    ],
  });
  const search = { kind: 'search' as const, rows: [{ kind: 'ownCompany' as const }], exactMatch: ['employeeNo' as const] };
  await full.call(contactSaveRanges, { roleId, version: 2, ...search });
  const { version, fields } = await full.call(fieldList, {});
  const readers = { visibleTo: ['roles' as const], visibleRoles: [roleId] };
  await full.call(fieldSave, { version, fields: fields.map((one) => (one.fieldKey === 'remark' ? { ...one, ...readers } : one)) });
  await full.call(contactConfigUpdate, { version: (await full.call(contactConfigGet, {})).version, searchLimit: 77 });
}

/** What holds for terminals, crowds that it names, and something on the radar. */
async function fillTerminals(): Promise<string> {
  const { id: uid } = full.product.powerless;
  const owner = { ownerDeptId: rootDepartmentId };
  const { id: inner } = await full.call(crowdAdd, { ...owner, kind: 'fixed', code: 'guests', name: { zh_CN: '访客' }, includes: [uid] });
  const clauses = [
    { field: 'department', op: 'isUnder' as const, value: [rootDepartmentId] },
    {
      match: 'not' as const,
      of: [
        { field: 'manager', op: 'is' as const, value: uid },
        { field: 'inCrowd', op: 'is' as const, value: [inner] },
      ],
    },
  ];
  const rule = { match: 'all' as const, of: clauses };
  const { id: crowd } = await full.call(crowdAdd, {
    ...owner,
    code: 'all_hands',
    name: { zh_CN: '全员' },
    conditions: rule,
    excludes: [uid],
  });
  const picture = await sharp({ create: { width: 120, height: 120, channels: 4, background: '#1677ff' } })
    .png()
    .toBuffer();
  const file = { name: 'icon.png', type: 'image/png', purpose: 'nav', owner: builtinAdminUid, keepMillis: 600_000 };
  const { id: icon } = await keepMade(full.product.services, Readable.from([picture]), file);
  const nav = await full.call(navQuery, { platform: 2 });
  const audience = [
    { kind: 'crowd' as const, id: crowd },
    { kind: 'employee' as const, id: uid },
  ];
  const entries = nav.entries.map((entry) => (entry.code === 'contacts' ? { ...entry, icon, audience } : entry));
  const saved = await full.call(navSave, { platform: 2, version: nav.version, entries });
  await full.call(navPublish, { platform: 2, version: saved.version });
  const gateway = { enabled: true, url: 'https://sms.corp.example.com/v1', signing: 'hmac' as const, secret: 'sms-secret-word' };
  await full.call(smsGatewaySave, { version: 1, ...gateway });
  await full.call(phoneSave, { version: 1, mode: 'ask', proof: 'sms', audience, regions: ['+86'] });
  const item = { name: 'Fire certificate', dueAt: Date.now() + 90 * 86_400_000, deptId: rootDepartmentId, ownerId: uid };
  await full.call(radarAdd, item);
  await full.call(radarAdd, { ...item, dueAt: item.dueAt + 1, remindDays: [5, 9] });
  expect(await full.ask(crowdDelete, { ids: [crowd] })).toMatchObject({ code: 10410 });
  return crowd;
}

/** Something of every area, made as an administrator makes it. */
async function fill(): Promise<void> {
  await fillLogsAndLimits();
  const crowd = await fillTerminals();
  await fillContacts();
  await fillPeople(full);
  const { roleId } = await full.call(sysRole.save, { name: '帮助台', code: 'help_desk', needsFactor: true, memberDays: 90 });
  const { roleId: other } = await full.call(sysRole.save, { name: 'Readers', code: 'readers', exclusiveWith: [roleId] });
  const { version } = await full.call(sysRole.saveResources, {
    roleId,
    version: 1,
    codes: ['sys_config_as_code', 'sys_config_as_code:export'],
  });
  await full.call(sysRole.saveRanges, { roleId, version, range: { kind: 'all' } });
  await full.call(sysRole.assignEmployees, { roleId: other, ids: [full.product.powerless.id] });
  const { nodes: tree } = await full.call(resourceTree, {});
  const node = tree.find(({ code }) => code === 'sys_recycle_bin')!;
  await full.call(resourceUpdate, { id: node.id, version: node.version, names: { zh_CN: '废纸篓', en_US: 'Trash', ja_JP: 'ゴミ箱' } });
  await full.call(resourceSave, {
    code: 'wiki',
    parent: null,
    names: { zh_CN: '百科' },
    icon: null,
    target: 'https://wiki.example.com/',
  });
  const [title] = (await full.call(propertyList, { namespace: 'console', text: 'tabTitle' })).list;
  if (title) await full.call(propertyValueSet, { propertyId: title.id, scopeKind: 'site', value: 'Test' });
  const draft = { namespace: 'own', key: 'greeting', description: { zh_CN: '问候', en_US: 'Greeting' }, default: 'Hello' };
  const { id: propertyId } = await full.call(propertyAdd, draft);
  await full.call(propertyValueSet, { propertyId, scopeKind: 'department', scopeId: rootDepartmentId, value: '你好' });
  const keysVersion = (await full.call(encryptionGet, {})).list.find(({ purpose }) => purpose === 'fileStore')!.version;
  await full.call(encryptionUpdate, { purpose: 'fileStore', version: keysVersion, rotateDays: 90, algorithm: 'SM4-CTR+HMAC-SM3' });
  const wechat = { corpId: 'ww0123456789', agentId: '1000002', secret: 'wechat-secret-word' };
  await full.call(wechatUpdate, { version: (await full.call(wechatGet, {})).version, ...wechat });
  const secret = { ...(await full.call(getAuthenticate, {})) };
  await full.call(updateAuthenticate, { version: secret.version, lock: { failures: 4, windowMinutes: 20, grow: true } });
  await full.call(authSettingAdd, {
    kind: 'oidc',
    code: 'corp',
    name: { zh_CN: '公司' },
    oidc: { issuer: 'https://id.example.com', clientId: 'wheelhouse' },
    match: { attribute: 'sub', field: 'account' },
    secret: 'oidc-secret-word',
  });
  const { id: person } = await full.call(noticePersonAdd, { employeeId: builtinAdminUid, channels: ['console'] });
  const [rule] = (await full.call(ruleList, { text: 'job.failed' })).list;
  const any = rule ?? (await full.call(ruleList, {})).list[0]!;
  await full.call(ruleUpdate, { id: any.id, version: any.version, repeatHours: 48, noticePersonIds: [person], ownerId: builtinAdminUid });
  const mail = await full.call(mailGet, {});
  const server = {
    host: 'smtp.example.com',
    port: 465,
    security: 'tls' as const,
    auth: 'password' as const,
    account: 'bot',
    secret: 'smtp-secret-word',
  };
  await full.call(mailUpdate, { version: mail.version, fromName: 'Wheelhouse', fromAddress: 'bot@example.com', servers: [server] });
  const [template] = (await full.call(mailTemplateList, {})).list;
  const texts = (await full.call(mailTemplateGet, { id: template!.id })).texts;
  const own = { ...texts.en_US, subject: 'Changed subject' };
  await full.call(mailTemplateSave, { id: template!.id, version: template!.version, texts: { en_US: own } });
  const { id: first } = await full.call(serverAdd, { name: 'IM 1', code: 'im1', kind: 'im', addresses: [outer] });
  const { id: second } = await full.call(serverAdd, {
    name: 'IM 0',
    code: 'im0',
    kind: 'im',
    addresses: [{ ...outer, host: 'im0.example.com' }],
  });
  const [platform] = (await full.call(platformList, {})).list;
  const rows = [{ kind: 'im' as const, serverConfigIds: [first, second], zoneOrder: ['outer' as const] }];
  await full.call(platformSave, { platform: platform!.platform, version: platform!.version, rows, minVersion: '2.0' });
  await full.call(policySave, {
    name: 'Erase by two',
    operations: ['@erase'],
    approverRoleIds: [roleId],
    approverIds: [builtinAdminUid],
    approverCrowdIds: [crowd],
  });
}

const gateway = 'submit-phone/sms-gateway/sms-gateway';
const stream = 'log-streams/log-stream/SOC%20%E4%B8%AD%E5%BF%83';

test('Export, an empty installation, apply, export: the same bytes; the second plan has nothing to do; a change shows as drift', async () => {
  await fill();
  const bytes = await full.export(areas);
  expect((await full.export(areas)).equals(bytes)).toBe(true);
  // Something of every kind of every area stands in it as no new installation has it.
  const [made, shipped] = await Promise.all([filesOf(bytes), filesOf(await empty.export(areas))]);
  const changed = [...made].filter(([path, text]) => shipped.get(path) !== text).map(([path]) => path.split('/').slice(0, 2).join('/'));
  const everyKind = full.product.services.configAreas.flatMap(({ area, kinds }) => kinds.map(({ name }) => `${area}/${name}`));
  expect(everyKind.filter((kind) => !changed.includes(kind))).toEqual([]);
  const words = [
    'oidc-secret-word',
    'smtp-secret-word',
    's3-secret-word',
    'stream-secret-word',
    'sms-secret-word',
    'wechat-secret-word',
    'ldap-secret-word',
  ];
  for (const word of words) expect(bytes.includes(word)).toBe(false);
  // Nor in what is logged, journaled or kept of jobs and mails: exports, archives and streams are made of these rows.
  for (const table of [
    'audit_log',
    'change_operation',
    'change_batch',
    'change_kept',
    'read_log',
    'login_log',
    'job',
    'mail_outbox',
    'config_plan',
  ])
    expect([
      table,
      (
        await full.product.database.pool.query(`select from ${table} as log where log::text like any($1)`, [
          words.map((word) => `%${word}%`),
        ])
      ).rowCount,
    ]).toEqual([table, 0]);
  const bare = await empty.plan(bytes, { prune: true });
  const refused = bare.list.filter(({ action }) => action === 'refused').map(({ path }) => path);
  // Without their secrets some objects can't be made; with them everything can.
  const lacking = [
    'sign-in/auth-setting/corp',
    'mail/mail-config/mail',
    stream,
    'log-retention/archive-target/Vault',
    'sign-in/wechat/wechat',
    'sources/source/corp_ldap',
    gateway,
  ];
  expect(refused).toEqual(expect.arrayContaining(lacking.map((path) => `${path}.yaml`)));
  const row = await full.product.database.db.selectFrom('mail_config').select(['id', 'secrets']).executeTakeFirstOrThrow();
  const kept = full.product.services.secrets.open(row.secrets!, { table: 'mail_config', column: 'secrets', row: row.id });
  const values = {
    'sign-in/auth-setting/corp/secret': 'oidc-secret-word',
    'mail/mail-config/mail/secrets': kept,
    [`${stream}/clientKey`]: 'stream-secret-word',
    'log-retention/archive-target/Vault/secret': 's3-secret-word',
    [`${gateway}/secret`]: 'sms-secret-word',
    'sign-in/wechat/wechat/secret': 'wechat-secret-word',
    'sources/source/corp_ldap/secret': JSON.stringify({ password: 'ldap-secret-word' }),
  };
  const with_ = { secretFile: await sealSecretFile(values, 'a long passphrase'), passphrase: 'a long passphrase' };
  const plan = await empty.plan(bytes, { prune: true, ...with_ });
  expect(plan.list.filter(({ action }) => action === 'refused')).toEqual([]);
  await empty.call(config.configApply, { planId: plan.id, expected: plan.counts });
  expect((await empty.export(areas)).equals(bytes)).toBe(true);
  expect((await empty.plan(bytes, { prune: true })).list).toEqual([]);
  // A source arrives switched off, with the password that came beside the bundle, and without the file that somebody uploaded.
  const [ldap, sheet] = await empty.product.database.db.selectFrom('source').selectAll().orderBy('code').execute();
  expect([ldap!.enabled, openSecrets(empty.product.services.secrets, ldap!)]).toEqual([false, { password: 'ldap-secret-word' }]);
  expect(sheet!.config).toMatchObject({ sheet: 'People', fileId: null });
  const desk = (await empty.call(contactRole.list, { name: 'Desk' })).list[0]!;
  expect((await empty.call(contactRanges, { roleId: desk.id, kind: 'auth' })).rows.map(({ kind, exclude }) => [kind, exclude])).toEqual(
    expect.arrayContaining([
      ['depts', false],
      ['crowds', false],
      ['employees', true],
    ]),
  );
  expect((await empty.call(fieldList, {})).fields.find(({ fieldKey }) => fieldKey === 'remark')?.visibleRoles).toEqual([desk.id]);
  expect((await empty.call(contactConfigGet, {})).searchLimit).toBe(77);
  const { entries, icons, published } = await empty.call(navQuery, { platform: 2 });
  const contacts = entries.find(({ code }) => code === 'contacts')!;
  const [{ id: crowd } = { id: '' }] = (await empty.call(crowdList, { name: 'all_hands' })).list;
  expect([contacts.audience.find(({ kind }) => kind === 'crowd')?.id, published?.navVersion]).toEqual([crowd, 1]);
  expect(icons[contacts.icon!]).toMatch(/^data:image\/png;base64,/);
  const { secret: sealed } = await empty.product.database.db.selectFrom('sms_gateway').select('secret').executeTakeFirstOrThrow();
  expect(empty.product.services.secrets.open(sealed!, { table: 'sms_gateway', column: 'secret', row: 'one' })).toBe('sms-secret-word');
  // What others name is not deleted by a file either.
  const without = (await empty.plan(await bundleOf(['crowds'], {}), { prune: true })).list;
  const crowds = await empty.product.database.pool.query<{ code: string; id: string; rule: string }>(
    'select code, id, conditions::text as rule from crowd order by code',
  );
  expect(crowds.rows[0]?.rule).toContain(crowds.rows[1]?.id);
  expect(without.map(({ action, issues }) => [action, issues.length])).toEqual([
    ['refused', 1],
    ['refused', 1],
  ]);
  const row2 = await empty.call(config.areaList, { pageSize: 100 });
  const mail = row2.list.find(({ area }) => area === 'mail')!;
  await empty.call(config.areaLock, { area: 'mail', version: mail.version });
  const present = await empty.call(mailGet, {});
  expect(await empty.ask(mailUpdate, { version: present.version, fromName: 'By hand' })).toMatchObject({ code: 11084 });
  await empty.product.database.db.updateTable('mail_config').set({ from_name: 'Behind the back' }).execute();
  await empty.ended(await empty.call(config.configDrift, { areas: ['mail'] }));
  const { list, total } = await empty.call(config.areaDrift, { area: 'mail' });
  expect([total, list[0]?.fields]).toEqual([1, [{ field: 'fromName', before: 'Behind the back', after: 'Wheelhouse' }]]);
  const warned = (): Promise<{ object_id: string }[]> =>
    empty.product.database.db.selectFrom('warning').select('object_id').where('kind', '=', 'config.drift').execute();
  await expect.poll(warned).toEqual([{ object_id: 'mail' }]);
}, 120_000);

const file = (path: string, text: string, version?: string): Promise<Buffer> => bundleOf([path.split('/')[0]!], { [path]: text }, version);

test('A plan counts who would see fewer people, as changing the range of a role does', async () => {
  const { id, code } = (await full.call(contactRole.list, {})).list.find(({ id: one }) => one === everyoneRoleId)!;
  const draft = { kind: 'range' as const, roleId: id, range: 'auth' as const, rows: [{ kind: 'self' as const }], sameAsAuth: false };
  const { lose } = await full.call(contactImpact, { draft });
  expect(lose.count).toBeGreaterThan(0);
  const { impact } = await full.plan(await file(`contacts/contact-role/${code}.yaml`, 'authRange:\n  - kind: self\n'));
  expect(impact).toMatchObject({ seeLess: lose.count });
  expect(impact).not.toHaveProperty('seeMore');
}, 60_000);

test('A file neither hides nor deletes an extra field that something asks for', async () => {
  const path = 'people/extra-field/employee.level.yaml';
  const [hidden] = (await full.plan(await file(path, 'filterable: false\n'))).list;
  expect(hidden).toMatchObject({ action: 'refused', issues: [{ message: expect.stringContaining('Directory') }] });
  const gone = (await full.plan(await bundleOf(['people'], {}), { prune: true })).list;
  expect(Object.fromEntries(gone.map(({ path: at, action }) => [at.split('/').at(-1), action]))).toEqual({
    'department.level.yaml': 'delete',
    'employee.level.yaml': 'refused',
    'employee.mentor.yaml': 'delete',
  });
});

test('A file sets no log below its floor, nor shorter without looking at what would go; a shorter time waits its day', async () => {
  const path = 'log-retention/log-kind/operation.yaml';
  const keep = (days: number) => file(path, `keepDays: ${days}\n`);
  const [below] = (await full.plan(await keep(179))).list;
  expect(below).toMatchObject({ action: 'refused', issues: [{ path: 'keepDays', message: expect.stringContaining('180') }] });
  // Nothing is that old yet.
  expect((await full.plan(await keep(185))).list[0]).toMatchObject({ action: 'change' });
  const at = Date.now() - 300 * 86_400_000;
  await full.product.database.pool.query('select make_log_partition($1, $2)', ['audit_log', at]);
  await full.product.database.pool
    .query(`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms, form, actor_paths, dangerous)
    values (gen_random_uuid(), ${at}, '', 'old', '', '', '', '', 'thing.change', '', 'logs', 0, 0, 0, 2, '{root}', false)`);
  const unseen = (await full.plan(await keep(185))).list[0];
  expect(unseen).toMatchObject({ action: 'refused', issues: [{ path: 'keepDays', message: expect.stringContaining('Estimate') }] });
  const mode = 'archiveThenDelete' as const;
  await full.ended(await full.call(clearEstimate, { kind: 'operation', keepDays: 185, mode }));
  const plan = await full.plan(await keep(185));
  await full.call(config.configApply, { planId: plan.id, expected: plan.counts });
  const now = await full.call(clearConfigGet, { kind: 'operation' });
  expect(now).toMatchObject({ keepDays: 400, pending: { keepDays: 185 } });
  expect((await full.plan(await keep(185))).list).toEqual([]);
  await full.ended(await full.call(config.configUndo, { planId: plan.id }));
  expect(await full.call(clearConfigGet, { kind: 'operation' })).toMatchObject({ keepDays: 400, pending: null });
  // A receiver that a file switches on begins with what is written from then on.
  const on = await full.plan(await file(`${stream}.yaml`, 'enabled: true\n'));
  await full.call(config.configApply, { planId: on.id, expected: on.counts });
  const places = await full.product.database.db.selectFrom('siem_position').select('log').execute();
  expect(places.map(({ log }) => log).toSorted()).toEqual(['audit_log', 'login_log', 'read_log', 'root', 'warning_change']);
}, 60_000);

test('What files manage is not written by hand: limits, rules, white lists and retention', async () => {
  const { bundleId } = await full.ended<{ bundleId: string }>(await full.call(config.configExport, { areas: ['limits', 'log-retention'] }));
  const rows = (await full.call(config.areaList, { pageSize: 100 })).list.filter(({ area }) => ['limits', 'log-retention'].includes(area));
  for (const { area, version } of rows) await full.call(config.areaLock, { area, version, bundleId });
  const [limit] = (await full.call(segmentLimit.list, {})).list;
  const [rule] = (await full.call(fileRule.list, {})).list;
  const { version } = await full.call(clearConfigGet, { kind: 'operation' });
  const refused = { code: 11084 };
  expect(await full.ask(segmentLimit.update, { id: limit!.id, version: limit!.version, name: 'By hand' })).toMatchObject(refused);
  expect(await full.ask(fileRule.assignEmployees, { roleId: rule!.id, ids: [builtinAdminUid] })).toMatchObject(refused);
  expect(await full.ask(whiteRemove, { roleId: rule!.id, ids: [full.product.powerless.id] })).toMatchObject(refused);
  expect(await full.ask(clearConfigUpdate, { kind: 'operation', version, keepDays: 500 })).toMatchObject(refused);
  for (const { area } of rows) {
    const { version: locked } = (await full.call(config.areaList, { pageSize: 100 })).list.find((one) => one.area === area)!;
    await full.call(config.areaUnlock, { area, version: locked });
  }
  expect(await full.ask(clearConfigUpdate, { kind: 'operation', version, keepDays: 500 })).toMatchObject({ code: 0 });
});

test('Nobody takes the right to apply from themselves, nor the role that gives it; what a newer version made is not read', async () => {
  const { powerless } = full.product;
  const { button } = configPage;
  const held = [configPage.code, button.plan, button.apply, roleManage.code, roleManage.button.update, roleManage.button.delete];
  const codes = [...held, roleAuthority.button.save];
  const { roleId } = await full.call(sysRole.save, { name: 'Keepers', code: 'keepers' });
  const { version } = await full.call(sysRole.saveResources, { roleId, version: 1, codes });
  await full.call(sysRole.saveRanges, { roleId, version, range: { kind: 'all' } });
  await full.call(sysRole.assignEmployees, { roleId, ids: [powerless.id] });
  const keeper = new ConfigProduct(full.product, { uid: powerless.id, token: powerless.token });
  const path = 'roles/role/keepers.yaml';
  const grants = (all: readonly string[]) => file(path, `name: Keepers\ngrants:\n${all.map((code) => `  - ${code}\n`).join('')}`);
  const [without] = (await keeper.plan(await grants(codes.filter((code) => code !== button.apply)))).list;
  expect(without).toMatchObject({ action: 'refused', path, issues: [{ path: '' }] });
  const [fewer] = (await keeper.plan(await grants(codes.filter((code) => code !== roleManage.button.delete)))).list;
  expect(fewer).toMatchObject({ action: 'change', path });
  const { list } = await keeper.plan(await bundleOf(['roles'], {}), { prune: true });
  expect(list.find((line) => line.path === path)).toMatchObject({ action: 'refused', issues: [{ path: '' }] });
  await expect(full.plan(await file(path, 'name: Keepers\n', '99.0.0'))).rejects.toThrow('11081');
});

test('More than five thousand operations are done a thousand at a time, halt at the first that is refused, and go on from there', async () => {
  const { pool } = full.product.database;
  const names = Array.from({ length: 5_001 }, (_, at) => `bulk.p${String(at).padStart(4, '0')}`);
  const bytesOf = (some: readonly string[]): Promise<Buffer> =>
    bundleOf(
      ['properties'],
      Object.fromEntries(some.map((name) => [`properties/property/${name}.yaml`, 'type: string\ndescription: { zh_CN: x }\n'])),
    );
  const plan = await full.plan(await bytesOf(names));
  expect(plan.counts).toEqual({ create: 5_001 });
  // Something that nobody saw coming when the plan was read.
  await pool.query(`create function refuse_one() returns trigger language plpgsql as $$ begin raise exception using errcode = '23514'; end $$;
    create trigger refuse_one before insert on property for each row when (new.key = 'p4500') execute function refuse_one()`);
  const { jobId } = await full.call(config.configApply, { planId: plan.id, expected: plan.counts });
  await expect(full.ended({ jobId: jobId! })).rejects.toThrow('11083');
  const made = async (): Promise<unknown> =>
    (await pool.query(`select count(*)::int as n from property where namespace = 'bulk'`)).rows[0] as unknown;
  expect(await made()).toEqual({ n: 4_000 });
  expect((await full.call(config.planGet, { id: plan.id })).state).toBe('failed');
  await pool.query('drop trigger refuse_one on property');
  const rest = await full.plan(await bytesOf(names.slice(3_999)));
  expect(rest.counts).toEqual({ same: 1, create: 1_001 });
  await full.call(config.configApply, { planId: rest.id, expected: rest.counts });
  expect(await made()).toEqual({ n: 5_001 });
}, 180_000);

test('The command exports, plans and applies over HTTP with a token that names it, and no other', async () => {
  const address = await full.product.app.listen({ port: 0, host: '127.0.0.1' });
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-config-'));
  const areaCodes = full.product.services.configAreas
    .filter(({ area }) => area === 'approvals')
    .flatMap(({ kinds }) => kinds.flatMap(({ kind }) => [kind.codes.read, kind.codes.revert]));
  const { button } = configPage;
  const named = [configPage.code, button.export, button.plan, ...areaCodes];
  const tokenOf = async (codes: string[]): Promise<string> =>
    (await full.call(tokenAdd, { name: 'Pipeline', employeeId: builtinAdminUid, codes, expiresAt: Date.now() + 86_400_000 })).token;
  const [weak, strong] = [await tokenOf(named), await tokenOf([...named, button.apply])];
  const run = async (token: string, ...args: string[]): Promise<{ code: number; text: string }> => {
    const env = { ...process.env, WHEELHOUSE_URL: address, WHEELHOUSE_TOKEN: token, INIT_CWD: folder };
    const words = [path.resolve('scripts/run.mjs'), 'scripts/config.ts', ...args];
    return new Promise((resolve) =>
      execFile(process.execPath, words, { env }, (error, out, err) => resolve({ code: Number(error?.code ?? 0), text: out + err })),
    );
  };
  try {
    expect(await run(weak, 'export', '--out', 'a.zip', '--areas', 'approvals')).toMatchObject({ code: 0 });
    const [policy] = (await full.call(policyList, {})).list;
    await full.call(policySave, { id: policy!.id, version: policy!.version, reviewHours: 48 });
    const planned = await run(weak, 'plan', '--file', 'a.zip');
    expect(planned.text).toMatch(/^change +approvals\/approval-policy\/Erase%20by%20two\.yaml .*reviewHours/m);
    const [, id = ''] = /^plan (\S+)$/m.exec(planned.text) ?? [];
    const [, counts = ''] = /^expect (\S+)$/m.exec(planned.text) ?? [];
    expect([planned.code, counts]).toEqual([0, 'change=1']);
    expect(await run(weak, 'apply', '--plan', id, '--expect', counts)).toMatchObject({ code: 2, text: expect.stringContaining('65002') });
    expect(await run(strong, 'apply', '--plan', id, '--expect', 'change=2')).toMatchObject({ text: expect.stringContaining('11083') });
    const applied = await run(strong, 'apply', '--plan', id, '--expect', counts, '--reason', 'Back to the file');
    expect(applied).toEqual({ code: 0, text: 'applied change=1\n' });
    expect((await full.call(policyList, {})).list[0]).toMatchObject({ reviewHours: policy!.reviewHours });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
