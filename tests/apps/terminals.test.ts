import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { expiryList, expiryNoticeSave } from '../../src/modules/app-certificates/common/expiry.contract.ts';
import { tellOfEnds } from '../../src/modules/app-certificates/server/expiry.ts';
import { app, appCheck, mamEnums } from '../../src/modules/apps/common/app.contract.ts';
import { clientReport, clientUpgradeCheck } from '../../src/modules/apps/common/client.contract.ts';
import { limitUserExport, limitUserImport } from '../../src/modules/apps/common/limit-files.contract.ts';
import { appRollout, limitUserList } from '../../src/modules/apps/common/release.contract.ts';
import {
  rolloutFunnel,
  rolloutHealth,
  rolloutReasons,
  terminalExport,
  terminalList,
} from '../../src/modules/apps/common/terminal.contract.ts';
import { appVersion, versionClone, versionOnline, versionReplace } from '../../src/modules/apps/common/version.contract.ts';
import { appRollouts } from '../../src/modules/apps/server/release/rolled-apps.ts';
import { lookAt } from '../../src/modules/apps/server/release/watch.ts';
import { radarList, radarRecheck } from '../../src/modules/radar/common/radar.contract.ts';
import { employeeGet, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { ConsoleClient, idIn } from '../journeys/console-client.ts';
import { apk, AppsHouse, type OfApp } from './apps-house.ts';

let house: AppsHouse;
let boss: ConsoleClient;
let [appId, first, second, ann] = ['', '', '', ''];

beforeAll(async () => {
  house = await AppsHouse.open();
  boss = new ConsoleClient(house.product.app, house.product.admin.token);
  ({ id: appId } = await house.app('Orbit', 'orbit'));
  first = await house.version(appId, '101');
  second = await house.version(appId, '102');
  ann = await house.person('ann');
  await mailable(ann);
}, 60_000);
afterAll(() => house.stop());

async function mailable(id: string): Promise<void> {
  const { version } = await house.wire.call(employeeGet, { id });
  await house.wire.call(employeeUpdate, { id, version, email: 'ann@example.com' });
}
const report = (terminal: OfApp, versionId: string, ...kinds: ('failed' | 'installed' | 'started' | 'crash')[]) =>
  terminal.call(clientReport, { events: kinds.map((kind) => ({ id: randomUUID(), kind, at: Date.now(), versionId, reasonCode: 'disk' })) });
const mails = async (template: string): Promise<string[]> => {
  const { db } = house.product.services.database;
  const { rows } = await sql<{ address: string }>`select address from mail_outbox where template = ${template}`.execute(db);
  return rows.map(({ address }) => address);
};

test('Who has what, what was offered and why it was not installed; as a list and as a file', async () => {
  const phone = house.terminal('orbit', '101');
  await phone.login('ann');
  await phone.call(clientUpgradeCheck, { model: 'Pixel 8', system: '14' });
  await report(phone, second, 'failed');
  const { list, total } = await house.wire.call(terminalList, { appId, text: 'pixel' });
  expect([total, list[0]]).toEqual([
    1,
    expect.objectContaining({ personName: 'ann', versionName: '1.0.1', offeredName: '1.0.2', offerState: 'failed', reason: 'disk' }),
  ]);
  expect((await house.wire.call(terminalList, { appId, versionId: second })).total).toBe(0);
  expect((await house.wire.call(terminalList, { appId, open: 'false' })).total).toBe(0);
  const { jobId } = await house.wire.call(terminalExport, { appId, format: 'csv' });
  expect((await boss.jobEnd(jobId)).result).toMatchObject({ rows: 1 });
  const reasons = await house.wire.call(rolloutReasons, { versionId: second });
  expect(reasons.list).toMatchObject([{ personName: 'ann', reason: 'disk', state: 'failed' }]);
  const { list: hours } = await house.wire.call(rolloutFunnel, { versionId: second });
  expect(hours.reduce((sum, hour) => sum + hour.failed, 0)).toBe(1);
  const { now, before } = await house.wire.call(rolloutHealth, { versionId: second });
  expect([now.buildNo, before?.buildNo, now.gates.map(({ gate }) => gate)]).toEqual(['102', '101', ['crash', 'install', 'silence']]);
});

test('Limit users come from a file as a plan, and go to one', async () => {
  const fileId = await boss.upload('limits.csv', Buffer.from('account,exclude\nann,\nnobody-of-this-name,\n'));
  const { jobId } = await house.wire.call(limitUserImport, { versionId: first, fileId });
  const planId = idIn((await boss.jobEnd(jobId)).result, 'planId');
  const plan = await house.wire.call(getPlan, { id: planId });
  expect(plan.counts).toMatchObject({ change: 1, refused: 1 });
  const applied = await house.wire.call(applyPlan, { id: planId, expected: { change: 1, refused: 1 } });
  await boss.jobEnd(applied.jobId);
  expect((await house.wire.call(limitUserList, { versionId: first })).list).toMatchObject([{ kind: 'employee', id: ann, exclude: false }]);
  const written = await house.wire.call(limitUserExport, { versionId: first, format: 'csv' });
  expect((await boss.jobEnd(written.jobId)).result).toMatchObject({ rows: 1 });
});

test('A clone without a package gets one, or a store page; what was on shelf keeps its own', async () => {
  const { id } = await house.wire.call(versionClone, { id: first, channel: 'beta' });
  const fileId = await house.upload(apk('103-rotated'), 'orbit-103.apk');
  const { version } = await house.wire.call(versionReplace, { id, version: 1, content: { fileId } });
  expect(await house.wire.call(appVersion.get, { id })).toMatchObject({ version, buildNo: '103', channel: 'beta', status: 1 });
  const harmony = await house.wire.call(versionClone, { id: first, platform: 8 });
  expect((await house.wire.ask(versionOnline, { ids: [harmony.id] })).code).toBe(13020);
  const page = { storeUrl: 'https://store.example/orbit', versionName: '1.0.3', buildNo: '103' };
  expect((await house.wire.ask(versionReplace, { id: harmony.id, version: 1, content: { fileId } })).code).toBe(10400);
  await house.wire.call(versionReplace, { id: harmony.id, version: 1, content: page });
  await house.wire.call(versionOnline, { ids: [harmony.id] });
  expect((await house.wire.ask(versionReplace, { id: first, version: 1, content: page })).code).toBe(10412);
});

test('A plan is kept without anybody noticing; a halt is mailed to the notice people', async () => {
  const plan = { versionId: second, stages: [{ percent: 10 }, { percent: 100 }] };
  expect((await house.wire.ask(appRollout.save, { ...plan, stages: [{ percent: 10 }, { percent: 5 }] })).code).toBe(13027);
  await house.wire.call(appRollout.save, plan);
  expect((await house.wire.call(appRollout.get, { versionId: second })).rollout).toMatchObject({ state: 'draft' });
  expect((await house.terminal('orbit', '101').call(clientUpgradeCheck, {})).version?.buildNo).toBe('102');
  await house.wire.call(expiryNoticeSave, { appId, empIds: [ann] });
  expect((await house.wire.call(app.get, { id: appId })).noticeIds).toEqual([ann]);
  // Started for other days than these: who was offered it keeps it, nobody else gets it.
  const known = house.terminal('orbit', '101');
  expect((await known.call(clientUpgradeCheck, {})).action).toBe('prompt');
  const window = { days: [((new Date().getUTCDay() + 2) % 7) + 1], from: '00:00', to: '24:00', zone: 'UTC' };
  const begin = { versionId: second, stages: [{ percent: 100 }], window };
  expect((await house.wire.ask(appRollout.start, { ...begin, window: { ...window, zone: 'Asia/Nowhere' } })).code).toBe(10400);
  const { id } = await house.wire.call(appRollout.start, begin);
  expect((await house.wire.call(appRollout.get, { versionId: second })).rollout?.window).toEqual(window);
  expect((await known.call(clientUpgradeCheck, {})).action).toBe('prompt');
  expect((await house.terminal('orbit', '101').call(clientUpgradeCheck, {})).action).toBe('none');
  expect((await house.wire.ask(appRollout.save, plan)).code).toBe(13021);
  await sql`insert into version_offer (version_id, device_id, proven, state, started_at, crashed_at, last_seen)
    select ${second}::uuid, 'made ' || n, true, 'started', 1, case when n <= 6 then 2 end, 2 from generate_series(1, 60) as n`.execute(
    house.product.services.database.db,
  );
  await lookAt(house.product.services, appRollouts, id, Date.now());
  expect((await house.wire.call(appRollout.get, { versionId: second })).rollout?.state).toBe('halted');
  expect(await mails('app.halted')).toEqual(['ann@example.com']);
});

test('Before something ends its notice people are mailed, at each of five steps once', async () => {
  const dayMillis = 86_400_000;
  const { database } = house.product.services;
  const ends = Date.now() + 100 * dayMillis;
  await sql`update app_version set expires_at = ${ends} where id = ${second}::uuid`.execute(database.db);
  await sql`update app_version set expires_at = null where id <> ${second}::uuid`.execute(database.db);
  const told: number[] = [];
  for (const left of [70, 60, 59, 31, 30, 14, 13, 7, 2, 1, 0.5, -1]) {
    const before = (await mails('app.ending')).length;
    await tellOfEnds({ ...house.product.services, now: () => ends - left * dayMillis });
    if ((await mails('app.ending')).length > before) told.push(left);
  }
  expect(told).toEqual([60, 30, 14, 7, 1]);
  expect(await mails('app.ending')).toEqual(Array.from({ length: 5 }, () => 'ann@example.com'));
  const { list } = await house.wire.call(expiryList, { days: 120, appId });
  expect(list).toMatchObject([{ kind: 'version', name: '1.0.2', appKey: 'orbit', daysLeft: 99 }]);
  expect((await house.wire.call(expiryList, { appId })).list).toEqual([]);
  // The tile of the home page reads the radar, of what ends soon.
  await sql`update app_version set expires_at = ${Date.now() + 20 * dayMillis} where id = ${second}::uuid`.execute(database.db);
  await house.wire.call(radarRecheck, {});
  const { list: seen } = await house.wire.call(radarList, { kind: 'appVersion.end' });
  expect(seen).toMatchObject([
    { name: '1.0.2', state: 'soon', link: `/mam_app_management/mam_app_management_version_view/${appId}/${second}/version_info` },
  ]);
});

test('The check of installing says which step fails', async () => {
  const { steps } = await house.wire.call(appCheck, { id: appId, platform: 2 });
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['https', true],
    ['address', false],
  ]);
  expect((await house.wire.call(appCheck, { id: appId, platform: 1 })).steps[0]).toMatchObject({
    step: 'https',
    ok: false,
    reason: 'plain',
  });
  expect((await house.wire.call(mamEnums, {})).enums['appStatus']).toEqual([1, 2, 3]);
});
