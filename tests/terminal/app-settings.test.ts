import { afterAll, beforeAll, expect, test } from 'vitest';
import * as client from '../../src/modules/app-settings/common/client.contract.ts';
import {
  loginAuthDisable,
  loginAuthEnable,
  loginAuthGet,
  loginAuthSave,
  loginPageGet,
  loginPagePublish,
  loginPageSave,
} from '../../src/modules/app-settings/common/document.contract.ts';
import { loginLink, mostLinks } from '../../src/modules/app-settings/common/login-link.contract.ts';
import {
  otherConfig,
  otherConfigExplain,
  otherConfigImport,
  otherConfigReset,
  otherConfigSave,
} from '../../src/modules/app-settings/common/other-config.contract.ts';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { idIn } from '../journeys/console-client.ts';
import { deviceBind } from '../../src/modules/devices/common/client.contract.ts';
import { bindRule, everyoneRuleId } from '../../src/modules/devices/common/rule.contract.ts';
import { bindConfigGet, bindConfigUpdate } from '../../src/modules/devices/common/settings.contract.ts';
import { clientSessions } from '../../src/modules/terminal/common/auth.contract.ts';
import { clientChanges } from '../../src/modules/terminal/common/changes.contract.ts';
import { advert, advertSetAvailable, pictureAdd } from '../../src/modules/app-pages/common/advert.contract.ts';
import { crowdAdd, crowdDelete } from '../../src/modules/crowds/common/crowd.contract.ts';
import { departmentMerge } from '../../src/modules/people/common/department-merge.contract.ts';
import { departmentRemove } from '../../src/modules/people/common/department.contract.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { House } from '../access/house.ts';
import { pixel } from '../../src/modules/app-pages/testing/tries.ts';
import { TestTerminal } from './test-terminal.ts';

let house: House;
let [appId, north, ann, bob] = ['', '', '', ''];
let phone: TestTerminal;
let desktop: TestTerminal;
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
  appId = (await boss().call(app.add, { name: { zh_CN: '工作台' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId })).id;
  north = await house.department('北方');
  [ann, bob] = [await house.person([north], 'Ann'), await house.person(undefined, 'Bob')];
  [phone, desktop] = [await terminalOf(ann, 2), await terminalOf(bob, 4)];
}, 180_000);
afterAll(() => house.stop());

async function terminalOf(uid: string, platform: number): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app, platform);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}
const init = (terminal: TestTerminal) => terminal.call(client.clientAppInit, {});

test('A terminal sees the published login page and the links of its platform before anybody signs in, and is told of changes', async () => {
  const { next: cursor } = await phone.call(clientChanges, {});
  const logoId = await boss().upload('logo.png', pixel);
  const content = {
    title: { zh_CN: '欢迎', en_US: 'Welcome' },
    logoId,
    agreement: { title: { zh_CN: '协议' }, address: 'https://example.com/agreement', mustAccept: true },
  };
  const { version } = await boss().call(loginPageSave, { appId, version: 0, content });
  expect(await init(phone)).toMatchObject({ loginPage: null });
  expect(await boss().ask(loginPageSave, { appId, version: 0, content })).toMatchObject({ code: 10409 });
  await boss().call(loginPagePublish, { appId, version });
  expect(await init(phone)).toMatchObject({ loginPage: { title: 'Welcome', logoId, agreement: { title: '协议', mustAccept: true } } });
  expect((await phone.ask(client.clientLoginPicture, { fileId: logoId })).status).toBe(200);
  expect(await phone.ask(client.clientLoginPicture, { fileId: appId })).toMatchObject({ code: 10404 });
  // What is not a picture is not taken.
  const text = await boss().upload('notes.txt', Buffer.from('no picture'));
  expect(await boss().ask(loginPageSave, { appId, version: version + 1, content: { ...content, logoId: text } })).toMatchObject({
    code: 10400,
  });
  expect(await boss().call(loginPageGet, { appId })).toMatchObject({ draft: { logoId }, published: { logoId } });
  const help = await boss().call(loginLink.add, {
    appId,
    name: { zh_CN: '帮助', en_US: 'Help' },
    kind: 'help',
    address: 'https://example.com/help',
  });
  const call = await boss().call(loginLink.add, {
    appId,
    name: { zh_CN: '电话' },
    kind: 'custom',
    address: 'tel:+86 10 1234 5678',
    platforms: [2],
  });
  await boss().call(loginLink.reorder, { ids: [call.id, help.id] });
  expect((await init(phone)).links.map(({ name }) => name)).toEqual(['电话', 'Help']);
  expect((await init(desktop)).links).toMatchObject([{ id: help.id, kind: 'help', address: 'https://example.com/help' }]);
  for (const address of ['http://example.com', 'javascript:alert(1)', 'https://user:secret@example.com', 'mailto:nobody'])
    expect(await boss().ask(loginLink.add, { appId, name: { zh_CN: 'x' }, kind: 'custom', address })).toMatchObject({ code: 10400 });
  await boss().call(loginLink.update, { id: call.id, version: 2, enabled: false });
  expect((await init(phone)).links).toHaveLength(1);
  for (let n = 2; n < mostLinks; n += 1)
    await boss().call(loginLink.add, { appId, name: { zh_CN: `链接 ${n}` }, kind: 'custom', address: 'mailto:help@example.com' });
  expect(await boss().ask(loginLink.add, { appId, name: { zh_CN: 'x' }, kind: 'custom', address: 'tel:123' })).toMatchObject({
    code: 10400,
  });
  await expect.poll(async () => (await phone.call(clientChanges, { cursor })).changes.map(({ part }) => part)).toContain('appSettings');
});

