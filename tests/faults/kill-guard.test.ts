import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guardConfirm } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { getAuthenticate, updateAuthenticate } from '../../src/modules/sign-in/common/authenticate.contract.ts';
import { endAll, queryDatabase, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end here, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

let dataDir = '';
let product: ProductProcess;

beforeAll(async () => {
  dataDir = testFolder();
  product = await startProcess(dataDir);
});
afterAll(() => endAll());

const deny = (network: string) => ({
  rules: [{ networks: [network], days: [], from: null, until: null, who: 'everyone' as const, roleIds: [], action: 'deny' as const }],
  otherwise: 'allow' as const,
});

test('kill -9 in the guarded minutes: at the next start the former policy is back and nobody was served under the other; a confirmed one stays', async () => {
  const admin = await new WireClient(product).signIn();
  const before = await admin.call(getAuthenticate, {});
  const held = await admin.call(updateAuthenticate, {
    version: before.version,
    addressRules: deny('10.70.0.0/16'),
    session: { ...before.session, perPerson: 7 },
  });
  expect(held.guardId).not.toBeNull();
  // The minutes are over while no server runs.
  const [row] = await queryDatabase<{ until: string }>(
    dataDir,
    `update sign_in_guard set confirm_before = ${Date.now() + 1_500} where ended_at is null returning confirm_before as until`,
  );
  await product.end('SIGKILL');
  while (Date.now() <= Number(row?.until)) await sleep(100);
  product = await startProcess(dataDir);
  const again = await new WireClient(product).signIn();
  const after = await again.call(getAuthenticate, {});
  expect([after.addressRules, after.session, after.guard]).toEqual([before.addressRules, before.session, null]);
  const rolledBack = await queryDatabase(dataDir, `select account, code from audit_log where operation = 'authenticate.rollBack'`);
  expect(rolledBack).toEqual([{ account: 'system', code: 0 }]);

  const kept = await again.call(updateAuthenticate, { version: after.version, addressRules: deny('10.71.0.0/16') });
  await (await new WireClient(product).signIn()).call(guardConfirm, { guardId: kept.guardId! });
  await product.end('SIGKILL');
  product = await startProcess(dataDir);
  const last = await (await new WireClient(product).signIn()).call(getAuthenticate, {});
  expect([last.addressRules.rules[0]?.networks, last.guard]).toEqual([['10.71.0.0/16'], null]);
});
