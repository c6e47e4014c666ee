import { openExisting } from '#app/open-existing.ts';
import type { Database } from '#platform/database/open-database.ts';
import { readSettings, type Settings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';

/**
 * What a command of the machine does with the database that is there, in the settings of the environment. What stands against the start
 * is said in its sentence, and the process ends with 1.
 */
export async function onExisting(purpose: string, work: (database: Database, settings: Settings) => Promise<void>): Promise<void> {
  try {
    const settings = readSettings(process.env, process.cwd());
    const database = await openExisting(settings, purpose);
    await work(database, settings).finally(() => database.close());
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
