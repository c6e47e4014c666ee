import { createReadStream } from 'node:fs';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartError } from '#platform/start-error.ts';
import { type CarriedTable, listPartitions, listSequences, listTables } from './catalog.ts';
import { listFiles } from './folder.ts';
import { dataRecord, type EndEntry, entryRecord } from './records.ts';

/** Where a backup's contents come from. */
export interface DumpSource {
  client: pg.Client;
  /** Undefined when the files are not in a folder. */
  fileFolder: string | undefined;
  keys: string[];
  now: number;
}

/** Writes all records of a backup: the database as of one moment, then the files; calls back with what was written. */
export async function* dump(source: DumpSource, onEnd: (end: EndEntry) => void): AsyncGenerator<Buffer> {
  const { client } = source;
  const end: EndEntry = { entry: 'end', rows: {}, files: 0, bytes: 0 };
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query('set local statement_timeout = 0');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  // Values must read the same under any setting of the two servers.
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601'; set local extra_float_digits = 3",
  );
  yield entryRecord({
    entry: 'start',
    createdAt: source.now,
    migrations: await migrations(client),
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
    keys: source.keys,
  });
  for (const table of await listTables(client)) {
    yield entryRecord({ entry: 'table', ...table });
    end.rows[table.name] = yield* rowsOf(client, table);
  }
  await client.query('commit');
  // After the rows: a file that a row names was there before it. One that is deleted meanwhile belongs to a row deleted meanwhile.
  if (source.fileFolder !== undefined) yield* files(source.fileFolder, end);
  yield entryRecord(end);
  onEnd(end);
}

async function migrations(client: pg.Client): Promise<{ module: string; name: string; sha256: string }[]> {
  const { rows: found } = await client.query<{ there: boolean }>("select to_regclass('schema_migration') is not null as there");
  if (!found[0]?.there) throw new StartError('The database holds no data of this product: there is nothing to back up.');
  const { rows } = await client.query<{ module: string; name: string; sha256: string }>(
    'select module, name, sha256 from schema_migration order by applied_at, module, name',
  );
  return rows;
}

async function* rowsOf(client: pg.Client, table: CarriedTable): AsyncGenerator<Buffer, number> {
  const stream = client.query(copyTo(`copy (select ${table.columns.join(', ')} from ${table.name}) to stdout`));
  for await (const chunk of stream) yield dataRecord(chunk);
  return stream.rowCount;
}

async function* files(folder: string, end: EndEntry): AsyncGenerator<Buffer> {
  for (const path of await listFiles(folder)) {
    const records = fileRecords(folder, path, end);
    try {
      yield* records;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

async function* fileRecords(folder: string, path: string, end: EndEntry): AsyncGenerator<Buffer> {
  let opened = false;
  const begin = () => {
    opened = true;
    end.files += 1;
    return entryRecord({ entry: 'file', path });
  };
  for await (const chunk of createReadStream(`${folder}/${path}`, { highWaterMark: 256 * 1024 })) {
    if (!opened) yield begin();
    end.bytes += chunk.length;
    yield dataRecord(chunk);
  }
  if (!opened) yield begin();
}
