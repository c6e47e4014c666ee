import { setTimeout as sleep } from 'node:timers/promises';
import { employeeList } from '../src/modules/people/common/employee.contract.ts';
import { ensureMillion, millionFolder, officerOf } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse, type House } from './lib/house.ts';
import { median } from './lib/measure.ts';

const limits = { readyMillis: 2_000, memory: 200e6 };
const rounds = 5;
const idleMillis = 10_000;

/**
 * The product's process on the data of a million people, as `npm start` begins it once the console is built: until `/readyz` says ok,
 * and what its Node process holds after ten seconds in which nobody asked for anything; also after it has worked.
 */
export async function start(): Promise<Figure[]> {
  ensureMillion();
  // The first start finds the files of the database on the disk; those after it in the memory of the system, as a restart does.
  await (await startHouse(millionFolder)).stop();
  const all: { ready: number; idle: number; worked: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const house = await startHouse(millionFolder);
    try {
      const idle = await idleMemory(house);
      await work(house);
      all.push({ ready: house.readyMillis, idle, worked: await idleMemory(house) });
    } finally {
      await house.stop();
    }
  }
  const middle = (pick: (one: (typeof all)[number]) => number): number => median(all.map(pick));
  const [ready, idle, worked] = [middle((one) => one.ready), middle((one) => one.idle), middle((one) => one.worked)];
  const mega = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  return [
    {
      name: 'start on existing data to ready',
      limit: 'at most 2 s',
      measured: `${(ready / 1000).toFixed(2)} s`,
      holds: ready <= limits.readyMillis,
    },
    {
      name: 'idle memory of the Node process',
      limit: 'at most 200 MB (VmRSS)',
      measured: `${mega(idle)} 10 s after the start; ${mega(worked)} 10 s after 300 lists`,
      holds: idle <= limits.memory && worked <= limits.memory,
    },
  ];
}

async function idleMemory(house: House): Promise<number> {
  await sleep(idleMillis);
  return house.memory();
}

async function work(house: House): Promise<void> {
  const { client } = await officerOf(house.address);
  for (let at = 0; at < 300; at++) await client.call(employeeList, { pageNum: 1 + (at % 50), pageSize: 20, status: ['active'] });
}
