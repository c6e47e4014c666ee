import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal } from '../../src/kit/common/change/journal.contract.ts';
import { app, onShelf } from '../../src/modules/apps/common/app.contract.ts';
import { clientReport, clientUpgradeCheck, type reportKinds } from '../../src/modules/apps/common/client.contract.ts';
import {
  appRollout,
  limitUserExplain,
  limitUserList,
  limitUserSave,
  linkAdd,
  linkList,
  linkRevoke,
  versionWidgetList,
  versionWidgetSave,
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
import { takeEvents } from '../../src/modules/apps/server/offer/events.ts';
import { decideOffer, type Asking, type Candidate } from '../../src/modules/apps/server/offer/offer.ts';
import { buildKeyOf } from '../../src/modules/apps/server/version/build-key.ts';
import { wilsonLow } from '../../src/modules/apps/server/release/gates.ts';
import { appRollouts } from '../../src/modules/apps/server/release/rolled-apps.ts';
import { rolloutSays, type Rolling } from '../../src/modules/apps/server/release/rolled-to.ts';
import { lookAt, watchRollouts } from '../../src/modules/apps/server/release/watch.ts';
import { expiryNoticeSave } from '../../src/modules/app-certificates/common/expiry.contract.ts';
import { crowdAdd } from '../../src/modules/crowds/common/crowd.contract.ts';
import { employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { widget } from '../../src/modules/widgets/common/widget.contract.ts';
import { pixel } from '../../src/modules/app-pages/testing/tries.ts';
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

/** A version that anybody may be offered, and a terminal that may be offered it. */
const plain: Candidate = {
  id: '',
  versionName: '1.0.2',
  buildNo: '102',
  buildKey: buildKeyOf('102'),
  channel: 'stable',
  mode: 'prompt',
  remindHours: 24,
  notes: null,
  limits: [],
  minOs: null,
  kind: 'apk',
  size: 1,
  sha256: '',
  storeUrl: null,
  rollout: null,
  offered: null,
  offeredSeen: null,
};
const asking: Asking = { deviceId: '', platform: 2, buildNo: '101', channel: 'stable', system: '', membership: null, now: null };

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
  const { platforms, pins, hasIcon } = await house.wire.call(app.get, { id: appId });
  expect(hasIcon).toBe(true);
  expect(platforms).toEqual([{ platform: 2, identity: 'com.northwind.orbit', storeUrl: null, on: true }]);
  expect(pins[0]?.sha256).toBe(version.facts?.signer?.sha256);
  const iconNow = () =>
    house.product.app.inject({ url: `/api/mam/app/icon?id=${appId}`, headers: { accesstoken: house.product.admin.token } });
  const icon = await iconNow();
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
  // One that is chosen goes before the one of the package; only a picture can be chosen.
  const choose = async (iconId: string | null) =>
    house.wire.ask(app.update, { id: appId, version: (await house.wire.call(app.get, { id: appId })).version, iconId });
  expect(await choose(await house.upload(apk('101'), 'orbit-101.apk'))).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'iconId' }] },
  });
  await choose(await house.upload(pixel, 'icon.png'));
  expect((await iconNow()).rawPayload.equals(pixel)).toBe(true);
  await choose(null);
  expect((await iconNow()).rawPayload.equals(icon.rawPayload)).toBe(true);
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

