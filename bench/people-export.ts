import { setInterval } from 'node:timers';
import { employeeExport } from '#modules/user-centre/common/employee-bulk.contract.ts';
import { Client } from './lib/client.ts';
import { ensureMillion, millionFolder } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';

const memoryLimit = 100;
const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** How much the process grows while everybody is written to a workbook, and how fast it goes. */
export async function peopleExports(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  try {
    const client = await Client.signIn(house.address, 'admin');
    const run = async (filter: { text?: string }): Promise<number> => {
      const { jobId } = await client.call(employeeExport, { filter, format: 'xlsx' });
      return ((await client.jobEnd(jobId)).result as { rows: number }).rows;
    };
    // What is loaded when it is used first is no growth.
    await run({ text: 'admin' });
    const before = house.memory();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, house.memory())), 20);
    const started = performance.now();
    const rows = await run({}).finally(() => clearInterval(timer));
    const seconds = (performance.now() - started) / 1_000;
    const grown = megabytes(most - before);
    return [
      {
        name: `export of ${rows.toLocaleString('en')} people as xlsx: memory`,
        limit: `grows by at most ${memoryLimit} MB`,
        measured: `${grown} MB (${megabytes(before)} to ${megabytes(most)}), ${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
        holds: grown <= memoryLimit,
      },
    ];
  } finally {
    await house.stop();
  }
}
