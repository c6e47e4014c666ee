import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal } from '../../src/kit/common/change/journal.contract.ts';
import { app, onShelf } from '../../src/modules/apps/common/app.contract.ts';
import { clientReport, clientUpgradeCheck, type reportKinds } from '../../src/modules/apps/common/client.contract.ts';
import {
  limitUserExplain,
  limitUserList,
  limitUserSave,
  linkAdd,
  linkList,
  linkRevoke,
  rolloutFinish,
  rolloutGet,
  rolloutResume,
  rolloutStart,
} from '../../src/modules/apps/common/release.contract.ts';
import {
  appVersion,
  packageParse,
  versionClone,
  versionDiff,
  versionHistory,
  versionOffline,
  versionOnline,
} from '../../src/modules/apps/common/version.contract.ts';
import { bucketOf } from '../../src/modules/apps/server/offer/offer.ts';
import { wilsonLow } from '../../src/modules/apps/server/release/gates.ts';
import { lookAt, watchRollouts } from '../../src/modules/apps/server/release/watch.ts';
import { apk, AppsHouse, type OfApp } from './apps-house.ts';
import { makeIpa } from './make-ipa.ts';

let house: AppsHouse;
let appId = '';
let first = '';
let second = '';

beforeAll(async () => {
  house = await AppsHouse.open();
  ({ id: appId } = await house.app('Orbit', 'orbit'));
}, 60_000);
afterAll(() => house.stop());

const check = (terminal: OfApp) => terminal.call(clientUpgradeCheck, {});
let events = 0;
const report = (terminal: OfApp, versionId: string, ...kinds: (typeof reportKinds)[number][]) =>
  terminal.call(clientReport, {
    events: kinds.map((kind) => ({ id: `event-${(events += 1)}-${randomUUID()}`, kind, at: Date.now(), versionId })),
  });

test('A package that is dropped is read and goes to its app, which learns identity, signer and icon', async () => {
  const fileId = await house.upload(apk('101'), 'orbit-101.apk');
  const before = await house.wire.call(packageParse, { fileId });
  expect([before.app, before.facts.identity]).toEqual([null, 'com.northwind.orbit']);
  ({ id: first } = await house.wire.call(appVersion.add, { appId, fileId }));
  const version = await house.wire.call(appVersion.get, { id: first });
  expect(version).toMatchObject({ versionName: '1.0.1', buildNo: '101', platform: 2, status: 1, source: 'package' });
  const { platforms, pins } = await house.wire.call(app.get, { id: appId });
  expect(platforms).toEqual([{ platform: 2, identity: 'com.northwind.orbit', storeUrl: null, on: true }]);
  expect(pins[0]?.sha256).toBe(version.facts?.signer?.sha256);
  const icon = await house.product.app.inject({
    url: `/api/mam/app/icon?id=${appId}`,
    headers: { accesstoken: house.product.admin.token },
  });
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
  const again = await house.wire.call(packageParse, { fileId: await house.upload(apk('102'), 'orbit-102.apk') });
  expect([again.app?.id, again.before?.buildNo, again.before?.sameSigner]).toEqual([appId, '101', true]);
});

test('The same file, another signer and a wrong ending are refused', async () => {
  const same = await house.wire.ask(appVersion.add, { appId, fileId: await house.upload(apk('101'), 'again.apk') });
  expect([same.code, same.msg]).toEqual([13010, 'The same file is version 1.0.1']);
  expect((await house.wire.ask(appVersion.add, { appId, fileId: await house.upload(apk('103-other'), 'x.apk') })).code).toBe(13005);
  await expect(house.upload(apk('101'), 'x.ipa')).rejects.toThrow('10400');
  const changed = apk('102');
  changed[200]! ^= 1;
  const damaged = await house.wire.ask(packageParse, { fileId: await house.upload(changed, 'changed.apk') });
  expect([damaged.code, damaged.msg]).toEqual([13002, 'The package is damaged: AndroidManifest.xml does not match its digest']);
});

test('Online asks for notes; then a lower build is offered it and an equal one is not', async () => {
  const refused = await house.wire.ask(versionOnline, { ids: [first] });
  expect([refused.code, refused.msg]).toEqual([13020, 'The version is not complete: release notes']);
  const { version } = await house.wire.call(appVersion.get, { id: first });
  await house.wire.call(appVersion.update, { id: first, version, notes: { zh_CN: '第一版', en_US: 'First' } });
  await house.wire.call(versionOnline, { ids: [first] });
  expect((await house.wire.call(app.get, { id: appId })).status).toBe(onShelf);
  const old = await check(house.terminal('orbit', '100'));
  expect(old).toMatchObject({ action: 'prompt', notes: 'First', version: { buildNo: '101' } });
  expect((await check(house.terminal('orbit', '101'))).action).toBe('none');
});