test('People sign in by the ways that the app offers on the platform, and no platform is left without one', async () => {
  const { content, version } = await boss().call(loginAuthGet, { appId });
  const local = content.kinds.find(({ kind }) => kind === 'local')!;
  expect(local).toMatchObject({ on: true, offered: [1, 2, 4, 5, 8] });
  const others = {
    defaultKind: null,
    rememberAccount: false,
    autoSignInDays: 0,
    biometric: false,
    gesture: { required: true, afterMinutes: 1 },
  };
  const kinds = (platforms: (1 | 2 | 4 | 5 | 8)[], on = true) => [{ settingId: local.settingId, platforms, on }];
  const shut = await boss().ask(loginAuthSave, { appId, version, content: { ...others, kinds: kinds([1, 2, 4, 5]) } });
  expect(shut).toMatchObject({ code: 10400, data: { issues: [{ path: 'content.kinds' }] } });
  expect(await boss().ask(loginAuthSave, { appId, version, content: { ...others, kinds: kinds([1, 2, 4, 5, 8], false) } })).toMatchObject({
    code: 10400,
  });
  await boss().call(loginAuthSave, { appId, version, content: { ...others, kinds: kinds([1, 2, 4, 5, 8]) } });
  expect((await init(phone)).signIn).toMatchObject({
    kinds: [{ settingId: local.settingId, kind: 'local' }],
    defaultKind: local.settingId,
    rememberAccount: false,
    gesture: { required: true, afterMinutes: 1 },
  });
  // One way is turned by itself; the last one of a platform is not.
  const turn = (operation: typeof loginAuthEnable, at: number) => boss().ask(operation, { appId, version: at, settingId: local.settingId });
  expect(await turn(loginAuthDisable, version + 1)).toMatchObject({ code: 10400, data: { issues: [{ path: 'content.kinds' }] } });
  expect(await turn(loginAuthEnable, version)).toMatchObject({ code: 10409 });
  expect(await turn(loginAuthEnable, version + 1)).toMatchObject({
    code: 0,
    data: { content: { rememberAccount: false, kinds: [{ on: true }] } },
  });
  // What the document leaves out opens nothing: an older one is put in its place, as an undo of a setting could leave it.
  const { db } = house.product.database;
  const rewrite = (on: boolean) =>
    db
      .updateTable('app_document')
      .set({ content: JSON.stringify({ ...others, kinds: kinds([2], on) }) as never })
      .where('kind', '=', 'loginAuth')
      .execute();
  const cleo = await house.person(undefined, 'Cleo');
  await house.product.setPassword(cleo);
  const { account } = await boss().call(employeeGet, { id: cleo });
  const fresh = new TestTerminal(house.product.app, 2);
  await rewrite(false);
  expect(await fresh.tryLogin(account)).toMatchObject({ code: 23011 });
  await rewrite(true);
  expect(await fresh.tryLogin(account)).toMatchObject({ code: 0 });
});

