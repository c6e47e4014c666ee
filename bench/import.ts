import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { migrationSources } from '#app/migrations.ts';
import { modules } from '#app/modules.ts';
import { applyPlan, getPlan } from '#kit/common/change/plan.contract.ts';
import { textsOf } from '#kit/server/texts.ts';
import { employeeImportPreview } from '../src/modules/people/common/employee-bulk.contract.ts';
import { sampleHeader, sampleRows } from '../src/modules/people/server/import/sample-sheet.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectDatabase } from '#platform/database/open-database.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median, timed } from './lib/measure.ts';
import { importByCopy } from './lib/plain-import.ts';

const limit = 3;
const company = { people: 100_000, departments: 2_000 };
const rounds = 3;

/**
 * 100,000 people of a workbook as a plan and its apply (rules, journal, audit, feed, search keys), against parsing the same workbook and
 * putting the rows by COPY into the same tables; both into an empty company, in turns.
 */
export async function imports(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bench-import-'));
  try {
    const file = path.join(folder, 'people.xlsx');
    await pipeline(writeXlsx(sampleRows(company), { sheet: 'People', header: sampleHeader() }), createWriteStream(file));
    const all: { plan: number; apply: number; peer: number; ratio: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await roundOf(path.join(folder, `data-${round}`), file);
      all.push({ ...one, ratio: (one.plan + one.apply) / one.peer });
      console.log(`round ${round + 1}: plan ${seconds(one.plan)}, apply ${seconds(one.apply)}, parse + COPY ${seconds(one.peer)}`);
    }
    const middle = (pick: (one: (typeof all)[number]) => number): number => median(all.map(pick));
    const ratio = middle((one) => one.ratio);
    const measured = `${ratio.toFixed(2)} x (plan ${seconds(middle((one) => one.plan))}, apply ${seconds(middle((one) => one.apply))}, parse + COPY ${seconds(middle((one) => one.peer))})`;
    return [{ name: 'import of 100,000 people', limit: `at most ${limit} x parse + COPY`, measured, holds: ratio <= limit }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`;

async function roundOf(dataDir: string, file: string): Promise<{ plan: number; apply: number; peer: number }> {
  const house = await startHouse(dataDir);
  try {
    const client = await Client.signIn(house.address, 'admin');
    const fileId = await client.upload('people.xlsx', readFileSync(file));
    let planId = '';
    const plan = await timed(async () => {
      const { result } = await client.jobEnd((await client.call(employeeImportPreview, { fileId })).jobId);
      planId = String(typeof result === 'object' && result !== null && 'planId' in result && result['planId']);
    });
    const { counts } = await client.call(getPlan, { id: planId });
    const apply = await timed(async () => client.jobEnd((await client.call(applyPlan, { id: planId, expected: counts })).jobId));
    const { outcome } = await client.call(getPlan, { id: planId });
    if ((outcome.create ?? 0) < company.people) throw new Error(`Only ${outcome.create} were created`);
    return { plan, apply, peer: await peerOf(house.database, file) };
  } finally {
    await house.stop();
  }
}

/** Into a second database of the same server, with the same tables. */
export async function peerOf(config: pg.ClientConfig, file: string, expected = company.people): Promise<number> {
  const keeper = new pg.Client({ ...config, database: 'postgres' });
  await keeper.connect();
  await keeper.query('create database peer');
  await keeper.end();
  const peer = connectDatabase({ ...config, database: 'peer' });
  await migrate(peer.pool, migrationSources);
  await peer.close();
  const client = new pg.Client({ ...config, database: 'peer' });
  await client.connect();
  try {
    const texts = textsOf(Object.fromEntries(modules.map((module) => [module.name, module.catalogs])));
    let people = 0;
    const millis = await timed(async () => (people = await importByCopy(client, file, texts)));
    if (people !== expected) throw new Error(`The peer took ${people} people`);
    return millis;
  } finally {
    await client.end();
  }
}
