import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrationSources } from '#app/migrations.ts';
import { newId } from '#kit/server/ids.ts';
import { bareServices, superPerson } from '#kit/testing/bare-services.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectDatabase, type Database } from '#platform/database/open-database.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { callOf } from '#kit/server/handle.ts';
import { userCentreModule } from '#modules/user-centre/server/module.ts';
import { openSourcesWith } from '#modules/user-centre/server/source/run/open-source.ts';
import { startRun } from '#modules/user-centre/server/source/run/start-run.ts';
import { applyRun } from '#modules/user-centre/server/source/run/decide-run.ts';
import { addGeneratedSource, GeneratedDirectory } from '#modules/user-centre/server/source/testing/generated-directory.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median, timed } from './lib/measure.ts';
import { copyRows, Folders, peopleTarget, personRow } from './lib/plain-import.ts';

const company = { people: 100_000, departments: 2_000 };
const limits = { first: 3, unchanged: 1.3 };
const rounds = 3;

interface Round {
  plan: number;
  apply: number;
  peer: number;
  unchanged: number;
  reading: number;
}

/**
 * 100,000 people of a directory: the first run (plan and apply, with rules, journal, audit and feed) against taking the same records and
 * putting them by COPY into the same tables; and a run in which nothing changed against its own reading.
 */
export async function sourceRuns(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bench-source-'));
  try {
    const all: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await roundOf(path.join(folder, `data-${round}`));
      all.push(one);
      console.log(
        `round ${round + 1}: ${Object.entries(one)
          .map(([name, millis]) => `${name} ${seconds(millis)}`)
          .join(', ')}`,
      );
    }
    const middle = (pick: (one: Round) => number): number => median(all.map(pick));
    const first = middle((one) => (one.plan + one.apply) / one.peer);
    const unchanged = middle((one) => one.unchanged / one.reading);
    return [
      {
        name: 'first run of a source with 100,000 people',
        limit: `at most ${limits.first} x records + COPY`,
        measured: `${first.toFixed(2)} x (plan ${seconds(middle((one) => one.plan))}, apply ${seconds(middle((one) => one.apply))}, COPY ${seconds(middle((one) => one.peer))})`,
        holds: first <= limits.first,
      },
      {
        name: 'unchanged run of a source with 100,000 people',
        limit: `at most ${limits.unchanged} x its reading`,
        measured: `${unchanged.toFixed(2)} x (whole ${seconds(middle((one) => one.unchanged))}, reading ${seconds(middle((one) => one.reading))})`,
        holds: unchanged <= limits.unchanged,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`;

async function roundOf(dataDir: string): Promise<Round> {
  const house = await startHouse(dataDir);
  const database = connectDatabase(house.database);
  const bare = await bareServices(database, { people: [superPerson()], kinds: userCentreModule.kinds!, modules: [userCentreModule] });
  try {
    const services = bare.services;
    for (const job of userCentreModule.jobs!) bare.jobs.register(job);
    await userCentreModule.start!(services);
    bare.jobs.work(services);
    const directory = GeneratedDirectory.of(company);
    openSourcesWith(async () => ({ connector: directory.connector(), source: { code: 'bench', config: {}, secrets: {} } }));
    const sourceId = await addGeneratedSource(database.db);
    const sync = async (): Promise<string> => {
      const { runId } = await database.db
        .transaction()
        .execute((tx) => startRun(tx, services, { sourceId, mode: 'full', trigger: 'manual' }));
      await over(database, runId, ['reading', 'staged']);
      return runId;
    };
    let runId = '';
    const plan = await timed(async () => (runId = await sync()));
    const apply = await timed(async () => {
      const { counts } = await runOf(database, runId);
      const caller = systemCaller('source.apply');
      const call = callOf(services, caller, {} as Parameters<typeof callOf>[2], async () => {});
      // A first run only adds; what did not change does nothing.
      const acting = Object.entries(counts).reduce((sum, [action, count]) => sum + (action === 'unchanged' ? 0 : count), 0);
      await call.write((tx) => applyRun(call, tx, { runId, expected: { loseSignIn: 0, total: acting } }, false));
      await over(database, runId, ['applying']);
    });
    const { outcome } = await runOf(database, runId);
    if (outcome['add'] !== company.people + company.departments) throw new Error(`Applied: ${JSON.stringify(outcome)}`);
    let reading = 0;
    const unchanged = await timed(async () => {
      const begun = performance.now();
      const next = sync();
      for (let state = ''; state !== 'staged' && state !== 'applied'; state = (await lastState(database)) ?? '')
        await new Promise((done) => setTimeout(done, 20));
      reading = performance.now() - begun;
      runId = await next;
    });
    const { counts } = await runOf(database, runId);
    if (counts['unchanged'] !== company.people + company.departments) throw new Error(`Unchanged: ${JSON.stringify(counts)}`);
    return { plan, apply, peer: await peerOf(house.database), unchanged, reading };
  } finally {
    await bare.close();
    await database.close();
    await house.stop();
  }
}

async function runOf(database: Database, id: string) {
  return database.db.selectFrom('source_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function lastState({ db }: Database): Promise<string | undefined> {
  return (await db.selectFrom('source_run').select('state').orderBy('started_at', 'desc').limit(1).executeTakeFirst())?.state;
}

/** Waits until a run is in none of these states any more. */
async function over(database: Database, id: string, states: readonly string[]): Promise<void> {
  for (;;) {
    const run = await runOf(database, id);
    if (run.state === 'failed') throw new Error(`The run failed: ${JSON.stringify(run.failure)}`);
    if (!states.includes(run.state)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** The same records by COPY, into a second database of the same server with the same tables. */
async function peerOf(config: pg.ClientConfig): Promise<number> {
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
    return await timed(async () => copyDirectory(client, GeneratedDirectory.of(company)));
  } finally {
    await client.end();
  }
}

async function copyDirectory(client: pg.Client, directory: GeneratedDirectory): Promise<void> {
  const folders = new Folders();
  const now = Date.now();
  const paths = new Map<string, string[]>();
  const pathOf = (id: string): string[] => {
    const { parent, name } = directory.departments.get(id)!;
    const names = paths.get(id) ?? [...(parent ? pathOf(String(parent)) : []), String(name)];
    paths.set(id, names);
    return names;
  };
  const [people, assignments]: [Parameters<typeof copyRows>[2][number][], Parameters<typeof copyRows>[2][number][]] = [[], []];
  for (const values of directory.people.values()) {
    const id = newId();
    const [department] = values['dept'] as string[];
    const primary = folders.find(pathOf(department!), now);
    const text = (name: string): string => String(values[name]);
    const fields = {
      account: text('uid'),
      name: text('name'),
      email: text('mail'),
      employeeNo: text('number'),
      mobile: text('phone'),
      title: text('title'),
    };
    people.push(personRow(id, { line: 0, fields, department: [], others: [], issues: [] }, { primary, several: false, now }));
    assignments.push([id, primary, true, now]);
  }
  await client.query('begin');
  await copyRows(client, folders.target, folders.rows);
  await copyRows(client, peopleTarget, people);
  await copyRows(client, 'employee_department (employee_id, department_id, is_primary, from_at)', assignments);
  await client.query('commit');
}
