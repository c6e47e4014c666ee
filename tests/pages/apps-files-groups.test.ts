import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../src/kit/common/contract.ts';
import { uploadFile, type FileView } from '../../src/kit/common/files/file.contract.ts';
import { uploadForm } from '../../src/kit/server/files/upload-form.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { linkAdd } from '../../src/modules/apps/common/release.contract.ts';
import { appVersion } from '../../src/modules/apps/common/version.contract.ts';
import { fileRule } from '../../src/modules/file-security/common/file-rule.contract.ts';
import { mdmRole } from '../../src/modules/file-security/common/role.contract.ts';
import { sendUser } from '../../src/modules/file-security/common/send-user.contract.ts';
import { whiteUser } from '../../src/modules/file-security/common/white-user.contract.ts';
import { group, groupMemberAdd, groupMessage } from '../../src/modules/groups/common/group.contract.ts';
import { groupType } from '../../src/modules/groups/common/type.contract.ts';
import { caseOpen, retention } from '../../src/modules/messaging/common/case.contract.ts';
import { clientSend } from '../../src/modules/messaging/common/client/client.contract.ts';
import { messagingRole } from '../../src/modules/messaging/common/role.contract.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId as ownerDeptId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let ids: { app: string; version: string; type: string; group: string; device: string; messaging: string };

/** A version of an app from a package of the fixtures. */
async function addVersion(appId: string): Promise<string> {
  const name = 'orbit-101.apk';
  const answer = await admin.app.inject({
    method: 'POST',
    url: `${addressOf(uploadFile)}?purpose=package`,
    headers: { accesstoken: admin.token },
    payload: uploadForm(name, readFileSync(path.join(import.meta.dirname, '..', 'apps', 'fixtures', name))),
  });
  const { fileId } = answer.json<{ data: FileView }>().data;
  return (await admin.call(appVersion.add, { appId, fileId, notes: { zh_CN: '首次发布', en_US: 'First', ja_JP: '初版' } })).id;
}

beforeAll(async () => {
  console_ = await openTestConsole();
  const { product } = console_;
  admin = new ConsoleClient(product.app, product.admin.token);
  const { id: appId } = await admin.call(app.add, {
    name: { zh_CN: '轨道', en_US: 'Orbit', ja_JP: 'オービット' },
    appKey: 'orbit',
    ownerDeptId,
  });
  const version = await addVersion(appId);
  await admin.call(linkAdd, { appId });
  const { id: lin } = await admin.call(employeeAdd, {
    account: 'lin',
    name: '林',
    assignments: [{ departmentId: ownerDeptId, primary: true }],
  });
  await admin.call(fileRule.add, { name: '表格不外传', kind: 'send', actions: ['send'], everyone: true, extensions: ['xlsx'] });
  await admin.call(fileRule.add, { name: '下载加水印', kind: 'download', actions: ['download'], everyone: true });
  await admin.call(fileRule.add, { name: '仅内网预览', kind: 'preview', actions: ['preview'], everyone: true, place: 'outside' });
  await admin.call(sendUser.add, { name: '同部门', everyone: true, target: 'anybody', effect: 'allow' });
  await admin.call(whiteUser.add, { employeeId: lin, reason: '出差', until: Date.now() + 20 * 86_400_000 });
  const { roleId: device } = await admin.call(mdmRole.save, { name: '外勤', code: 'field' });
  const { roleId: messaging } = await admin.call(messagingRole.save, { name: '客服', code: 'desk' });
  for (const role of [mdmRole, messagingRole])
    await admin.call(role.assignEmployees, { roleId: role === mdmRole ? device : messaging, ids: [lin] });
  const { id: type } = await admin.call(groupType.add, {
    name: { zh_CN: '项目群', en_US: 'Project', ja_JP: 'プロジェクト' },
    code: 'project',
  });
  const { id: groupId } = await admin.call(group.add, { name: '北区项目', typeId: type, ownerId: lin, ownerDeptId });
  await admin.call(groupMemberAdd, { groupId, empIds: [product.powerless.id] });
  await admin.call(groupMessage, { ids: [groupId], text: { zh_CN: '欢迎', en_US: 'Welcome', ja_JP: 'ようこそ' } });
  const phone = new TestTerminal(product.app);
  await phone.login('powerless');
  await phone.call(clientSend, { message: { kind: 'text', peerId: lin, clientId: randomUUID(), body: { text: '你好' } } });
  const now = Date.now();
  const people = [lin, product.powerless.id];
  await admin.call(caseOpen, { kind: 'complaint', reason: 'A complaint about what was said', people, from: now - 86_400_000, to: now });
  await admin.call(retention.add, { name: '单聊', scope: 'single', keepDays: 365 });
  ids = { app: appId, version, type, group: groupId, device, messaging };
}, 180_000);
afterAll(() => console_?.stop());

