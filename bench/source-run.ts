import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrationSources } from '#app/migrations.ts';
import { bareServices, superPerson } from '#kit/testing/bare-services.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectDatabase, openDatabase, type Database } from '#platform/database/open-database.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { callOf } from '#kit/server/handle.ts';
import type { Services } from '#kit/server/services.ts';
import { ldapSourceConfig } from '../src/modules/people-sources/common/config/ldap.ts';
import { mappingRow, type MappingRow } from '../src/modules/people-sources/common/source-parts.ts';
import { peopleModules } from '../src/modules/people-sources/server/testing/people-modules.ts';
import { connectorOf } from '../src/modules/people-sources/server/connector/connectors.ts';
import { openSource, sealSecrets } from '../src/modules/people-sources/server/connector/open-source.ts';
import { startRun } from '../src/modules/people-sources/server/run/start-run.ts';
import { applyRun } from '../src/modules/people-sources/server/run/decide-run.ts';
import { addGeneratedSource } from '../src/modules/people-sources/server/testing/generated-directory.ts';
import { peopleDn, searchDn, searchPassword, type Slapd } from '../tests/peers/slapd.ts';
import type { Figure } from './lib/figure.ts';
import { copyLdif, ldapsearch, personAttributes, startLdapCompany } from './lib/ldap-company.ts';
import { median, timed } from './lib/measure.ts';

const company = { people: Number(process.env['BENCH_PEOPLE'] ?? 100_000), departments: 2_000 };
const limits = { first: 3, unchanged: 1.3 };
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Runs in which nothing changed and searches, in turns. */
const turns = 5;

interface Round {
  plan: number;
  apply: number;
  /** ldapsearch into a file, and what it wrote by COPY. */
  peer: number;
  unchanged: number;
  /** ldapsearch alone. */
  search: number;
  /** The reading of the connector alone, for the record. */
  reading: number;
}

/**
 * 100,000 people of a real OpenLDAP: the first run (plan and apply, with rules, ties, journal, audit and feed) against ldapsearch and COPY
 * of what it wrote into the same tables; and a run in which nothing changed against ldapsearch alone.
 */
