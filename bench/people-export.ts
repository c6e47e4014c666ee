import { setInterval } from 'node:timers';
import { employeeExport } from '../src/modules/people/common/employee-bulk.contract.ts';
import { Client } from './lib/client.ts';
import { ensureMillion, millionFolder } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';

const memoryLimit = 150;
/** What the last of several exports in a row may need beyond the first: else memory follows the number of rows. */
const laterLimit = 40;
const rowsInAll = 1_000_000;
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
    const peaks: number[] = [];
    const timer = setInterval(() => (peaks[peaks.length - 1] = Math.max(peaks.at(-1) ?? 0, house.memory())), 20);
    const started = performance.now();
    let rows = 0;
    do {
      peaks.push(0);
      rows += await run({});
    } while (rows < rowsInAll || peaks.length < 2);
    clearInterval(timer);
    const seconds = (performance.now() - started) / 1_000;
    const most = Math.max(...peaks);
    const grown = megabytes(most - before);
    const later = megabytes(peaks.at(-1)! - peaks[0]!);
    const name = `export of ${Math.round(rows / peaks.length).toLocaleString('en')} people as xlsx`;
    return [
      {
        name: `${name}: memory`,
        limit: `grows by at most ${memoryLimit} MB`,
        measured: `${grown} MB (${megabytes(before)} to ${megabytes(most)}), ${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
        holds: grown <= memoryLimit,
      },
      {
        name: `${name}: the last of ${peaks.length} beyond the first`,
        limit: `grows by at most ${laterLimit} MB`,
        measured: `${later} MB`,
        holds: later <= laterLimit,
      },
    ];
  } finally {
    await house.stop();
  }
}
