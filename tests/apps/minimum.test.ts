import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFeedbackAdd } from '../../src/modules/app-feedback/common/client.contract.ts';
import { feedback } from '../../src/modules/app-feedback/common/feedback.contract.ts';
import { app, appOffline } from '../../src/modules/apps/common/app.contract.ts';
import { clientReport, clientUpgradeCheck } from '../../src/modules/apps/common/client.contract.ts';
import { appRollout, limitUserList, limitUserSave } from '../../src/modules/apps/common/release.contract.ts';
import { appVersion, forcePreview, versionForce, versionOffline, versionOnline } from '../../src/modules/apps/common/version.contract.ts';
import { deviceCheckIn, deviceCommands } from '../../src/modules/devices/common/client.contract.ts';
import { clientPageGet } from '../../src/modules/app-pages/common/client.contract.ts';
import { AppsHouse, type OfApp } from './apps-house.ts';

let house: AppsHouse;
let appId = '';
let newest = '';

beforeAll(async () => {
  house = await AppsHouse.open();
  ({ id: appId } = await house.app('Orbit', 'orbit'));
  await house.version(appId, '101');
  newest = await house.version(appId, '102');
}, 60_000);
afterAll(() => house.stop());

const asked = { platform: 2 as const, buildNo: '102', at: 1_700_000_000_000 };

async function signedIn(account: string, build: string): Promise<OfApp> {
  const terminal = house.terminal('orbit', build);
  await terminal.login(account);
  await terminal.call(clientUpgradeCheck, {});
  return terminal;
}

test('A forced minimum names who could not follow, asks for their number, and then holds for every call', async () => {
  const sales = await house.department('Sales');
  const others = await Promise.all(Array.from({ length: 12 }, (_, at) => house.person(`other${at}`)));
  await house.person('ann', sales);
  const { version } = await house.wire.call(limitUserList, { versionId: newest });
  await house.wire.call(limitUserSave, { versionId: newest, version, add: [{ kind: 'department', id: sales }] });
  const ann = await signedIn('ann', '101');
  const shut: OfApp[] = [];
  for (const at of others.keys()) shut.push(await signedIn(`other${at}`, '101'));

  const preview = await house.wire.call(forcePreview, { appId, ...asked });
  expect([preview.under, preview.can, preview.cannot]).toEqual([13, 1, 12]);
  expect(preview.sample.map(({ name }) => name).toSorted()).toEqual(others.map((_, at) => `other${at}`).toSorted());
  expect(new Set(preview.sample.map(({ reason }) => reason))).toEqual(new Set(['limits']));

  const bare = await house.wire.ask(versionForce, { appId, ...asked });
  expect([bare.code, bare.msg]).toEqual([13023, '12 terminals could not follow and would be locked out']);
  expect((await house.wire.ask(versionForce, { appId, ...asked, expected: 11 })).code).toBe(13024);
  await house.wire.call(versionForce, { appId, ...asked, expected: 12 });

  await expect.poll(async () => (await ann.ask(clientPageGet, { terminal: 'mobile' })).code).toBe(13090);
  expect((await ann.ask(clientPageGet, { terminal: 'mobile' })).msg).toContain('no longer supported');
  expect(await ann.call(clientUpgradeCheck, {})).toMatchObject({ action: 'forced', version: { buildNo: '102' }, deadline: asked.at });
  expect((await shut[0]!.call(clientUpgradeCheck, {})).action).toBe('blocked');
  const event = { id: 'minimum-event-1', kind: 'downloading' as const, at: Date.now(), versionId: newest };
  expect(await ann.call(clientReport, { events: [event] })).toEqual({ accepted: 1 });
  const word = { kind: 'fault' as const, text: 'The old version no longer opens' };
  expect(await ann.ask(clientFeedbackAdd, word, { token: ann.accessToken })).toMatchObject({ code: 0 });
  expect((await house.wire.call(feedback.list, { appId })).list).toMatchObject([{ text: word.text, employeeName: 'ann' }]);
  // A device that is bound goes on taking its commands.
  const bind = async (enabled: number): Promise<void> => {
    await house.product.database.pool.query('update bind_config set enabled = $1', [enabled]);
    await house.product.database.pool.query('update device_stamp set n = n + 1');
  };
  await bind(1);
  await house.person('dan');
  const bound = house.terminal('orbit', '101');
  await bound.login('dan');
  expect((await bound.ask(clientPageGet, { terminal: 'mobile' })).code).toBe(13090);
  expect((await bound.ask(deviceCheckIn, {})).code).toBe(0);
  expect(await bound.ask(deviceCommands, {})).toMatchObject({ code: 0, data: { commands: [] } });
  await bind(0);
  // A terminal of the build itself is answered.
  const upgraded = house.terminal('orbit', '102');
  await upgraded.login('ann');
  expect((await upgraded.ask(clientPageGet, { terminal: 'mobile' })).code).not.toBe(13090);
});

test('Nothing takes away the last version that satisfies the minimum', async () => {
  const offline = await house.wire.ask(versionOffline, { ids: [newest] });
  expect([offline.code, offline.msg]).toEqual([13022, 'The forced minimum 102 rests on this version']);
  // Open to all again, it may not be narrowed any more.
  const { version, list } = await house.wire.call(limitUserList, { versionId: newest });
  await house.wire.call(limitUserSave, { versionId: newest, version, remove: list.map(({ id }) => id) });
  const narrowed = await house.wire.ask(limitUserSave, {
    versionId: newest,
    version: version + 1,
    add: [{ kind: 'employee', id: await house.person('late') }],
  });
  expect(narrowed.code).toBe(13022);
  await house.wire.call(appRollout.start, { versionId: newest, stages: [{ percent: 10 }] });
  expect((await house.wire.ask(appRollout.cancel, { versionId: newest })).code).toBe(13022);
  await house.wire.call(appRollout.finish, { versionId: newest });
  expect((await house.wire.call(appVersion.get, { id: newest })).status).toBe(2);
});

test('An app off shelf offers nothing, and its terminals go on', async () => {
  await house.wire.call(appOffline, { ids: [appId], reason: 'audit' });
  expect((await house.terminal('orbit', '100').call(clientUpgradeCheck, {})).action).not.toBe('prompt');
  const { minimums } = await house.wire.call(app.get, { id: appId });
  expect(minimums).toMatchObject([{ platform: 2, buildNo: '102' }]);
  expect((await house.wire.ask(versionOnline, { ids: [newest] })).code).toBe(10412);
  // Lifted, it holds nobody, not even of an old build.
  await house.wire.call(versionForce, { appId, ...asked, buildNo: null });
  expect((await house.wire.call(app.get, { id: appId })).minimums).toEqual([]);
  const old = house.terminal('orbit', '101');
  await old.login('ann');
  await expect.poll(async () => (await old.ask(clientPageGet, { terminal: 'mobile' })).code).not.toBe(13090);
});
