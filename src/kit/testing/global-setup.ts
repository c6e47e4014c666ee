import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrationSources } from '#app/migrations.ts';
import { type ServerAddress, startServer } from '#platform/database/embedded/launcher.ts';
import { readPidFile } from '#platform/database/embedded/orphan.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectDatabase } from '#platform/database/open-database.ts';
import { columnTypes } from '#platform/database/types.ts';
import { cpuSeconds } from './cpu-time.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL that all test files of a run share. */
    testServer: ServerAddress;
  }
}

/** Database that holds every module's migrations; test files get clones. */
export const TEMPLATE = 'wheelhouse_template';

/** Nobody needs old rows tidied up in databases that live for seconds, nor plans compiled. */
const settings = ['max_connections=200', 'autovacuum=off', 'jit=off'];

/** Starts one embedded server for the run and migrates the template once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'wheelhouse-test-'));
  const server = await startServer({ dataDir, database: TEMPLATE, durable: false, settings });
  const stop = async () => {
    noteCost(dataDir);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = connectDatabase({ ...server.address, database: 'postgres', types: columnTypes });
    await admin.pool.query(`create database ${TEMPLATE}`);
    await admin.close();
    const template = connectDatabase({ ...server.address, database: TEMPLATE, types: columnTypes });
    await migrate(template.pool, migrationSources).finally(() => template.close());
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('testServer', server.address);
  return stop;
}

/** Notes what the runner itself and the shared server took, beside the notes of the workers. */
function noteCost(dataDir: string): void {
  const notes = process.env['CPU_NOTES'];
  if (!notes) return;
  const { user, system } = process.cpuUsage();
  const server = readPidFile(path.join(dataDir, 'postgres'))?.pid;
  const parts = { 'the runner': (user + system) / 1e6, "the tests' database": server === undefined ? 0 : cpuSeconds(server) };
  for (const [file, seconds] of Object.entries(parts)) appendFileSync(notes, `${JSON.stringify({ file, seconds })}\n`);
}
