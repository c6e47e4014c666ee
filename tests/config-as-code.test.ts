import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtinAdminUid } from '../src/kit/server/caller.ts';
import { policySave } from '../src/modules/approvals/common/policy.contract.ts';
import * as config from '../src/modules/config-as-code/common/config.contract.ts';
import { sealSecretFile } from '../src/modules/config-as-code/server/secret-file.ts';
import { mailGet, mailUpdate } from '../src/modules/mail/common/mail-config.contract.ts';
import { mailTemplateGet, mailTemplateList, mailTemplateSave } from '../src/modules/mail/common/mail-template.contract.ts';
import { propertyList } from '../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../src/modules/property/common/value.contract.ts';
import { platformSave, platformList } from '../src/modules/servers/common/platform.contract.ts';
import { serverAdd } from '../src/modules/servers/common/server.contract.ts';
import { authSettingAdd } from '../src/modules/sign-in/common/auth-setting.contract.ts';
import { getAuthenticate, updateAuthenticate } from '../src/modules/sign-in/common/authenticate.contract.ts';
import { resourceSave, resourceTree, resourceUpdate } from '../src/modules/system/common/resource.contract.ts';
import { sysRole } from '../src/modules/system/common/role.contract.ts';
import { noticePersonAdd } from '../src/modules/warnings/common/notice-person.contract.ts';
import { ruleList, ruleUpdate } from '../src/modules/warnings/common/rule.contract.ts';
import { ConfigProduct } from './config-product.ts';
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

/** Something of every area, made as an administrator makes it. */
async function fill(): Promise<void> {
  const { roleId } = await full.call(sysRole.save, { name: '帮助台', code: 'help_desk' });
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
  await full.call(policySave, { name: 'Erase by two', operations: ['@erase'], approverRoleIds: [roleId], approverIds: [builtinAdminUid] });
}

test('Export, an empty installation, apply, export: the same bytes; the second plan has nothing to do; a change shows as drift', async () => {
  await fill();
  const bytes = await full.export(areas);
  expect((await full.export(areas)).equals(bytes)).toBe(true);
  for (const word of ['oidc-secret-word', 'smtp-secret-word']) expect(bytes.includes(word)).toBe(false);
  const bare = await empty.plan(bytes, { prune: true });
  // Without their secrets two objects can't be made; with them everything can.
  expect(bare.list.filter(({ action }) => action === 'refused').map(({ path }) => path)).toEqual(
    expect.arrayContaining(['sign-in/auth-setting/corp.yaml', 'mail/mail-config/mail.yaml']),
  );
  const row = await full.product.database.db.selectFrom('mail_config').select(['id', 'secrets']).executeTakeFirstOrThrow();
  const kept = full.product.services.secrets.open(row.secrets!, { table: 'mail_config', column: 'secrets', row: row.id });
  const values = { 'sign-in/auth-setting/corp/secret': 'oidc-secret-word', 'mail/mail-config/mail/secrets': kept };
  const with_ = { secretFile: await sealSecretFile(values, 'a long passphrase'), passphrase: 'a long passphrase' };
  const plan = await empty.plan(bytes, { prune: true, ...with_ });
  expect(plan.list.filter(({ action }) => action === 'refused')).toEqual([]);
  await empty.call(config.configApply, { planId: plan.id, expected: plan.counts });
  expect((await empty.export(areas)).equals(bytes)).toBe(true);
  expect((await empty.plan(bytes, { prune: true })).list).toEqual([]);
  const row2 = await empty.call(config.areaList, { pageSize: 100 });
  const mail = row2.list.find(({ area }) => area === 'mail')!;
  await empty.call(config.areaLock, { area: 'mail', version: mail.version });
  const present = await empty.call(mailGet, {});
  expect(await empty.ask(mailUpdate, { version: present.version, fromName: 'By hand' })).toMatchObject({ code: 11084 });
  await empty.product.database.db.updateTable('mail_config').set({ from_name: 'Behind the back' }).execute();
  await empty.ended(await empty.call(config.configDrift, { areas: ['mail'] }));
  const { list, total } = await empty.call(config.areaDrift, { area: 'mail' });
  expect([total, list[0]?.fields]).toEqual([1, [{ field: 'fromName', before: 'Behind the back', after: 'Wheelhouse' }]]);
  const warned = await empty.product.database.db.selectFrom('warning').select('object_id').where('kind', '=', 'config.drift').execute();
  expect(warned).toEqual([{ object_id: 'mail' }]);
}, 120_000);