test('The package is downloaded by ranges under an address that nobody can change', async () => {
  const { address, sha256, size } = await check(house.terminal('orbit', '100'));
  const { pathname } = new URL(address);
  const whole = await house.product.app.inject(pathname);
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'application/vnd.android.package-archive']);
  expect([createHash('sha256').update(whole.rawPayload).digest('hex'), whole.rawPayload.length]).toEqual([sha256, size]);
  const part = await house.product.app.inject({ url: pathname, headers: { range: 'bytes=100-199' } });
  expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(100, 200))]).toEqual([206, true]);
  const behind = await house.product.app.inject({ url: pathname, headers: { range: `bytes=${size}-` } });
  expect(behind.statusCode).toBe(416);
  const changed = pathname.replace(/^(\/d\/.)(.)/, (_whole, head: string, sign: string) => `${head}${sign === 'A' ? 'B' : 'A'}`);
  expect((await house.product.app.inject(changed)).statusCode).toBe(404);
});

test('Limit users: each terminal gets what explain says', async () => {
  const sales = await house.department('Sales');
  const east = await house.department('East', sales);
  const [ann, bob, cleo] = [await house.person('ann', sales), await house.person('bob', east), await house.person('cleo')];
  const { version } = await house.wire.call(limitUserList, { versionId: first });
  await house.wire.call(limitUserSave, {
    versionId: first,
    version,
    add: [
      { kind: 'department', id: sales },
      { kind: 'employee', id: bob, exclude: true },
    ],
  });
  const limits = await house.wire.call(limitUserList, { versionId: first });
  expect([limits.people, limits.list.map(({ name }) => name)]).toEqual([1, ['Sales', 'bob']]);
  const offered: string[] = [];
  for (const [account, id] of [
    ['ann', ann],
    ['bob', bob],
    ['cleo', cleo],
  ] as const) {
    const terminal = house.terminal('orbit', '100');
    await terminal.login(account);
    const { action } = await check(terminal);
    const explained = await house.wire.call(limitUserExplain, { versionId: first, empId: id });
    expect(explained.offered, account).toBe(action === 'prompt');
    if (action === 'prompt') offered.push(account);
  }
  expect(offered).toEqual(['ann']);
  // Without a session only a version for everybody is offered.
  expect((await check(house.terminal('orbit', '100'))).action).toBe('none');
  await house.wire.call(limitUserSave, { versionId: first, version: limits.version, remove: [sales, bob] });
});

test('A stage reaches its share, the same terminals each time, and a higher one keeps them', () => {
  const devices = Array.from({ length: 10_000 }, () => randomUUID());
  const within = (percent: number): Set<string> => new Set(devices.filter((device) => bucketOf('salt', device) < percent));
  const [ten, half] = [within(10), within(50)];
  expect(ten.size).toBeGreaterThan(900);
  expect(ten.size).toBeLessThan(1100);
  expect([...ten].every((device) => half.has(device))).toBe(true);
  expect(within(10)).toEqual(ten);
});

test('One crash among three proves nothing, six of sixty do', () => {
  expect(wilsonLow(1, 3)).toBeGreaterThan(1);
  expect(wilsonLow(0, 60)).toBe(0);
  expect(wilsonLow(6, 60)).toBeGreaterThan(1);
});

test('Crashes above the gate halt the rollout by itself: no new offers, what was downloaded holds; resumed it serves the same', async () => {
  second = await house.version(appId, '102');
  const { services } = house.product;
  await house.wire.call(rolloutStart, {
    versionId: second,
    stages: [{ percent: 100, minHours: 24 }],
    gates: { crash: 1, install: null, silence: null },
  });
  const again = await house.wire.ask(rolloutStart, { versionId: second, stages: [{ percent: 100 }] });
  expect(again.code).toBe(13021);
  const offered = house.terminal('orbit', '101');
  expect((await check(offered)).version?.buildNo).toBe('102');
  await report(offered, second, 'downloaded');
  const idOf = (await house.wire.call(rolloutGet, { versionId: second })).rollout!.id;
  for (let at = 0; at < 55; at += 1) {
    const terminal = house.terminal('orbit', '101');
    await check(terminal);
    await report(terminal, second, 'installed', 'started', ...(at < 3 ? (['crash', 'crash'] as const) : []));
    if (at === 2) {
      await lookAt(services, idOf, Date.now());
      expect((await house.wire.call(rolloutGet, { versionId: second })).rollout?.state).toBe('running');
    }
  }
  // Three more of those that run it crash: six of 55 starters are above one percent for certain.
  for (let at = 0; at < 3; at += 1) {
    const terminal = house.terminal('orbit', '101');
    await report(terminal, second, 'started', 'crash');
  }
  await house.product.database.pool.query('update rollout set looked_at = null');
  await watchRollouts(services);
  const stands = await house.wire.call(rolloutGet, { versionId: second });
  expect(stands.rollout).toMatchObject({ state: 'halted', haltedBy: { gate: 'crash', limit: 1 } });
  expect(stands.funnel).toMatchObject({ crashed: 6, started: 58 });
  expect((await check(house.terminal('orbit', '101'))).action).toBe('none');
  expect(await check(offered)).toMatchObject({ action: 'hold', version: { buildNo: '102' } });
  const { list } = await house.wire.call(listJournal, { kind: 'rollout', objectId: idOf } as never);
  expect(JSON.stringify(list)).toContain('crash');
  await house.wire.call(rolloutResume, { versionId: second, reason: 'Only one model' });
  expect((await check(offered)).action).toBe('prompt');
  await house.wire.call(rolloutFinish, { versionId: second });
  expect((await house.wire.call(rolloutGet, { versionId: second })).rollout?.state).toBe('done');
});