type Place = [name: string, address: string, ready: string];
const rows = '.whk-table tbody tr, .whk-cards li';
const state = '.whk-state';

const apps = (): Place[] => {
  const info = `/mam_app_management/mam_app_management_info/${ids.app}/orbit`;
  const view = `/mam_app_management/mam_app_management_version_view/${ids.app}/${ids.version}`;
  return [
    ['apps', '/mam_app_management/list', rows],
    ['app-versions', `${info}/version`, rows],
    ['app-info', `${info}/app_info`, '.whk-facts'],
    ['app-config', `${info}/config`, '#wh-main h1'],
    ['app-feedback', `${info}/feedback`, '#wh-main [role=search]'],
    ['app-sign-in', `${info}/config/login_authentication`, '.settings-ways li'],
    ['app-login-page', `${info}/config/login_page`, '.settings-beside'],
    ['app-settings', `${info}/config/other-configuration`, '#wh-main [role=search]'],
    ['app-tests', '/mam_app_management_test/orientation', '#wh-main [role=search]'],
    ['version-info', `${view}/version_info`, '.apps-findings'],
    ['version-widgets', `${view}/version_widget`, '.apps-bar'],
    ['version-users', `${view}/version_user`, '#wh-main .ant-btn-primary'],
    ['version-changelog', `${view}/version_changelog`, '#wh-main .ant-btn'],
  ];
};

const fileSecurity = (): Place[] => {
  const role = (tab: string): string => `/msm_auth_management/role/${tab}?roleId=${ids.device}`;
  const tab = (name: string): string => `/msm_file_security_configuration/${name}`;
  return [
    ['device-role-people', role('relate_user'), rows],
    ['device-role-departments', role('relate_dept'), state],
    ['device-role-crowds', role('relate_group'), state],
    ['device-role-rights', role('relate_auth'), '.whk-functions'],
    ['device-role-holders', '/msm_auth_management/role_user', rows],
    ['file-download', tab('download_restriction'), rows],
    ['file-send', tab('send_restriction'), rows],
    ['file-preview', tab('preview_restriction'), rows],
    ['file-send-users', tab('send-user'), rows],
    ['file-outer-net', tab('outer-net'), '.whk-form'],
    ['file-white-users', tab('white-list-user'), rows],
    ['file-encryption', tab('file-encryption'), '.whk-form'],
    ['prints', '/msm_logs_system_print/print-log', state],
    ['screenshots', '/msm_logs_system_print/print-log?view=screenshot', state],
    ['unbindings', '/msm_logs_system_print/device_unbind_log', state],
  ];
};

const messaging = (): Place[] => {
  const role = (tab: string): string => `/imm_auth_management/role/${tab}?roleId=${ids.messaging}`;
  const view = (name: string): string => `/imm_message_manage?view=${name}`;
  return [
    ['messaging-role-people', role('relate_user'), rows],
    ['messaging-role-departments', role('relate_dept'), state],
    ['messaging-role-crowds', role('relate_group'), state],
    ['messaging-role-functions', role('relate_auth'), '.whk-functions'],
    ['messaging-role-holders', '/imm_auth_management/role_user', rows],
    ['single-chats', '/imm_message_manage/single', rows],
    ['group-chats', '/imm_message_manage/group', rows],
    ['cases', view('case'), rows],
    ['reports', view('report'), state],
    ['recalls', view('recall'), state],
    ['holds', view('hold'), state],
    ['retention', view('retention'), rows],
    ['messaging-settings', view('setting'), '.whk-form'],
    ['readings', view('readLog'), state],
  ];
};

const groups = (): Place[] => {
  const setting = (tab: string): string => `/imm_group_manage/imm_group_type_setting/${ids.type}/${tab}`;
  const shown = `/imm_group_manage/chat_manage?id=${ids.group}`;
  return [
    ['groups', '/imm_group_manage/chat_manage', rows],
    ['group', shown, '.ant-drawer .im-group-facts'],
    ['group-members', `${shown}&groupTab=members`, '.ant-drawer .whk-table tbody tr, .ant-drawer .whk-cards li'],
    ['group-types', '/imm_group_manage/type_manage', rows],
    ['type-info', setting('type_info'), '.whk-form'],
    ['type-people', setting('relate_user'), '.whk-form'],
    ['type-apps', setting('app'), '.whk-form'],
    ['type-helpers', setting('helper'), '.whk-form'],
  ];
};

const areas = { Apps: apps, 'Device roles and file security': fileSecurity, Messaging: messaging, Groups: groups };

for (const [area, places] of Object.entries(areas))
  for (const { language, theme, width } of looks())
    test(`${area}: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
      const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
      for (const [name, address, ready] of places()) {
        await page.goto(`${console_.product.origin}${address}`);
        await page.locator(ready).first().waitFor();
        await picture(page, `${name}-${language}-${theme}-${width}`, true);
        expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
        expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, width]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    });