test('Limit users of a department, a dynamic group and an excluded person: each of five terminals gets what explain says', async () => {
  const sales = await house.department('Sales');
  const east = await house.department('East', sales);
  const people: [account: string, departmentId?: string][] = [['ann', sales], ['bob', east], ['cleo'], ['dora'], ['ed', east]];
  const ids = new Map<string, string>();
  for (const [account, departmentId] of people) ids.set(account, await house.person(account, departmentId));
  const { id: crowd } = await house.wire.call(crowdAdd, {
    kind: 'fixed',
    name: { zh_CN: 'Pilots' },
    code: 'pilots',
    ownerDeptId: rootDepartmentId,
    includes: [ids.get('dora')!],
  });
  const { version } = await house.wire.call(limitUserList, { versionId: first });
  await house.wire.call(limitUserSave, {
    versionId: first,
    version,
    add: [
      { kind: 'department', id: sales },
      { kind: 'crowd', id: crowd },
      { kind: 'employee', id: ids.get('bob')!, exclude: true },
    ],
  });
  const limits = await house.wire.call(limitUserList, { versionId: first });
  expect([limits.people, limits.list.map(({ name }) => name).toSorted()]).toEqual([3, ['Pilots', 'Sales', 'bob']]);
  const offered: string[] = [];
  for (const [account] of people) {
    const terminal = house.terminal('orbit', '100');
    await terminal.login(account);
    const { action } = await check(terminal);
    const explained = await house.wire.call(limitUserExplain, { versionId: first, empId: ids.get(account)! });
    expect(explained.offered, account).toBe(action === 'prompt');
    if (action === 'prompt') offered.push(account);
  }
  expect(offered).toEqual(['ann', 'dora', 'ed']);
  // Without a session only a version for everybody is offered.
  expect((await check(house.terminal('orbit', '100'))).action).toBe('none');
  await house.wire.call(limitUserSave, { versionId: first, version: limits.version, remove: [sales, crowd, ids.get('bob')!] });
});

test('A stage reaches its share of 10,000 terminals, the same ones at each check, and a higher one keeps them', () => {
  const devices = Array.from({ length: 10_000 }, () => randomUUID());
  const orbit = {
    id: appId,
    status: onShelf,
    platforms: [{ platform: 2 as const, identity: null, storeUrl: null, on: true }],
    minimums: [],
  };
  const offeredAt = (percent: number): Set<string> => {
    const rollout = {
      state: 'running' as const,
      stages: [{ ring: [], percent, minHours: 0, advance: 'auto' as const }],
      stageNo: 0,
      salt: 'salt',
      window: null,
    };
    const version: Candidate = { ...plain, id: first, rollout };
    return new Set(devices.filter((deviceId) => decideOffer(orbit, version, { ...asking, deviceId }).offered));
  };
  const [ten, half] = [offeredAt(10), offeredAt(50)];
  expect(ten.size).toBeGreaterThan(900);
  expect(ten.size).toBeLessThan(1100);
  expect([...ten].every((device) => half.has(device))).toBe(true);
  expect(offeredAt(10)).toEqual(ten);
});

