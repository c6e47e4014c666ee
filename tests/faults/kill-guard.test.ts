import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guardConfirm } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { getAuthenticate, updateAuthenticate } from '../../src/modules/sign-in/common/authenticate.contract.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { serverAdd, serverTest } from '../../src/modules/servers/common/server.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { makeCertificates } from '../peers/certificates.ts';
import { endAll, queryDatabase, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end here, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

let dataDir = '';
let product: ProductProcess;

let peer: Server;
let ca = '';
let env = {};

beforeAll(async () => {
  dataDir = testFolder();
  const files = makeCertificates(testFolder(), { for: 'IP:127.0.0.1', days: 29 });
  const pems = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  peer = createServer(pems, (_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(peer, 'listening');
  ca = files.ca;
  env = { ALLOWED_NETWORKS: `127.0.0.1:${portOf(peer)}` };
  product = await startProcess(dataDir, env);
});
afterAll(() => endAll(() => peer.close()));

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

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
  product = await startProcess(dataDir, env);
  const again = await new WireClient(product).signIn();
  const after = await again.call(getAuthenticate, {});
  expect([after.addressRules, after.session, after.guard]).toEqual([before.addressRules, before.session, null]);
  const rolledBack = await queryDatabase(dataDir, `select account, code from audit_log where operation = 'authenticate.rollBack'`);
  expect(rolledBack).toEqual([{ account: 'system', code: 0 }]);

  const kept = await again.call(updateAuthenticate, { version: after.version, addressRules: deny('10.71.0.0/16') });
  await (await new WireClient(product).signIn()).call(guardConfirm, { guardId: kept.guardId! });
  await product.end('SIGKILL');
  product = await startProcess(dataDir, env);
  const last = await (await new WireClient(product).signIn()).call(getAuthenticate, {});
  expect([last.addressRules.rules[0]?.networks, last.guard]).toEqual([['10.71.0.0/16'], null]);
});

test('a certificate with 29 days left is told once to each who wants to know, and to nobody again after a restart', async () => {
  const admin = await new WireClient(product).signIn();
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id: other } = await admin.call(employeeAdd, { account: 'duty', name: 'Duty', assignments });
  for (const employeeId of [(await admin.call(getUser, {})).empInfoDto.uid, other])
    await admin.call(noticePersonAdd, { employeeId, channels: ['console'] });
  const addresses = [{ scheme: 'https' as const, host: '127.0.0.1', port: portOf(peer) }];
  const { id } = await admin.call(serverAdd, { name: 'Near', code: 'near', kind: 'file', addresses, ca });
  const told = () =>
    queryDatabase<{ n: number }>(
      dataDir,
      `select count(*)::int as n from warning_notice join warning on warning.id = warning_id
        where warning.kind = 'certificate.ending' and object_id = '${id}' group by person_id order by 1`,
    );
  /** Finds it again, and waits until a round has counted that. */
  const found = async (client: WireClient): Promise<void> => {
    const count = async () =>
      (await queryDatabase<{ n: number }>(dataDir, `select sum(count)::int as n from warning where object_id = '${id}'`))[0]?.n ?? 0;
    const before = await count();
    await client.call(serverTest, { id });
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(before);
  };
  await found(admin);
  const once_ = [{ n: 1 }, { n: 1 }];
  await expect.poll(told, { timeout: 60_000 }).toEqual(once_);
  await product.end('SIGKILL');
  product = await startProcess(dataDir, env);
  const again = await new WireClient(product).signIn();
  // Two rounds: what the first would tell is written down by the second.
  for (let round = 0; round < 2; round += 1) await found(again);
  expect(await told()).toEqual(once_);
});