export async function sourceRuns(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bench-source-'));
  const slapd = await startLdapCompany(company);
  try {
    const all: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await roundOf(path.join(folder, `data-${round}`), slapd);
      all.push(one);
      console.log(
        `round ${round + 1}: ${Object.entries(one)
          .map(([name, millis]) => `${name} ${seconds(millis)}`)
          .join(', ')}`,
      );
    }
    return figuresOf(all);
  } finally {
    await slapd.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresOf(all: readonly Round[]): Figure[] {
  const middle = (pick: (one: Round) => number): number => median(all.map(pick));
  const first = middle((one) => (one.plan + one.apply) / one.peer);
  const unchanged = middle((one) => one.unchanged / one.search);
  return [
    {
      name: 'first run of a directory with 100,000 people',
      limit: `at most ${limits.first} x ldapsearch + COPY`,
      measured: `${first.toFixed(2)} x (plan ${seconds(middle((one) => one.plan))}, apply ${seconds(middle((one) => one.apply))}, ldapsearch + COPY ${seconds(middle((one) => one.peer))})`,
      holds: first <= limits.first,
    },
    {
      name: 'unchanged run of a directory with 100,000 people',
      limit: `at most ${limits.unchanged} x ldapsearch`,
      measured: `${unchanged.toFixed(2)} x (whole ${seconds(middle((one) => one.unchanged))}, its reading alone ${seconds(middle((one) => one.reading))}, ldapsearch ${seconds(middle((one) => one.search))})`,
      holds: unchanged <= limits.unchanged,
    },
  ];
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`;

const row = (of: MappingRow['of'], target: MappingRow['target'], name: string, more: Partial<MappingRow> = {}): MappingRow =>
  mappingRow.parse({ of, target, from: { kind: 'attribute', name }, ...more });

const mapping = [
  row('department', 'externalId', '$id'),
  row('department', 'parent', '$parent'),
  row('department', 'name', 'ou'),
  row('employee', 'externalId', '$id'),
  row('employee', 'account', 'uid'),
  row('employee', 'name', 'cn'),
  row('employee', 'email', 'mail', { transforms: [{ do: 'lower' }] }),
  row('employee', 'employeeNo', 'employeeNumber'),
  row('employee', 'mobile', 'mobile', { own: 'ifEmpty' }),
  row('employee', 'title', 'title', { whenMissing: 'clear' }),
  row('employee', 'departments', '$departments'),
  row('employee', 'manager', '$manager'),
];

async function roundOf(dataDir: string, slapd: Slapd): Promise<Round> {
  // The database as the product starts it, without the product: a second one would take jobs of this one and do its background work twice.
  const database = await openDatabase({ dataDir });
  const parts: Partial<Record<string, number[]>> = {};
  try {
    await migrate(database.pool, migrationSources);
    await roundParts(database, dataDir, slapd, async (name, run) => void (parts[name] ??= []).push(await timed(run)));
  } finally {
    await database.close();
  }
  const middle = (name: keyof Round): number => median(parts[name]!);
  return {
    plan: middle('plan'),
    apply: middle('apply'),
    peer: middle('peer'),
    unchanged: middle('unchanged'),
    search: middle('search'),
    reading: middle('reading'),
  };
}

/** Does every part of a round by `part`, which measures it. */
async function roundParts(
  database: Database,
  dataDir: string,
  slapd: Slapd,
  part: (name: keyof Round, run: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const bare = await bareServices(database, {
    people: [superPerson()],
    kinds: peopleModules.flatMap(({ kinds = [] }) => kinds),
    modules: peopleModules,
    allowedNetworks: slapd.allowed,
  });
  try {
    const services = bare.services;
    for (const job of peopleModules.flatMap(({ jobs = [] }) => jobs)) bare.jobs.register(job);
    for (const module of peopleModules) await module.start?.(services);
    bare.jobs.work(services);
    const sourceId = await addSource(services, slapd);
    const sync = async (): Promise<string> => {
      const { runId } = await database.db
        .transaction()
        .execute((tx) => startRun(tx, services, { sourceId, mode: 'full', trigger: 'manual' }));
      await over(database, runId, ['reading', 'staged']);
      return runId;
    };
    let runId = '';
    await part('plan', async () => (runId = await sync()));
    await part('apply', () => applied(services, runId));
    const { outcome } = await runOf(database, runId);
    if (outcome['add'] !== company.people + company.departments) throw new Error(`Applied: ${JSON.stringify(outcome)}`);
    await peerOf(database.config, slapd, path.join(dataDir, 'people.ldif'), (run) => part('peer', run));
    for (let turn = 0; turn < turns; turn++) {
      await part('search', () => ldapsearch(slapd));
      await part('unchanged', async () => (runId = await sync()));
      const { counts } = await runOf(database, runId);
      if (counts['unchanged'] !== company.people + company.departments) throw new Error(`Unchanged: ${JSON.stringify(counts)}`);
      await part('reading', () => readOnly(services, sourceId));
    }
  } finally {
    await bare.close();
  }
}

async function addSource(services: Services, { port }: Slapd): Promise<string> {
  const config = ldapSourceConfig.parse({
    servers: [{ host: '127.0.0.1', port }],
    security: 'plain',
    bindDn: searchDn,
    userBases: [peopleDn],
    pageSize: 1000,
  });
  const id = await addGeneratedSource(services.database.db, { config: JSON.stringify(config), mapping: JSON.stringify(mapping) });
  const secret = sealSecrets(services.secrets, id, { password: searchPassword });
  await services.database.db.updateTable('source').set({ secret }).where('id', '=', id).execute();
  return id;
}

async function applied(services: Services, runId: string): Promise<void> {
  const { counts } = await runOf(services.database, runId);
  const call = callOf(services, systemCaller('source.apply'), {} as Parameters<typeof callOf>[2], async () => {});
  // A first run only adds; what did not change does nothing.
  const total = Object.entries(counts).reduce((sum, [action, count]) => sum + (action === 'unchanged' ? 0 : count), 0);
  await call.write((tx) => applyRun(call, tx, { runId, expected: { loseSignIn: 0, total } }, false));
  await over(services.database, runId, ['applying']);
}

/** The connector without the run. */
async function readOnly(services: Services, id: string): Promise<void> {
  const stored = await services.database.db.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { house, source } = await openSource(services, stored);
  const connector = await connectorOf('ldap');
  const attributes = {
    employee: personAttributes.map((name) => (name === 'entryUUID' ? '$id' : name === 'manager' ? '$manager' : name)),
    department: ['ou'],
  };
  let people = 0;
  const wish = { mode: 'full' as const, cursor: null, attributes, signal: new AbortController().signal };
  for await (const event of connector.read(house, source, wish)) if ('records' in event) people += event.records.length;
  if (people !== company.people + company.departments) throw new Error(`${people} records were read`);
}

async function runOf(database: Database, id: string) {
  return database.db.selectFrom('source_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Waits until a run is in none of these states any more; asks after each hundredth of what it took so far, so that asking costs nothing that counts. */
async function over(database: Database, id: string, states: readonly string[]): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const run = await database.db.selectFrom('source_run').select(['state', 'failure']).where('id', '=', id).executeTakeFirstOrThrow();
    if (run.state === 'failed') throw new Error(`The run failed: ${JSON.stringify(run.failure)}`);
    if (!states.includes(run.state)) return;
    await new Promise((done) => setTimeout(done, Math.max(5, (performance.now() - begun) / 100)));
  }
}

/** The same people by ldapsearch and COPY, into a second database of the same server with the same tables; the copying by `measured`. */
async function peerOf(
  config: pg.ClientConfig,
  slapd: Slapd,
  file: string,
  measured: (run: () => Promise<void>) => Promise<void>,
): Promise<void> {
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
    let people = 0;
    await measured(async () => {
      await ldapsearch(slapd, file);
      people = await copyLdif(client, file);
    });
    if (people !== company.people) throw new Error(`The peer took ${people} people`);
  } finally {
    await client.end();
  }
}
