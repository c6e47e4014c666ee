import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bareServices, superPerson } from '#kit/testing/bare-services.ts';
import type { Services } from '#kit/server/services.ts';
import { connectDatabase } from '#platform/database/open-database.ts';
import { mappingRow } from '#modules/user-centre/common/source/source-parts.ts';
import { userCentreModule } from '#modules/user-centre/server/module.ts';
import { startRun } from '#modules/user-centre/server/source/run/start-run.ts';
import { addGeneratedSource } from '#modules/user-centre/server/source/testing/generated-directory.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** Planned first, so that what is loaded once is there. */
const warm = 2_000;
const limit = 300;

function* lines(count: number): Generator<string> {
  yield 'id,account,name,mail,department\n';
  for (let at = 0; at < count; at += 1) yield `p${at},user${at},Person ${at},user${at}@example.com,Unit ${at % 40}/Team ${at % 2_000}\n`;
}

const mapping = Object.entries({ externalId: 'id', account: 'account', name: 'name', email: 'mail', departmentPath: 'department' }).map(
  ([target, name]) => mappingRow.parse({ target, from: { kind: 'attribute', name } }),
);

/** Memory of the process while a file of a million people becomes a plan. */
export async function sourceMemory(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bench-memory-'));
  const house = await startHouse(path.join(folder, 'data'));
  const database = connectDatabase(house.database);
  const bare = await bareServices(database, { people: [superPerson()], kinds: userCentreModule.kinds!, modules: [userCentreModule] });
  try {
    const files = path.join(folder, 'files');
    mkdirSync(files);
    mkdirSync(path.join(bare.services.settings.dataDir, 'tmp'), { recursive: true });
    const services: Services = { ...bare.services, settings: { ...bare.services.settings, sourceFolders: [files] } };
    for (const job of userCentreModule.jobs!) bare.jobs.register(job);
    await userCentreModule.start!(services);
    bare.jobs.work(services);
    for (const count of [warm, rows]) await pipeline(Readable.from(lines(count)), createWriteStream(path.join(files, `${count}.csv`)));
    const planned = async (count: number): Promise<void> => {
      const name = `${count}.csv`;
      const config = JSON.stringify({ from: 'folder', folder: files, pattern: name });
      const sourceId = await addGeneratedSource(database.db, { kind: 'file', config, mapping: JSON.stringify(mapping) });
      const { runId } = await database.db
        .transaction()
        .execute((tx) => startRun(tx, services, { sourceId, mode: 'full', trigger: 'manual' }));
      for (;;) {
        const run = await database.db.selectFrom('source_run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
        if (run.state === 'planned' && run.people_read === count) return;
        if (run.state !== 'reading' && run.state !== 'staged')
          throw new Error(`The run is ${run.state}: ${JSON.stringify(run.failure ?? run.brake)}`);
        await new Promise((done) => setTimeout(done, 200));
      }
    };
    await planned(warm);
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
    const begun = performance.now();
    await planned(rows).finally(() => clearInterval(watch));
    const grown = Math.round((most - before) / 2 ** 20);
    return [
      {
        name: `memory of a plan of ${rows.toLocaleString('en')} rows from a file`,
        limit: `grows by at most ${limit} MB`,
        measured: `${grown} MB (in ${((performance.now() - begun) / 1000).toFixed(0)} s)`,
        holds: grown <= limit,
      },
    ];
  } finally {
    await bare.close();
    await database.close();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
