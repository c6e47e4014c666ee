import { createReadStream } from 'node:fs';
import { access, chmod, constants, mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { applyMigrations, type Migration, type MigrationSource, readMigrations, UNFINISHED } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open-database.ts';
import { parseKeys, readKeyFile } from '#platform/secrets/key-file.ts';
import { StartError } from '#platform/start-error.ts';
import type { BackupSettings } from './backup.ts';
import { FolderFiller } from './folder.ts';
import { Loader } from './load.ts';
import { type EndEntry, type Entry, readRecords, type StartEntry } from './records.ts';
import { unseal } from './sealed-stream.ts';

/** Options of restore. */
export interface RestoreOptions {
  settings: BackupSettings;
  sources: MigrationSource[];
  file: string;
  passphrase: string;
  /** What else is to be noted of it in the transaction that fills the database, before it ends. */
  note?: (client: PoolClient) => Promise<void>;
}

type Part = { entry: Entry; data: AsyncIterable<Buffer> };

/** Fills an empty database, file folder and key file from an archive, after having checked all of it; answers what it held. */
export async function restore(options: RestoreOptions): Promise<EndEntry> {
  const { start, end } = await check(options);
  const migrations = chooseMigrations(start, options.sources);
  const files = await fileFiller(options.settings, end);
  const keys = await chooseKeys(options.settings, start.keys);
  const database = await openDatabase({ ...options.settings, poolSize: 2 });
  try {
    await prepare(database, migrations);
    // Keys before rows: a key too many does no harm, rows without their key would be lost.
    if (keys) await writeKeys(options.settings.keyFile, keys);
    await fill(options, database, files);
    return end;
  } finally {
    await files?.abandon();
    await database.close();
  }
}

/** Reads the archive to its end, so that a damaged one is refused before anything is written. */
async function check(options: RestoreOptions): Promise<{ start: StartEntry; end: EndEntry }> {
  let start: StartEntry | undefined;
  let end: EndEntry | undefined;
  await access(options.file, constants.R_OK).catch(() => {
    throw new StartError(`The file ${options.file} can't be read.`);
  });
  await eachPart(options, async ({ entry, data }) => {
    if (entry.entry === 'start') start = entry;
    if (entry.entry === 'end') end = entry;
    for await (const _chunk of data);
  });
  if (!start || !end) throw new StartError('The archive is not complete: nothing of it was used.');
  return { start, end };
}

async function eachPart(options: RestoreOptions, handle: (part: Part) => Promise<void>): Promise<void> {
  const opened = Readable.from(unseal(createReadStream(options.file), options.passphrase), { objectMode: false });
  await pipeline(opened, createGunzip(), async (plain: AsyncIterable<Uint8Array>) => {
    const records = readRecords(plain);
    let next = await records.next();
    while (!next.done) {
      const entry = next.value;
      if (Buffer.isBuffer(entry)) throw new StartError('The archive is not complete: nothing of it was used.');
      const data = async function* () {
        for (next = await records.next(); !next.done && Buffer.isBuffer(next.value); next = await records.next()) yield next.value;
      };
      const contents = data();
      await handle({ entry, data: contents });
      // Contents that nobody wanted are passed over.
      for await (const _chunk of contents);
    }
  });
}

/** The migrations that the archive's database had: the rest follow at the next start, as an upgrade. */
function chooseMigrations(start: StartEntry, sources: MigrationSource[]): Migration[] {
  const present = new Map(readMigrations(sources).map((migration) => [`${migration.module}/${migration.name}`, migration]));
  const wanted = new Set(start.migrations.map((one) => `${one.module}/${one.name}`));
  for (const { module, name, sha256 } of start.migrations) {
    const found = present.get(`${module}/${name}`);
    if (found?.sha256 !== sha256) {
      throw new StartError(
        `The archive's database has the migration ${module}/${name}, which this version lacks or has otherwise: restore with the version that made the backup, or a newer one.`,
      );
    }
  }
  return [...present].filter(([id]) => wanted.has(id)).map(([, migration]) => migration);
}

async function fileFiller(settings: BackupSettings, end: EndEntry): Promise<FolderFiller | undefined> {
  if (settings.fileStore.startsWith('s3://')) {
    if (end.files === 0) return undefined;
    throw new StartError(
      `The archive holds ${end.files} files: restore with FILE_STORE set to a folder, and copy them to the bucket from there.`,
    );
  }
  const filler = new FolderFiller(settings.fileStore);
  await filler.check();
  return filler;
}

/** The keys to write to the key file, the archive's first; undefined when there is nothing to write. */
async function chooseKeys(settings: BackupSettings, carried: string[]): Promise<string[] | undefined> {
  const hex = (keys: Buffer[] | undefined) => (keys ?? []).map((key) => key.toString('hex'));
  if (settings.masterKey !== undefined) {
    const set = hex(parseKeys(settings.masterKey));
    if (carried.every((key) => set.includes(key))) return undefined;
    throw new StartError(
      'MASTER_KEY is set and lacks the key of the archive: unset it, so that the key comes from the archive into the key file, or add the key.',
    );
  }
  // An earlier key of this place is kept: it may be needed for something else, and only the first one seals.
  return carried.length === 0 ? undefined : [...new Set([...carried, ...hex(await readKeyFile(settings.keyFile))])];
}

async function writeKeys(file: string, keys: string[]): Promise<void> {
  const draft = `${file}.restoring`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${keys.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** Only an empty database, or one that an earlier restore left unfinished, is filled. */
async function prepare(database: Database, migrations: Migration[]): Promise<void> {
  const { rows } = await database.pool.query<{ tables: number; unfinished: boolean }>(
    `select count(*) as tables, to_regclass($1) is not null as unfinished from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
    [UNFINISHED],
  );
  const { tables = 0, unfinished = false } = rows[0] ?? {};
  if (tables > 0 && !unfinished)
    throw new StartError(
      'The database to restore into is not empty: name another DATA_DIR or DATABASE_URL, or put the old one away first.',
    );
  await database.pool.query(`create table if not exists ${UNFINISHED} ()`);
  await applyMigrations(database.pool, migrations);
}

async function fill(options: RestoreOptions, database: Database, files: FolderFiller | undefined): Promise<void> {
  const client = await database.pool.connect();
  try {
    const loader = new Loader(client);
    await files?.begin();
    let start: StartEntry | undefined;
    const rows: Record<string, number> = {};
    await eachPart(options, async ({ entry, data }) => {
      if (entry.entry === 'start') await loader.begin((start = entry));
      if (entry.entry === 'table') rows[entry.name] = await loader.table(entry.name, entry.columns, data);
      if (entry.entry === 'file') await files?.write(entry.path, data);
      if (entry.entry === 'end') compare(rows, entry.rows);
    });
    if (start) await loader.settle(start, Date.now());
    await files?.finish();
    await options.note?.(client);
    await loader.commit();
  } finally {
    // Ends the transaction if it is still open.
    client.release(true);
  }
}

function compare(rows: Record<string, number>, expected: Record<string, number>): void {
  for (const [table, count] of Object.entries(expected)) {
    if (rows[table] !== count) throw new StartError(`The table ${table} got ${rows[table] ?? 0} rows of ${count}: the restore was undone.`);
  }
}
