import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { peopleModule } from '#modules/people/server/module.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import { privateNetwork } from '../common/private-network.contract.ts';
import { serversModule } from './module.ts';
import { openNetworks } from './private-networks.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(peopleModule, serversModule);
});
afterAll(() => served.close());

test('A network that a super administrator allows is open; one of the environment wins over it', async () => {
  const add = (network: string) => served.boss.ask(privateNetwork.add, { network });
  expect(await add('127.0.0.0/8')).toMatchObject({ code: 10400 });
  expect(await add('10.20.0.0/16')).toMatchObject({ code: 0 });
  const door = createOutbound({ allowedNetworks: [], ownListeners: () => [] });
  const locked = createOutbound({ allowedNetworks: ['192.168.7.0/24'], ownListeners: () => [] });
  for (const outbound of [door, locked]) {
    await expect(outbound.resolve('10.20.3.4', 389)).rejects.toMatchObject({ category: 'denied' });
    await openNetworks({ database: served.database, outbound });
  }
  expect(await door.resolve('10.20.3.4', 389)).toMatchObject({ address: '10.20.3.4', isInside: true });
  await expect(door.resolve('10.21.3.4', 389)).rejects.toMatchObject({ category: 'denied' });
  await expect(locked.resolve('10.20.3.4', 389)).rejects.toMatchObject({ category: 'denied' });
  expect(await locked.resolve('192.168.7.9', 389)).toMatchObject({ isInside: true });
  await Promise.all([door.close(), locked.close()]);
});
