import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealAll } from '#kit/server/audit/seal.ts';
import { verifyStream } from '#kit/server/audit/verify.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { bareServices, type BareServices } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import { openFileStore } from '#platform/files/file-store.ts';
import { logsModule } from '../module.ts';
import { readAll, keyOf } from './archive.read.ts';
import { storeOf } from './archive.store.ts';
import { beginClean } from './clean.record.ts';
import { keptOf, seedConfigs } from './retention.ts';

let database: Database;
let bare: BareServices;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-cleaning-'));
  database = await testDatabase();
  bare = await bareServices(database, { modules: [logsModule] });
  for (const job of logsModule.jobs ?? []) bare.jobs.register(job);
  await seedConfigs(database.db, bare.services);
});
afterEach(async () => {
  await bare.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function history(rows: number, months = 3): Promise<void> {
  for (let month = 0; month < months; month++) {
    const at = Date.UTC(2023, month, 10);
    await sql`select make_log_partition('audit_log', ${at})`.execute(database.db);
    await sql`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms)
      select gen_random_uuid(), ${at}::bigint + n, 'old', '', '', '', '', '', '', '', '', 0, 0, 0 from generate_series(1, ${rows}) as n`.execute(
      database.db,
    );
  }
  let sealed = 0;
  await expect.poll(async () => (sealed += await sealAll(database.db, bare.services.secrets)), { timeout: 30_000 }).toBe(rows * months);
}

async function begin(): Promise<string> {
  const { services } = bare;
  const kept = await keptOf(database.db, services, 'operation');
  return database.db
    .transaction()
    .execute(
      async (tx) =>
        (await beginClean(tx, { services, caller: systemCaller('log.clear') }, { kept, trigger: 'schedule', keepDays: 365 })).id,
    );
}
const stateOf = async (id: string): Promise<string> =>
  (await database.db.selectFrom('cleanup_record').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const left = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from audit_log where uid = 'old'`.execute(database.db)).rows[0]!.n;
const damage = async () => (await verifyStream(database.db, bare.services.secrets, 'audit_log')).damage;

test(
  'A process that is killed again and again loses no row and doubles none: what is gone stands in proved archives',
  { timeout: 180_000 },
  async () => {
    const rows = 12_000;
    await history(rows);
    const id = await begin();
    const { types: _types, ...config } = database.config;
    const files = path.join(folder, 'files');
    const given = JSON.stringify({ config, files });
    const work = () =>
      spawn(process.execPath, [path.join(import.meta.dirname, 'fixtures/worker.ts'), given], { stdio: ['ignore', 'pipe', 'inherit'] });
    for (let turn = 0; turn < 20 && (await stateOf(id)) !== 'done'; turn++) {
      const child = work();
      await once(child.stdout, 'data');
      // Each time a little later, so that every step is met; the last ones find months whose day is over.
      await new Promise((resolve) => setTimeout(resolve, 60 * (turn + 1)));
      child.kill('SIGKILL');
      await once(child, 'exit');
      // A lease lasts some seconds, and only some deaths are counted as attempts.
      await sql`update job set lease_until = 0, attempts = 0 where state = 'running'`.execute(database.db);
      expect(await damage()).toBeNull();
      const parts = await database.db.selectFrom('cleanup_part').selectAll().execute();
      const away = parts.filter(({ state }) => state === 'detached' || state === 'dropping' || state === 'dropped');
      expect(await left()).toBe(rows * 3 - away.length * rows);
      if (turn > 8) await sql`update cleanup_part set drop_at = 1 where state = 'detached'`.execute(database.db);
    }
    const last = work();
    try {
      await expect
        .poll(async () => (await sql`update cleanup_part set drop_at = 1 where state = 'detached'`.execute(database.db), stateOf(id)), {
          timeout: 60_000,
        })
        .toBe('done');
    } finally {
      last.kill('SIGKILL');
      await once(last, 'exit');
    }
    expect([await left(), await damage()]).toEqual([0, null]);
    const store = { ...bare.services, files: await openFileStore(files) };
    const archives = await database.db.selectFrom('log_archive').selectAll().orderBy('from_at').execute();
    expect(archives.map((one) => [one.part, one.state])).toEqual([1, 2, 3].map((month) => [`audit_log_2023_0${month}`, 'verified']));
    for (const archive of archives) {
      const opened = await storeOf(store, archive.target_id);
      expect(await readAll(opened, { files: archive.files, key: keyOf(store, archive) })).toEqual({ rows, sha256: archive.sha256 });
    }
  },
);

async function target(values: { host: string; port: number; secret: string }): Promise<string> {
  const id = '01a00000-0000-7000-8000-0000000000aa';
  const place = { host: values.host, port: values.port, bucket: 'kept', prefix: 'logs', tls: false, key: 'S3RVER' };
  const secret = bare.services.secrets.seal(values.secret, { table: 'archive_target', column: 'secret', row: id });
  await database.db
    .insertInto('archive_target')
    .values({
      id,
      name: 'S3',
      store: 's3',
      place: JSON.stringify(place),
      secret,
      last_test: null,
      version: 1,
      created_at: 0,
      created_by: null,
      updated_at: 0,
      updated_by: null,
    })
    .execute();
  await database.db.updateTable('cleanup_config').set({ archive_target_id: id }).execute();
  return id;
}

/** As a product that may reach this target. */
function allow(port: number): void {
  Object.assign(bare.services, { outbound: createOutbound({ allowedNetworks: [`127.0.0.1:${port}`], ownListeners: () => [] }) });
}

test(
  'An S3 store takes the archive and gives it back; one that refuses leaves every row and fails the record',
  { timeout: 60_000 },
  async () => {
    await history(100);
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: path.join(folder, 's3'),
      configureBuckets: [{ name: 'kept' }],
    });
    const { port } = await server.run();
    try {
      bare.jobs.work(bare.services);
      const id = await target({ host: '127.0.0.1', port, secret: 'S3RVER' });
      // The guard lets nothing reach a private network that is not allowed.
      const refused = await begin();
      await expect.poll(() => stateOf(refused), { timeout: 20_000 }).toBe('failed');
      expect(await left()).toBe(300);
      expect((await database.db.selectFrom('cleanup_record').select('error').executeTakeFirst())?.error).toMatchObject({ code: 19007 });
      allow(port);
      await sql`update archive_target set place = place || '{"bucket": "absent"}'`.execute(database.db);
      const wrong = await begin();
      await expect.poll(() => stateOf(wrong), { timeout: 20_000 }).toBe('failed');
      expect(await left()).toBe(300);
      await sql`update archive_target set place = place || '{"bucket": "kept"}'`.execute(database.db);
      const good = await begin();
      await expect.poll(() => stateOf(good), { timeout: 20_000 }).toBe('removing');
      await expect.poll(left, { timeout: 20_000 }).toBe(0);
      const archives = await database.db.selectFrom('log_archive').selectAll().where('state', '=', 'verified').execute();
      expect(archives.map((one) => [one.rows, one.target_id])).toEqual([1, 2, 3].map(() => [100, id]));
    } finally {
      await server.close();
    }
  },
);

test('An archive whose bytes were changed, cut or lost is told and never restored', { timeout: 60_000 }, async () => {
  await history(50, 1);
  bare.jobs.work(bare.services);
  const id = await begin();
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('removing');
  const archive = await database.db.selectFrom('log_archive').selectAll().executeTakeFirstOrThrow();
  const store = await storeOf(bare.services, null);
  const opened = { files: archive.files, key: keyOf(bare.services, archive) };
  expect((await readAll(store, opened)).rows).toBe(50);
  const { buffer } = await import('node:stream/consumers');
  const { Readable } = await import('node:stream');
  const bytes = await buffer(await store.open(archive.files['rows']!.hash));
  const changed = Buffer.from(bytes);
  changed[bytes.length - 30]! ^= 1;
  for (const bad of [changed, bytes.subarray(0, bytes.length - 40), Buffer.alloc(0)]) {
    const kept = await store.put('bad', Readable.from([bad]));
    await expect(readAll(store, { ...opened, files: { rows: kept } })).rejects.toMatchObject({ answer: 19009 });
  }
  await store.remove(archive.files['rows']!.hash);
  await expect(readAll(store, opened)).rejects.toMatchObject({ answer: 19009 });
});
