import { existsSync } from 'node:fs';
import path from 'node:path';
import { streams } from '#kit/server/audit/streams.ts';
import { verifyStream } from '#kit/server/audit/verify.ts';
import { readHolder } from '#platform/database/embedded/folder-lock.ts';
import { connectDatabase, openDatabase, type Database } from '#platform/database/open-database.ts';
import { columnTypes } from '#platform/database/types.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { readSettings, type Settings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';

// npm run audit:verify: walks the chains of the audit and of the journal, also while the product runs. Ends with 1 when one is damaged.
async function open(settings: Settings): Promise<Database> {
  const holder = settings.databaseUrl === undefined ? readHolder(settings.dataDir) : undefined;
  if (holder?.server) return connectDatabase({ ...holder.server, application_name: 'wheelhouse audit', types: columnTypes });
  if (settings.databaseUrl === undefined && !existsSync(path.join(settings.dataDir, 'postgres')))
    throw new StartError(`The data folder ${settings.dataDir} holds no database: there is nothing to verify.`);
  return openDatabase({ dataDir: settings.dataDir, ...(settings.databaseUrl && { databaseUrl: settings.databaseUrl }) });
}

try {
  const settings = readSettings(process.env, process.cwd());
  const secrets = await openSecrets({ keyFile: settings.keyFile, ...(settings.masterKey && { masterKey: settings.masterKey }) });
  const database = await open(settings);
  try {
    for (const stream of streams) {
      const { checked, unsealed, damage } = await verifyStream(database.db, secrets, stream);
      if (!damage) {
        console.log(`${stream}: ${checked} rows verified, ${unsealed} of the last moments not sealed yet.`);
        continue;
      }
      const when = damage.at === null ? '' : `, written ${new Date(damage.at).toISOString()}`;
      console.error(
        `${stream}: DAMAGED after ${checked} good rows. First damage: ${damage.what}, place ${damage.seq} of the chain, row ${damage.rowId ?? 'unknown'}${when}.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
