import { existsSync } from 'node:fs';
import path from 'node:path';
import { readHolder } from '#platform/database/embedded/folder-lock.ts';
import { connectDatabase, openDatabase, type Database } from '#platform/database/open-database.ts';
import { columnTypes } from '#platform/database/types.ts';
import type { Settings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';

/** Opens the database that is there, beside the product when it runs; StartError where there is none. */
export async function openExisting(settings: Settings, purpose: string): Promise<Database> {
  const holder = settings.databaseUrl === undefined ? readHolder(settings.dataDir) : undefined;
  if (holder?.server) return connectDatabase({ ...holder.server, application_name: `wheelhouse ${purpose}`, types: columnTypes });
  if (settings.databaseUrl === undefined && !existsSync(path.join(settings.dataDir, 'postgres')))
    throw new StartError(`The data folder ${settings.dataDir} holds no database: start the product once with npm start.`);
  return openDatabase({ dataDir: settings.dataDir, ...(settings.databaseUrl && { databaseUrl: settings.databaseUrl }) });
}