test('New offers are made within the hours of a rollout; what was offered stays so outside of them', () => {
  const stages = [{ ring: [], percent: 100, minHours: 0, advance: 'auto' as const }];
  const window = { days: [1], from: '22:00', to: '06:00', zone: 'Asia/Tokyo' };
  const rolling: Rolling = { state: 'running', stages, stageNo: 0, salt: 'salt', window };
  const says = (moment: string, offered: string | null = null): boolean =>
    rolloutSays(rolling, offered, { deviceId: 'one', membership: null, now: Date.parse(moment) }).holds;
  // Monday 22:30 in Tokyo, Tuesday 05:59, 06:00, and the night after.
  expect(['2026-11-23T13:30Z', '2026-11-23T20:59Z', '2026-11-23T21:00Z', '2026-11-24T13:30Z'].map((at) => says(at))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(says('2026-11-24T13:30Z', 'offered')).toBe(true);
  // Whether it will come at all does not hang on the hour.
  expect(rolloutSays(rolling, null, { deviceId: 'one', membership: null, now: null }).holds).toBe(true);
});

test('One crash among three proves nothing, six of sixty do', () => {
  expect(wilsonLow(1, 3)).toBeGreaterThan(1);
  expect(wilsonLow(0, 60)).toBe(0);
  expect(wilsonLow(6, 60)).toBeGreaterThan(1);
});

test('Crashes above the gate halt the rollout by itself: no new offers, what was downloaded holds; resumed it serves the same, finished all', async () => {
  second = await house.version(appId, '102');
  const { services } = house.product;
  const boss = await house.person('boss');
  await house.wire.call(employeeUpdate, { id: boss, version: 1, email: 'boss@example.com' });
  await house.wire.call(expiryNoticeSave, { appId, empIds: [boss] });
  await house.wire.call(appRollout.start, {
    versionId: second,
    stages: [
      { percent: 50, minHours: 24 },
      { percent: 100, minHours: 24 },
    ],
    gates: { crash: 1, install: null, silence: null },
  });
  const again = await house.wire.ask(appRollout.start, { versionId: second, stages: [{ percent: 100 }] });
  expect(again.code).toBe(13021);
  const [inside, outside]: [OfApp[], OfApp[]] = [[], []];
  while (inside.length < 61) {
    const terminal = house.terminal('orbit', '101');
    ((await check(terminal)).action === 'prompt' ? inside : outside).push(terminal);
  }
  const [holding, ...starters] = inside as [OfApp, ...OfApp[]];
  await report(holding, second, 'downloaded');
  const idOf = (await house.wire.call(appRollout.get, { versionId: second })).rollout!.id;
  const look = async (): Promise<string | undefined> => {
    await lookAt(services, appRollouts, idOf, Date.now());
    return (await house.wire.call(appRollout.get, { versionId: second })).rollout?.state;
  };
  // One crash among three, however often it is told, and whatever somebody tells without a proof.
  for (const starter of starters.slice(0, 3)) await report(starter, second, 'installed', 'started');
  const crashes = Array.from({ length: 10_000 }, (_, at) => ({
    id: `again-${at}`,
    kind: 'crash' as const,
    at: Date.now() + at,
    versionId: second,
  }));
  const { db } = services.database;
  await takeEvents(db, { events: crashes, deviceId: starters[0]!.thumbprint, proven: true, uid: null, now: Date.now() });
  for (let at = 0; at < 60; at += 1)
    await takeEvents(db, { events: crashes.slice(0, 2), deviceId: `nobody ${at}`, proven: false, uid: null, now: Date.now() });
  expect(await look()).toBe('running');
  for (const starter of starters.slice(3)) await report(starter, second, 'installed', 'started');
  // One device of sixty does not halt it.
  expect(await look()).toBe('running');
  for (const starter of starters.slice(1, 6)) await report(starter, second, 'crash');
  await house.product.database.pool.query('update rollout set looked_at = null');
  await watchRollouts(services, appRollouts);
  const stands = await house.wire.call(appRollout.get, { versionId: second });
  expect(stands.rollout).toMatchObject({ state: 'halted', haltedBy: { gate: 'crash', limit: 1, sample: 60 } });
  expect(stands.funnel.crashed).toBeGreaterThanOrEqual(6);
  expect((await check(house.terminal('orbit', '101'))).action).toBe('none');
  expect(await check(holding)).toMatchObject({ action: 'hold', version: { buildNo: '102' } });
  const { rows } = await house.product.database.pool.query<{ address: string }>(
    `select address from mail_outbox where template = 'app.halted'`,
  );
  expect(rows).toEqual([{ address: 'boss@example.com' }]);
  const { list } = await house.wire.call(listJournal, { kind: 'rollout', objectId: idOf } as never);
  expect(JSON.stringify(list)).toContain('crash');
  await house.wire.call(appRollout.resume, { versionId: second, reason: 'Only one model' });
  const actions = async (terminals: readonly OfApp[]): Promise<string[]> => [
    ...new Set(await Promise.all(terminals.map(async (one) => (await check(one)).action))),
  ];
  expect([await actions(inside), await actions(outside)]).toEqual([['prompt'], ['none']]);
  await house.wire.call(appRollout.finish, { versionId: second });
  expect((await house.wire.call(appRollout.get, { versionId: second })).rollout?.state).toBe('done');
  expect(await actions(outside)).toEqual(['prompt']);
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

test('A clone carries texts, limits, widgets and mode and no package; the history shows it', async () => {
  const draft = { name: { zh_CN: '手册' }, widgetIdentifier: 'handbook', ownerDeptId: rootDepartmentId, kind: 'link' as const };
  const { id: widgetId } = await house.wire.call(widget.add, { ...draft, mobileLink: 'https://example.com' });
  const version = async (): Promise<number> => (await house.wire.call(appVersion.get, { id: second })).version;
  const limit = { kind: 'department' as const, id: rootDepartmentId };
  await house.wire.call(limitUserSave, { versionId: second, version: await version(), add: [limit] });
  await house.wire.call(versionWidgetSave, { appVersionId: second, version: await version(), rows: [{ widgetId, kind: 'required' }] });
  const { id } = await house.wire.call(versionClone, { id: second, platform: 8 });
  const clone = await house.wire.call(appVersion.get, { id });
  expect(clone).toMatchObject({ platform: 8, status: 1, fileId: null, clonedFromId: second, notes: { zh_CN: '修复' } });
  expect((await house.wire.call(limitUserList, { versionId: id })).list).toMatchObject([limit]);
  expect((await house.wire.call(versionWidgetList, { appVersionId: id })).list).toMatchObject([{ widgetId, kind: 'required' }]);
  const { list } = await house.wire.call(versionHistory, { appId });
  expect(list[0]).toMatchObject({ action: 'create', versionId: id });
  await house.wire.call(versionOffline, { ids: [second], markBad: true, reason: 'crashes' });
  expect((await check(house.terminal('orbit', '101'))).action).toBe('none');
  expect((await house.wire.ask(versionOnline, { ids: [second] })).code).toBe(13020);
});

test('Two who add the same build at once make one version, and both may put it on shelf', async () => {
  const add = async () => {
    const fileId = await house.upload(apk('103-rotated'), 'orbit-103.apk');
    return () => house.wire.ask(appVersion.add, { appId, fileId, notes: { zh_CN: '第三版' } });
  };
  const [one, other] = [await add(), await add()];
  const added = await Promise.all([one(), other()]);
  expect(added.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 13010]);
  const ofBuild = async () =>
    (await house.wire.call(appVersion.list, { appId, pageSize: 100 })).list.filter(({ buildNo }) => buildNo === '103');
  const [only, ...more] = await ofBuild();
  expect(more).toEqual([]);
  const online = await Promise.all([0, 1].map(() => house.wire.ask(versionOnline, { ids: [only!.id] })));
  expect(online.map(({ code }) => code).toSorted((a, b) => a - b)[0]).toBe(0);
  for (const { code } of online) expect([0, 10412]).toContain(code);
  expect((await ofBuild()).map(({ status }) => status)).toEqual([2]);
});

test('A package whose icon can’t be shown, or whose name is a reference that leads nowhere, is taken with a warning and a plain icon', async () => {
  const { id } = await house.app('Bare', 'bare');
  const added = async (bytes: Buffer, name: string) => {
    const version = await house.wire.call(appVersion.add, { appId: id, fileId: await house.upload(bytes, name) });
    return (await house.wire.call(appVersion.get, { id: version.id })).findings.flatMap(({ level, code }) =>
      level === 'warn' ? [code] : [],
    );
  };
  expect(await added(apk('102-bare'), 'bare.apk')).toEqual(expect.arrayContaining(['noIcon', 'noLabel']));
  const broken = await makeIpa({
    identity: 'com.northwind.plain',
    icon: Buffer.from('no picture'),
    profile: { identity: 'com.northwind.plain' },
  });
  expect(await added(broken, 'Bare.ipa')).toContain('noIcon');
  expect(
    await added(
      await makeIpa({ identity: 'com.northwind.plain', build: '211', icon: pixel, profile: { identity: 'com.northwind.plain' } }),
      'Good.ipa',
    ),
  ).not.toContain('noIcon');
});
