import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eraseAdd, eraseList, erasePreview } from '../../src/modules/devices/common/erase.contract.ts';
import { endAll, queryDatabase, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { isNightly } from '../share.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const orders = 20;
/** By night ten times, by day as often as a minute allows. */
const kills = isNightly ? 10 : 2;
let dataDir = '';
let product: ProductProcess;
let admin: WireClient;

beforeAll(async () => {
  dataDir = testFolder();
  product = await startProcess(dataDir);
  admin = await new WireClient(product).signIn();
});
afterAll(() => endAll());

const count = async (what: string): Promise<number> => {
  const [row] = await queryDatabase<{ n: number }>(dataDir, `select count(*)::int as n from ${what}`);
  return row?.n ?? 0;
};

test('a process that dies among its erasures: each device is told once, by one command, and its key is gone', async () => {
  const ids = Array.from({ length: orders }, () => randomUUID());
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = JSON.stringify(publicKey.export({ format: 'jwk' }));
  for (const id of ids)
    await queryDatabase(
      dataDir,
      `insert into device (id, created_at, updated_at, name, platform, install_id, signing_key, key_thumbprint, capabilities, state, state_since, last_seen_at)
       values ('${id}', 1, 1, '${id}', 2, '${id}', '${key}', '${id}', '["eraseApp"]', 'bound', 1, 1)`,
    );
  await queryDatabase(
    dataDir,
    `insert into device_data_key (device_id, app_key, sealed, made_at) select id, 'wheelhouse', 'x', 1 from device`,
  );
  for (const id of ids) {
    const { token, typed } = await admin.call(erasePreview, { deviceIds: [id] });
    await admin.call(eraseAdd, { previewToken: token, reason: 'taken out of service', typed });
  }
  // Some orders at a time become due; somewhere among them, nobody knows where, the process dies.
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await count('device_command');
    await queryDatabase(
      dataDir,
      `update erase_order set hold_until = 0 where id in (select id from erase_order where hold_until > 0 order by id limit ${orders / kills})`,
    );
    const some = before + randomInt(orders / kills + 1);
    await expect.poll(() => count('device_command'), { timeout: 120_000, interval: 2 }).toBeGreaterThanOrEqual(some);
    await product.end('SIGKILL');
    product = await startProcess(dataDir);
  }
  admin = admin.at(product);
  await expect.poll(() => count(`erase_item where state = 'queued'`), { timeout: 120_000 }).toBe(orders);
  const commands = await queryDatabase<{ device_id: string; seq: number }>(
    dataDir,
    `select device_id, seq from device_command where kind = 'eraseApp'`,
  );
  expect([commands.length, new Set(commands.map(({ device_id }) => device_id)).size]).toEqual([orders, orders]);
  expect(new Set(commands.map(({ seq }) => seq))).toEqual(new Set([1]));
  expect(await count('device_data_key where destroyed_at is null or sealed is not null')).toBe(0);
  expect(await count(`device where state = 'eraseRequested'`)).toBe(orders);
  const { list } = await admin.call(eraseList, { pageSize: 100 });
  expect(new Set(list.map(({ state }) => state))).toEqual(new Set(['queued']));
});
