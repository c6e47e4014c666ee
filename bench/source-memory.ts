import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bareServices, superPerson } from '#kit/testing/bare-services.ts';
import { systemCaller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { connectDatabase } from '#platform/database/open-database.ts';
import { employeeDraft, employeeList } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { mappingRow } from '../src/modules/people-sources/common/source-parts.ts';
import { listEmployees } from '../src/modules/people/server/employee/employee.query.ts';
import { addEmployee } from '../src/modules/people/server/employee/employee.service.ts';
import { peopleModules } from '../src/modules/people-sources/server/testing/people-modules.ts';
import { startRun } from '../src/modules/people-sources/server/run/start-run.ts';
import { addGeneratedSource } from '../src/modules/people-sources/server/testing/generated-directory.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { timed } from './lib/measure.ts';

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** Planned first, so that what is loaded once is there. */
const warm = 2_000;
const limit = 300;
/** Milliseconds in which the first page of people stands, 19 of 20 times; three times that on the database that comes along. */
const listBar = 300 * 3;
/** So often it is asked for meanwhile (milliseconds). */
const listPace = 500;

function* lines(count: number): Generator<string> {
  yield 'id,account,name,mail,department\n';
  for (let at = 0; at < count; at += 1) yield `p${at},user${at},Person ${at},user${at}@example.com,Unit ${at % 40}/Team ${at % 2_000}\n`;
}

const mapping = Object.entries({ externalId: 'id', account: 'account', name: 'name', email: 'mail', departmentPath: 'department' }).map(
  ([target, name]) => mappingRow.parse({ target, from: { kind: 'attribute', name } }),
);

/** Some people who are there already, so that a page is full. */
async function somebody(db: Db): Promise<void> {
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  for (let at = 0; at < 200; at += 1) {
    const draft = employeeDraft.parse({ account: `here${at}`, name: `Here ${at}`, assignments });
    await db.transaction().execute((tx) => addEmployee(tx, systemCaller('bench', 'en_US'), draft));
  }
}

/** Asks for the first page of people again and again, as a page of the console does, until it is stopped. */
function askForLists(db: Db): { stop(): Promise<{ p95: number; median: number; longest: number; count: number }> } {
  const caller = systemCaller('bench', 'en_US');
  const input = employeeList.input.parse({ pageSize: 20 });
  const waits: number[] = [];
  let goes = true;
  const asking = (async () => {
    while (goes) {
      waits.push(await timed(() => listEmployees(db, caller, input)));
      await new Promise((done) => setTimeout(done, listPace));
    }
  })();
  const at = (share: number): number => waits.toSorted((one, other) => one - other)[Math.floor((waits.length - 1) * share)] ?? 0;
  return {
    stop: async () => {
      goes = false;
      await asking;
      return { p95: at(0.95), median: at(0.5), longest: at(1), count: waits.length };
    },
  };
}

/** Memory of the process while a file of a million people becomes a plan, and how long the list of people takes meanwhile. */
export async function sourceMemory(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bench-memory-'));
  const house = await startHouse(path.join(folder, 'data'));
  const database = connectDatabase(house.database);
  const bare = await bareServices(database, {
    people: [superPerson()],
    kinds: peopleModules.flatMap(({ kinds = [] }) => kinds),
    modules: peopleModules,
  });
  try {
    const files = path.join(folder, 'files');
    mkdirSync(files);
    mkdirSync(path.join(bare.services.settings.dataDir, 'tmp'), { recursive: true });
    const services: Services = { ...bare.services, settings: { ...bare.services.settings, sourceFolders: [files] } };
    for (const job of peopleModules.flatMap(({ jobs = [] }) => jobs)) bare.jobs.register(job);
    for (const module of peopleModules) await module.start?.(services);
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
    await somebody(database.db);
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
    const begun = performance.now();
    const asked = askForLists(database.db);
    await planned(rows).finally(() => clearInterval(watch));
    const waits = await asked.stop();
    const grown = Math.round((most - before) / 2 ** 20);
    return [
      {
        name: `memory of a plan of ${rows.toLocaleString('en')} rows from a file`,
        limit: `grows by at most ${limit} MB`,
        measured: `${grown} MB (in ${((performance.now() - begun) / 1000).toFixed(0)} s)`,
        holds: grown <= limit,
      },
      {
        name: 'first page of people meanwhile, asked in the same process',
        limit: `at most ${listBar} ms, 19 of 20 times`,
        measured: `${waits.p95.toFixed(0)} ms (median ${waits.median.toFixed(0)} ms, the longest ${waits.longest.toFixed(0)} ms, ${waits.count} times)`,
        holds: waits.p95 <= listBar,
      },
    ];
  } finally {
    await bare.close();
    await database.close();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
