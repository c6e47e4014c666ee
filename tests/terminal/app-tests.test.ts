import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadFile } from '../../src/kit/common/files/file.contract.ts';
import { addressOf } from '../../src/kit/common/contract.ts';
import { uploadForm } from '../../src/kit/server/files/upload-form.ts';
import * as client from '../../src/modules/app-tests/common/client.contract.ts';
import { testEnd, testPreview, testPromote, testRelease, testRemind } from '../../src/modules/app-tests/common/test.contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { clientReport, clientUpgradeCheck } from '../../src/modules/apps/common/client.contract.ts';
import { appVersion } from '../../src/modules/apps/common/version.contract.ts';
import { employeeGet, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { House } from '../access/house.ts';
import { TestTerminal } from './test-terminal.ts';

const dayMillis = 86_400_000;
const apk = readFileSync(path.join(import.meta.dirname, '..', 'apps', 'fixtures', 'orbit-101.apk'));
let house: House;
let [north, ann, bob, versionId] = ['', '', '', ''];
let phone: TestTerminal;
let other: TestTerminal;
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
  const appId = (await boss().call(app.add, { name: { zh_CN: '轨道' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId })).id;
  north = await house.department('北方');
  [ann, bob] = [await house.person([north], 'Ann'), await house.person(undefined, 'Bob')];
  [phone, other] = [await terminalOf(ann), await terminalOf(bob)];
  const answer = await house.product.app.inject({
    method: 'POST',
    url: `${addressOf(uploadFile)}?purpose=package`,
    headers: { accesstoken: boss().token },
    payload: uploadForm('orbit-101.apk', apk),
  });
  const { fileId } = answer.json<{ data: { fileId: string } }>().data;
  versionId = (await boss().call(appVersion.add, { appId, fileId, notes: { zh_CN: '首次', en_US: 'First' } })).id;
}, 180_000);
afterAll(() => house.stop());

async function terminalOf(uid: string): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}
const offered = async (terminal: TestTerminal) => (await terminal.call(client.clientTestList, {})).list;

test('A version reaches named testers before its release, its results are seen, and promoted it reaches everybody', async () => {
  const draft = { name: 'Offline drafts', versionId, what: { zh_CN: '离线', en_US: 'Work offline' }, until: Date.now() + 30 * dayMillis };
  expect(await boss().ask(testRelease.add, { ...draft, testers: [] })).toMatchObject({ code: 10400 });
  const testers = [{ kind: 'department' as const, id: north }];
  expect(await boss().ask(testRelease.add, { ...draft, testers, until: Date.now() + 200 * dayMillis })).toMatchObject({ code: 10400 });
  const { id } = await boss().call(testRelease.add, { ...draft, testers });
  expect(await offered(phone)).toMatchObject([
    { id, name: 'Offline drafts', what: 'Work offline', version: { id: versionId, buildNo: '101' } },
  ]);
  expect(await offered(other)).toEqual([]);
  expect(await other.ask(client.clientTestPackage, { id })).toMatchObject({ code: 10404 });
  const [build] = await offered(phone);
  const whole = await phone.ask(client.clientTestPackage, { id });
  expect(whole.status).toBe(200);
  expect([build?.size, build?.sha256]).toEqual([apk.length, createHash('sha256').update(apk).digest('hex')]);
  // Nobody is offered it as an upgrade.
  expect((await phone.ask(clientUpgradeCheck, {}, { token: phone.accessToken })).data).toMatchObject({ action: 'none' });
  expect(await boss().call(testPreview, { id, empId: ann })).toMatchObject({
    included: true,
    versionName: expect.any(String),
    buildNo: '101',
  });
  expect(await boss().call(testPreview, { id, empId: bob })).toMatchObject({ included: false });
  const { version } = await boss().call(employeeGet, { id: ann });
  await boss().call(employeeUpdate, { id: ann, version, email: 'ann@example.com' });
  expect(await boss().call(testRemind, { id })).toEqual({ count: 1 });
  const event = (kind: 'installed' | 'crash') => ({ id: `event-${kind}`, kind, at: Date.now(), versionId });
  await phone.ask(clientReport, { events: [event('installed'), event('crash')] }, { token: phone.accessToken });
  expect(await boss().call(testRelease.get, { id })).toMatchObject({
    state: 'running',
    people: 1,
    terminals: 1,
    installed: 1,
    crashed: 1,
    results: [{ employeeName: 'Ann', installedAt: expect.any(Number) }],
  });
  expect(await boss().call(testRemind, { id })).toEqual({ count: 0 });
  const second = (await boss().call(testRelease.add, { ...draft, name: 'Second', testers: [{ kind: 'employee', id: bob }] })).id;
  expect(await offered(other)).toMatchObject([{ id: second }]);
  await boss().call(testEnd, { ids: [second] });
  expect(await offered(other)).toEqual([]);
  await boss().call(testPromote, { id });
  expect(await boss().ask(testPromote, { id })).toMatchObject({ code: 10412 });
  expect(await offered(phone)).toEqual([]);
  expect((await other.ask(clientUpgradeCheck, {}, { token: other.accessToken })).data).toMatchObject({
    action: 'prompt',
    version: { id: versionId },
  });
});
