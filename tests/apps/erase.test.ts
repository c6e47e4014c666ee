import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceCheckIn } from '../../src/modules/devices/common/client.contract.ts';
import {
  appEraseAdd,
  appEraseCancel,
  appEraseGet,
  appEraseList,
  appErasePreview,
  eraseAdd,
  eraseList,
  erasePreview,
} from '../../src/modules/devices/common/erase.contract.ts';
import { appEraseExport } from '../../src/modules/devices/common/export.contract.ts';
import { runDueErasures } from '../../src/modules/devices/server/erase/run-due.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { AppsHouse, type OfApp } from './apps-house.ts';

let house: AppsHouse;
let phone: OfApp;

beforeAll(async () => {
  house = await AppsHouse.open();
  await Promise.all([house.app('Orbit', 'orbit'), house.app('Mail', 'mail')]);
  await house.person('ann');
  // Devices bind, as on an installation that is new.
  await sql`update bind_config set enabled = 1`.execute(house.product.services.database.db);
  await sql`update device_stamp set n = n + 1`.execute(house.product.services.database.db);
  phone = house.terminal('orbit', '101');
  await phone.login('ann');
  await phone.call(deviceCheckIn, {});
}, 60_000);
afterAll(() => house.stop());

const reason = 'the phone was lost in a train';
async function order(): Promise<string> {
  const { token, typed } = await house.wire.call(appErasePreview, { appId: 'orbit', deviceIds: [phone.device.id] });
  return (await house.wire.call(appEraseAdd, { previewToken: token, reason, typed })).id;
}

test('Another app, another scope and the order of a whole device are no matter of the list of apps', async () => {
  expect((await house.wire.ask(appErasePreview, { appId: 'mail', deviceIds: [phone.device.id] })).code).toBe(10404);
  const whole = { appId: 'orbit', scope: 'wipeDevice' };
  expect((await house.wire.ask(appErasePreview, whole)).code).toBe(10400);
  const { token, typed } = await house.wire.call(erasePreview, { deviceIds: [phone.device.id] });
  expect((await house.wire.ask(appEraseAdd, { previewToken: token, reason, typed })).code).toBe(18040);
  const again = await house.wire.call(erasePreview, { deviceIds: [phone.device.id] });
  const { id } = await house.wire.call(eraseAdd, { previewToken: again.token, reason, typed: again.typed });
  expect((await house.wire.ask(appEraseCancel, { id })).code).toBe(10404);
  await sql`update erase_order set state = 'cancelled'`.execute(house.product.services.database.db);
  await sql`update erase_item set state = 'cancelled'`.execute(house.product.services.database.db);
});

test('What the list of apps orders is the same record for devices, erases this app alone, and comes to its proof', async () => {
  const stopped = await order();
  expect(await house.wire.call(appEraseCancel, { id: stopped })).toEqual({ count: 1 });
  const id = await order();
  const [first] = (await house.wire.call(eraseList, {})).list;
  expect(first).toMatchObject({ id, origin: 'application', scope: 'eraseApp', appId: 'orbit', state: 'hold' });
  await sql`update erase_order set hold_until = 0`.execute(house.product.services.database.db);
  await runDueErasures(house.product.services);
  expect(await phone.obey()).toEqual(['eraseApp']);
  const { list } = await house.wire.call(appEraseList, { appId: 'orbit' });
  expect(list.map((one) => [one.id, one.state])).toEqual([
    [id, 'done'],
    [stopped, 'cancelled'],
  ]);
  const { jobId } = await house.wire.call(appEraseExport, { format: 'csv', filter: { appId: 'orbit' } });
  const boss = new ConsoleClient(house.product.app, house.product.admin.token);
  expect((await boss.jobEnd(jobId)).result).toMatchObject({ rows: 2 });
  const { items } = await house.wire.call(appEraseGet, { id });
  expect(items).toMatchObject([{ state: 'acknowledged', deviceId: phone.device.id }]);
  expect(items[0]?.ackJws?.split('.')).toHaveLength(3);
});
