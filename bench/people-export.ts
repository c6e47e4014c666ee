import { setInterval } from 'node:timers';
import { employeeExport } from '#modules/user-centre/common/employee-bulk.contract.ts';
import { Client } from './lib/client.ts';
import { ensureMillion, millionFolder } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';

const memoryLimit = 150;
/** What a file that is twice as long may need beyond what its first half did. */
const laterLimit = 40;
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
    const started = performance.now();
    const samples: { at: number; memory: number }[] = [];
    const timer = setInterval(() => samples.push({ at: performance.now() - started, memory: house.memory() }), 20);
    const rows = await run({}).finally(() => clearInterval(timer));
    const seconds = (performance.now() - started) / 1_000;
    const most = Math.max(...samples.map(({ memory }) => memory));
    const early = Math.max(...samples.filter(({ at }) => at <= (seconds * 1_000) / 2).map(({ memory }) => memory));
    const grown = megabytes(most - before);
    const later = megabytes(most - early);
    return [
      {
        name: `export of ${rows.toLocaleString('en')} people as xlsx: memory`,
        limit: `grows by at most ${memoryLimit} MB`,
        measured: `${grown} MB (${megabytes(before)} to ${megabytes(most)}), ${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
        holds: grown <= memoryLimit,
      },
      {
        name: `export of ${rows.toLocaleString('en')} people as xlsx: memory after its first half`,
        limit: `grows by at most ${laterLimit} MB`,
        measured: `${later} MB`,
        holds: later <= laterLimit,
      },
    ];
  } finally {
    await house.stop();
  }
}
