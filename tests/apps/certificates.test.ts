import { afterAll, beforeAll, expect, test } from 'vitest';
import { mainCerts, profileCerts, pushCerts } from '../../src/modules/app-certificates/common/certificate.contract.ts';
import { certificationPage } from '../../src/modules/app-certificates/common/permissions.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { linkAdd } from '../../src/modules/apps/common/release.contract.ts';
import { appListPage, versionPage } from '../../src/modules/apps/common/permissions.ts';
import { appVersion } from '../../src/modules/apps/common/version.contract.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { House } from '../access/house.ts';
import { makeCertificate, makeProfile } from '../make-certificate.ts';
import { OfApp } from './apps-house.ts';

const identity = 'com.example.app';
let house: House;
let appId = '';
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
  await house.confirm(boss());
  const platforms = [{ platform: 1 as const, identity }];
  ({ id: appId } = await boss().call(app.add, { name: { zh_CN: '轨道' }, appKey: 'orbit', ownerDeptId: rootDepartmentId, platforms }));
}, 60_000);
afterAll(() => house.stop());

const sent = async (name: string, bytes: Buffer) => ({ appId, fileId: await boss().upload(name, bytes), password: 'word' });
const push = (topic = identity, team = 'TEAM123456') => makeCertificate({ cn: `Apple Push Services: ${topic}`, topic, team }).p12('word');

test('A profile must hold the main certificate, and a push certificate have the topic of the app', async () => {
  const [main, other] = [makeCertificate({ cn: 'Apple Distribution: Example' }), makeCertificate({ cn: 'Apple Distribution: Other' })];
  await boss().call(mainCerts.add, await sent('main.p12', main.p12('word')));
  const wrong = await sent('app.mobileprovision', makeProfile(other, { identity, holds: [other] }));
  expect(await boss().ask(profileCerts.add, wrong)).toMatchObject({ code: 13036 });
  expect((await boss().call(profileCerts.check, wrong)).findings).toMatchObject([{ level: 'stop', code: 13036 }]);
  await boss().call(profileCerts.add, await sent('app.mobileprovision', makeProfile(main, { identity, holds: [main] })));
  expect((await boss().call(profileCerts.list, { appId })).list).toMatchObject([{ identity, joins: 'Apple Distribution: Example' }]);
  expect(await boss().ask(pushCerts.add, await sent('push.p12', push('com.example.other')))).toMatchObject({ code: 13034 });
  const old = makeCertificate({ cn: `Apple Push Services: ${identity}`, topic: identity, days: -1, from: new Date(Date.now() - 9e8) });
  expect(await boss().ask(pushCerts.add, await sent('push.p12', old.p12('word')))).toMatchObject({ code: 13033 });
  expect(await boss().ask(pushCerts.add, await sent('push.p12', Buffer.concat([push(), Buffer.alloc(1024 * 1024)])))).toMatchObject({
    code: 13013,
  });
});

test('A certificate of another team is taken only with the number of terminals that would stop receiving', async () => {
  const { id } = await boss().call(pushCerts.add, await sent('push.p12', push()));
  for (let at = 0; at < 2; at += 1) {
    const uid = await house.person();
    await house.product.setPassword(uid);
    const phone = new OfApp(house.product.app, 1, { appkey: 'orbit', buildno: '1' });
    await phone.login((await boss().call(employeeGet, { id: uid })).account);
  }
  const next = { ...(await sent('push.p12', push(identity, 'TEAM654321'))), replaces: id };
  const checked = await boss().call(pushCerts.check, next);
  expect(checked).toMatchObject({ terminals: 2, findings: [{ level: 'warn', code: 13035 }] });
  const { replaces: _replaces, ...file } = next;
  const change = { ...file, id, version: 1 };
  expect(await boss().ask(pushCerts.replace, change)).toMatchObject({ code: 13035, data: { terminals: 2 } });
  expect(await boss().ask(pushCerts.replace, { ...change, terminals: 1 })).toMatchObject({ code: 13035 });
  await boss().call(pushCerts.replace, { ...change, terminals: 2 });
  expect((await boss().call(pushCerts.list, { appId })).list).toMatchObject([{ teamId: 'TEAM654321', state: 'valid' }]);
  expect((await boss().call(pushCerts.list, { appId, replaced: true })).list).toMatchObject([{ id, state: 'replaced' }]);
});

test('A manager sees the app outside of the range with what belongs to it, and somebody else does not', async () => {
  const [north, south] = [await house.department('北方'), await house.department('南方')];
  const { id } = await boss().call(app.add, { name: { zh_CN: '北方应用' }, ownerDeptId: north });
  const wish = {
    codes: [appListPage.code, versionPage.code, versionPage.button.link, certificationPage.code],
    range: { kind: 'chosen' as const, departmentIds: [south] },
  };
  const [manager, other] = [await house.administrator(wish), await house.administrator(wish)];
  const seen = async ({ client }: typeof manager) => (await client.call(app.list, {})).list.map((one) => one.id);
  expect([await seen(manager), await seen(other)]).toEqual([[], []]);
  await boss().call(app.update, { id, version: 1, managerIds: [manager.id] });
  expect([await seen(manager), await seen(other)]).toEqual([[id], []]);
  expect((await manager.client.call(appVersion.list, { appId: id })).total).toBe(0);
  expect(await manager.client.call(pushCerts.list, { appId: id })).toMatchObject({ list: [] });
  expect((await manager.client.ask(linkAdd, { appId: id })).code).toBe(0);
  expect((await other.client.ask(linkAdd, { appId: id })).code).toBe(10910);
  // Its record is changed in the range of its department alone.
  expect((await manager.client.ask(app.delete, { ids: [id] })).code).not.toBe(0);
});