test('An app says how many terminals of a class somebody uses at once, and that devices are bound although the rule asks for none', async () => {
  const { version } = await boss().call(bindConfigGet, {});
  await boss().call(bindConfigUpdate, { version, enabled: 1 });
  const everyone = await boss().call(bindRule.get, { id: everyoneRuleId });
  await boss().call(bindRule.update, { id: everyoneRuleId, version: everyone.version, mode: 'off', maxPhones: 5 });
  const dora = await house.person(undefined, 'Dora');
  await house.product.setPassword(dora);
  const { account } = await boss().call(employeeGet, { id: dora });
  const enter = async (platform: number, formFactor?: 'tablet') => {
    const terminal = new TestTerminal(house.product.app, platform);
    await terminal.tryLogin(account);
    await terminal.enrol(formFactor ? { formFactor } : {});
    await terminal.call(deviceBind, {});
    return terminal;
  };
  const trying = new TestTerminal(house.product.app, 2);
  expect((await trying.tryLogin(account)).data.stage).toBe('full');
  const stored = await boss().call(loginAuthGet, { appId });
  const kinds = stored.content.kinds.map(({ settingId }) => ({ settingId, platforms: [1, 2, 4, 5, 8] as const, on: true }));
  await boss().call(loginAuthSave, {
    appId,
    version: stored.version,
    content: {
      ...stored.content,
      kinds: kinds.map((one) => ({ ...one, platforms: [...one.platforms] })),
      atOnce: { phone: 2, tablet: 1, pc: 0 },
      bindDevice: 'first',
    },
  });
  await expect.poll(async () => (await trying.tryLogin(account)).data.stage, { interval: 1_500 }).toBe('enrol');
  const [first, second] = [await enter(2), await enter(2)];
  const tablet = await enter(2, 'tablet');
  for (const one of [first, second, tablet]) await one.call(clientSessions, {});
  const third = await enter(2);
  expect((await first.ask(clientSessions, {})).code).toBe(65003);
  for (const one of [second, third, tablet]) await one.call(clientSessions, {});
  const settings = await boss().call(bindConfigGet, {});
  await boss().call(bindConfigUpdate, { version: settings.version, enabled: 0 });
});

test('A setting has the value of the first rule that holds for person and terminal; explain says which one', async () => {
  const add = async (code: string, more: object) =>
    (
      await boss().call(otherConfig.add, {
        appId,
        code,
        name: { zh_CN: code },
        type: 'integer',
        min: 0,
        max: 100,
        defaultValue: 10,
        ...more,
      })
    ).id;
  const size = await add('cacheSize', {});
  const theme = await add('theme', { type: 'select', options: ['light', 'dark'], defaultValue: 'light', min: null, max: null });
  expect(
    await boss().ask(otherConfig.add, { appId, code: 'CACHESIZE', name: { zh_CN: 'x' }, type: 'text', defaultValue: '' }),
  ).toMatchObject({
    code: 10411,
  });
  expect(await boss().ask(otherConfig.add, { appId, code: 'x', name: { zh_CN: 'x' }, type: 'boolean', defaultValue: 1 })).toMatchObject({
    code: 10400,
  });
  const values = async (terminal: TestTerminal) => (await terminal.call(client.clientAppConfig, {})).values;
  expect(await values(phone)).toEqual({ cacheSize: 10, theme: 'light' });
  const rows = [
    {
      id: size,
      version: 1,
      value: 20,
      rules: [
        { deptIds: [north], platforms: [2 as const], value: 50 },
        { fromBuild: '200', value: 70 },
      ],
    },
    { id: theme, version: 1, rules: [{ percent: 100, toBuild: '100', value: 'dark' }] },
  ];
  expect(await boss().ask(otherConfigSave, { appId, rows: [{ id: size, version: 1, value: 101 }] })).toMatchObject({ code: 10400 });
  expect(await boss().ask(otherConfigSave, { appId, rows: [{ id: theme, version: 1, rules: [{ value: 'red' }] }] })).toMatchObject({
    code: 10400,
  });
  await boss().call(otherConfigSave, { appId, rows });
  expect(await boss().ask(otherConfigSave, { appId, rows })).toMatchObject({ code: 10409 });
  expect(await values(phone)).toEqual({ cacheSize: 50, theme: 'dark' });
  expect(await values(desktop)).toEqual({ cacheSize: 20, theme: 'dark' });
  const why = async (empId: string, buildNo: string) =>
    (await boss().call(otherConfigExplain, { appId, empId, platform: 2, buildNo })).list.map(({ value, rule }) => [value, rule]);
  expect(await why(ann, '100')).toEqual([
    [50, 1],
    ['light', null],
  ]);
  expect(await why(bob, '300')).toEqual([
    [70, 2],
    ['light', null],
  ]);
  expect((await boss().call(otherConfig.list, { appId, changed: 'true' })).list).toHaveLength(2);
  expect(await boss().call(otherConfigReset, { ids: [size, theme] })).toEqual({ count: 2 });
  expect(await values(phone)).toEqual({ cacheSize: 10, theme: 'light' });
  await boss().call(otherConfig.delete, { ids: [theme] });
  expect(await values(phone)).toEqual({ cacheSize: 10 });
});

