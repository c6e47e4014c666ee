import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { readHolder } from '#platform/database/embedded/folder-lock.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { columnTypes } from '#platform/database/types.ts';
import { parseKeys, readKeyFile } from '#platform/secrets/key-file.ts';
import type { Settings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';
import { copyingFiles } from './copying-lock.ts';
import { dump } from './dump.ts';
import type { EndEntry } from './records.ts';
import { seal } from './sealed-stream.ts';

/** What a backup needs to know of the settings. */
export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'fileStore' | 'masterKey' | 'keyFile'>;

/** Writes an encrypted archive of database, files and keys to a new file, also while the product runs; answers what it holds. */
export async function backUp(settings: BackupSettings, file: string, passphrase: string): Promise<EndEntry> {
  if (existsSync(file)) throw new StartError(`The file ${file} exists already: name a new one.`);
  const keys = await readKeys(settings);
  const source = await connect(settings);
  const draft = `${file}.part`;
  let written: EndEntry | undefined;
  try {
    await source.client.query('select pg_advisory_lock_shared($1)', [copyingFiles]);
    const fileFolder = settings.fileStore.startsWith('s3://') ? undefined : settings.fileStore;
    const records = dump({ client: source.client, fileFolder, keys, now: Date.now() }, (end) => {
      written = end;
    });
    await rm(draft, { force: true });
    const target = await open(draft, 'wx', 0o600);
    await pipeline(
      records,
      createGzip({ level: 1 }),
      (plain: AsyncIterable<Uint8Array>) => seal(plain, passphrase),
      target.createWriteStream({ flush: true }),
    );
    await rename(draft, file);
    await noteBackup(source.client);
  } finally {
    await rm(draft, { force: true });
    await source.close();
  }
  if (!written) throw new StartError('The backup was not finished.');
  return written;
}

/** The product tells people when the last backup grows old. A database that an older version keeps has no place for it. */
async function noteBackup(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from information_schema.columns where table_schema = current_schema() and table_name = 'installation' and column_name = 'backed_up_at'",
  );
  if (rowCount) await client.query('update installation set backed_up_at = $1', [Date.now()]);
}

/** The master keys in hexadecimal; none when the product has never sealed anything. */
async function readKeys(settings: BackupSettings): Promise<string[]> {
  const keys = settings.masterKey === undefined ? await readKeyFile(settings.keyFile) : parseKeys(settings.masterKey);
  return (keys ?? []).map((key) => key.toString('hex'));
}

async function connect(settings: BackupSettings): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const application = { application_name: 'wheelhouse backup', types: columnTypes };
  const running = settings.databaseUrl === undefined ? readHolder(settings.dataDir) : undefined;
  if (running && !running.server)
    throw new StartError(`Process ${running.pid} is just starting in ${settings.dataDir}: try again in a moment.`);
  if (running?.server) return connectClient({ ...application, ...running.server });
  if (settings.databaseUrl !== undefined) return connectClient({ ...application, connectionString: settings.databaseUrl });
  if (!existsSync(`${settings.dataDir}/postgres`))
    throw new StartError(`The data folder ${settings.dataDir} holds no database: there is nothing to back up.`);
  const database = await openDatabase({ dataDir: settings.dataDir });
  const { client, close } = await connectClient(database.config);
  return { client, close: async () => close().finally(() => database.close()) };
}

async function connectClient(config: pg.ClientConfig): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const client = new pg.Client(config);
  // A lost connection is reported by the query that fails; the event alone would end the process.
  client.on('error', () => {});
  await client.connect();
  return { client, close: async () => client.end() };
}
