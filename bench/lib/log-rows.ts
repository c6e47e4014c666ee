import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Client } from './client.ts';
import { startHouse } from './house.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Rows of one statement. */
const atOnce = 500_000;
/** The advisory lock of sealing (src/kit/server/audit/seal.ts): held while rows are made, so that nobody seals millions of them. */
const sealing = 7_361_204_420;
const months = 12;

/** What made-up rows are like: as many of each kind in a small log as in a large one. */
export const logShape = { people: 2_000, addresses: 500, objects: 10_000 };

/** Folder of a product whose operation log has so many rows over twelve months; made once (below `BENCH_LOGS`, where that is named). */
export async function ensureLog(rows: number): Promise<string> {
  const folder = path.join(process.env['BENCH_LOGS'] ?? root, `data-bench-logs-${rows}`);
  if (existsSync(path.join(folder, 'bench-ready'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  console.log(`Filling ${folder} with ${rows} rows of the operation log.`);
  const house = await startHouse(folder);
  const client = new pg.Client(house.database);
  await client.connect();
  try {
    // Somebody signs in: from the first sealed row on the sealer knows a place behind which it goes on.
    await Client.signIn(house.address, 'admin');
    const isSealed = async () => (await client.query(`select from audit_head where stream = 'audit_log'`)).rowCount === 1;
    while (!(await isSealed())) await sleep(100);
    await client.query('select pg_advisory_lock($1)', [sealing]);
    await client.query('set synchronous_commit = off');
    const end = Date.now() - 60_000;
    const begin = end - months * 30 * 86_400_000;
    for (let month = 0; month <= months; month++) await client.query('select make_audit_partition($1)', [begin + month * 30 * 86_400_000]);
    const indexes = await dropIndexes(client);
    const gap = (end - begin) / rows;
    for (let first = 0; first < rows; first += atOnce)
      await client.query(insertRows, [first, Math.min(first + atOnce, rows) - 1, begin, gap]);
    for (const index of indexes) await client.query(index);
    // As if all of it were sealed: the sealer goes on behind it.
    await client.query(
      `update audit_head set tx = pg_current_xact_id()::text::bigint, row_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where stream = 'audit_log'`,
    );
    await client.query('select pg_advisory_unlock($1)', [sealing]);
    await client.query('vacuum analyze audit_log');
  } finally {
    await client.end();
    await house.stop();
  }
  writeFileSync(path.join(folder, 'bench-ready'), '');
  return folder;
}

/** Indexes are built at the end, which takes a tenth of the time; answers their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

const words = `array['employee.update', 'employee.add', 'department.update', 'role.sys.update', 'preference.save', 'login.local', 'session.confirm', 'employee.delete']`;

/** Rows $1 to $2 of a log that begins at $3 with a row every $4 milliseconds. */
export const insertRows = `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_kind, object_id,
    object_name, object_count, batch_id, detail, code, duration_ms, form, session_id, actor_kind, actor_paths, object_path, dangerous)
  select (lpad(to_hex(at), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid, at,
    '00000000-0000-7000-8000-' || lpad(to_hex(i % ${logShape.people}), 12, '0'), 'account' || i % ${logShape.people}, 'Name ' || i % ${logShape.people},
    '10.0.' || (i % ${logShape.addresses}) / 250 || '.' || i % 250, 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'request-' || i, (${words})[1 + i % 8], 'muc/employee/update', (array['user-centre', 'system', 'kit', 'logs'])[1 + i % 4],
    case when i % 8 = 3 then 'sysRole' else 'employee' end, 'object-' || i % ${logShape.objects}, 'Object ' || substr(hash, 1, 6), 1,
    case when i % 3 = 0 then gen_random_uuid() end, null, case when i % 50 = 7 then 10409 else 0 end, 12, 2, 'session-' || i / 40, 'administrator',
    array['root.a' || i % 40]::ltree[], ('root.a' || i % 40)::ltree, i % 100 = 9
  from (select i, ($3::bigint + (i * $4::float8)::bigint) as at, md5(i::text) as hash from generate_series($1::bigint, $2::bigint) as i) as made`;