test('Departments and dynamic groups that rules name are in use; a merged department is replaced', async () => {
  const { boss: own } = house;
  const west = await house.department('西方');
  const { id: crowd } = await own.call(crowdAdd, {
    kind: 'fixed',
    name: { zh_CN: '试点' },
    code: 'pilots',
    ownerDeptId: rootDepartmentId,
    includes: [ann],
  });
  const { id } = await own.call(otherConfig.add, { appId, code: 'beta', name: { zh_CN: 'x' }, type: 'boolean', defaultValue: false });
  const rules = [
    { deptIds: [west], value: true },
    { crowdIds: [crowd], value: true },
  ];
  await own.call(otherConfigSave, { appId, rows: [{ id, version: 1, rules }] });
  expect(await own.ask(crowdDelete, { ids: [crowd] })).toMatchObject({ code: 10410 });
  expect((await own.ask(departmentRemove, { ids: [west] })).code).not.toBe(0);
  const { jobId } = await own.call(departmentMerge, { sourceIds: [west], targetId: north });
  await own.jobEnd(jobId);
  expect((await own.call(otherConfig.get, { id })).rules).toMatchObject([{ deptIds: [north] }, { crowdIds: [crowd] }]);
  await own.call(otherConfig.delete, { ids: [id] });
});

test('Before anybody signs in, launch adverts for everybody are there with their pictures, and no others', async () => {
  const now = Date.now();
  const add = async (more: object): Promise<{ id: string; fileId: string }> => {
    const { fileId } = await boss().call(pictureAdd, { fileId: await boss().upload('picture.png', pixel) });
    const draft = { title: { zh_CN: '周年', en_US: 'Anniversary' }, appId, kind: 'launch' as const, fileId, startTime: now - 1000 };
    const { id } = await boss().call(advert.add, { ...draft, endTime: now + 3_600_000, ...more });
    await boss().call(advertSetAvailable, { ids: [id], available: 1 });
    return { id, fileId };
  };
  const open = await add({});
  const limited = await add({ deptIds: [north] });
  expect((await init(phone)).launch).toMatchObject({ display: 1, list: [{ advertId: open.id, title: 'Anniversary', widgetId: null }] });
  expect((await phone.ask(client.clientLoginPicture, { fileId: open.fileId })).status).toBe(200);
  expect(await phone.ask(client.clientLoginPicture, { fileId: limited.fileId })).toMatchObject({ code: 10404 });
});

test('Values of settings come from a file as a plan: what does not fit is refused, an empty one is the default', async () => {
  const add = (code: string, type: 'integer' | 'text', defaultValue: number | string) =>
    boss().call(otherConfig.add, { appId, code, name: { zh_CN: code }, type, defaultValue });
  await Promise.all([add('retries', 'integer', 3), add('welcome', 'text', 'Hello'), add('pause', 'integer', 1)]);
  const fileId = await boss().upload('values.csv', Buffer.from('code,value\nretries,5\nwelcome,"""12"""\npause,soon\nnothing,1\n'));
  const { jobId } = await boss().call(otherConfigImport, { appId, fileId });
  const planId = idIn((await boss().jobEnd(jobId)).result, 'planId');
  expect((await boss().call(getPlan, { id: planId })).counts).toMatchObject({ change: 2, refused: 2 });
  const applied = await boss().call(applyPlan, { id: planId, expected: { change: 2, refused: 2 } });
  await boss().jobEnd(applied.jobId);
  const { values } = await phone.call(client.clientAppConfig, {});
  expect(values).toMatchObject({ retries: 5, welcome: '12', pause: 1 });
});
