import { pino, type Logger } from 'pino';
import { openDatabase, type Database } from '#platform/database/open-database.ts';
import type { Settings } from '#platform/settings.ts';

/** What everything else stands on: the log, and the database on its way. */
export interface Store {
  log: Logger;
  database: Promise<Database>;
}

/** Begins to open the database. It takes its time in processes of its own, in which the rest of the program can be loaded. */
export function openStore(settings: Settings): Store {
  const log = pino({ level: settings.logLevel });
  const database = openDatabase({
    dataDir: settings.dataDir,
    ...(settings.databaseUrl && { databaseUrl: settings.databaseUrl }),
    onFailure: (sentence) => log.error(sentence),
  });
  // Its failure is told where it is awaited.
  database.catch(() => undefined);
  return { log, database };
}