test('A repeated event counts once, and one without proof counts at no gate', async () => {
  const terminal = house.terminal('orbit', '101');
  const event = { id: 'event-of-its-own', kind: 'started' as const, at: Date.now() + 9_000_000, versionId: second };
  expect(await terminal.call(clientReport, { events: [event, event] })).toEqual({ accepted: 1 });
  expect(await terminal.call(clientReport, { events: [event] })).toEqual({ accepted: 0 });
});

test('An install page gives an iPhone a manifest over https, an Android phone the package, and ends when it is revoked', async () => {
  const open = async (address: string, agent: string) =>
    house.product.app.inject({ url: new URL(address).pathname, headers: { 'user-agent': agent, 'accept-language': 'en' } });
  const { version } = await house.wire.call(app.get, { id: appId });
  await house.wire.call(app.update, { id: appId, version, installOpen: 'anyone' });
  const { id } = await house.wire.call(linkAdd, { appId });
  const [link] = (await house.wire.call(linkList, { appId })).list;
  expect(link).toMatchObject({ id, installs: 0, revokedAt: null });
  expect(link!.qr).toContain('<svg');
  const android = await open(link!.address, 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile');
  expect(android.statusCode).toBe(200);
  const address = /href="([^"]+app\.apk)"/.exec(android.body)?.[1];
  expect((await house.product.app.inject(new URL(address!).pathname)).statusCode).toBe(200);
  expect(android.body).toContain('SHA-256');
  expect((await open(link!.address, 'MicroMessenger')).body).toContain('Open this page in the browser');
  const changed = link!.address.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'));
  expect((await open(changed, '')).statusCode).toBe(404);
  await house.wire.call(linkRevoke, { id });
  expect((await open(link!.address, '')).statusCode).toBe(410);
});

test('An IPA goes to the same app as another platform; its manifest names package, size and bundle', async () => {
  const fileId = await house.upload(await makeIpa(), 'Orbit.ipa');
  const { id } = await house.wire.call(appVersion.add, { appId, fileId, notes: { zh_CN: 'iOS' } });
  expect((await house.wire.call(appVersion.get, { id })).expiresAt).toBeGreaterThan(Date.now());
  await house.wire.call(versionOnline, { ids: [id] });
  const { address, manifest, version } = await check(house.terminal('orbit', '200', 1));
  expect(version?.buildNo).toBe('210');
  expect(new URL(address).pathname.endsWith('/app.ipa')).toBe(true);
  const answer = await house.product.app.inject(new URL(manifest).pathname);
  expect(answer.body).toContain('<string>com.northwind.orbit</string>');
  expect(answer.body).toContain(address);
  const link = await house.wire.call(linkAdd, { appId });
  const { list: links } = await house.wire.call(linkList, { appId });
  expect(links).toHaveLength(2);
  // Without https nothing can be installed on an iPhone, and the page says so.
  const page = await house.product.app.inject({
    url: new URL(links.find((one) => one.id === link.id)!.address).pathname,
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)', 'accept-language': 'en' },
  });
  expect(page.body).toContain('needs an https address that phones trust');
  expect(page.body).not.toContain('itms-services');
  const { rows } = await house.wire.call(versionDiff, { id, otherId: second });
  expect(rows.find(({ field }) => field === 'buildNo')).toMatchObject({ one: '210', other: '102', same: false });
});

test('A clone carries texts, limits and mode and no package; the history shows it', async () => {
  const { id } = await house.wire.call(versionClone, { id: second, platform: 8 });
  const clone = await house.wire.call(appVersion.get, { id });
  expect(clone).toMatchObject({ platform: 8, status: 1, fileId: null, clonedFromId: second, notes: { zh_CN: '修复' } });
  const { list } = await house.wire.call(versionHistory, { appId });
  expect(list[0]).toMatchObject({ action: 'create', versionId: id });
  await house.wire.call(versionOffline, { ids: [second], markBad: true, reason: 'crashes' });
  expect((await check(house.terminal('orbit', '101'))).action).toBe('none');
  expect((await house.wire.ask(versionOnline, { ids: [second] })).code).toBe(13020);
});
