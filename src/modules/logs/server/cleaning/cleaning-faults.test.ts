import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifyStream } from '#kit/server/audit/verify.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { bareServices, type BareServices } from '#kit/testing/bare-services.ts';
import { sealedAtOnce } from '#kit/testing/sealed.ts';
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
  await sealedAtOnce({ database, secrets: bare.services.secrets }, rows * months);
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
  { timeout: 300_000 },
  async () => {
    const rows = 3_000;
    await history(rows);
    const id = await begin();
    const { types: _types, ...config } = database.config;
    const files = path.join(folder, 'files');
    const given = JSON.stringify({ config, files });
    const work = () =>
      spawn(process.execPath, [path.join(import.meta.dirname, 'fixtures/worker.ts'), given], { stdio: ['ignore', 'pipe', 'inherit'] });
    const standing = async (): Promise<string> => {
      const parts = await database.db.selectFrom('cleanup_part').select('state').orderBy('from_at').execute();
      const archives = await database.db.selectFrom('log_archive').select('state').orderBy('created_at').execute();
      return [await stateOf(id), ...parts.map(({ state }) => state), ...archives.map(({ state }) => state)].join(' ');
    };
    const met = new Set<string>();
    for (let turn = 0; turn < 20 && (await stateOf(id)) !== 'done'; turn++) {
      // The day of detached months is over when all are; what the one that was killed had begun may have been done meanwhile.
      await sql`update cleanup_part set drop_at = 1 where state = 'detached'
        and not exists (select from cleanup_part where state in ('live', 'archived'))`.execute(database.db);
      const before = await standing();
      const child = work();
      await once(child.stdout, 'data');
      // The moment something moved, or a little later: so every step is met, and what lies between two of them.
      await vi.waitUntil(async () => (await standing()) !== before, { timeout: 40_000, interval: 4 });
      if (turn % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 7 * turn));
      child.kill('SIGKILL');
      await once(child, 'exit');
      met.add(await standing());
      // A lease lasts some seconds, and only some deaths are counted as attempts.
      await sql`update job set lease_until = 0, attempts = 0 where state = 'running'`.execute(database.db);
      expect(await damage()).toBeNull();
      const parts = await database.db.selectFrom('cleanup_part').selectAll().execute();
      const away = parts.filter(({ state }) => state === 'detached' || state === 'dropping' || state === 'dropped');
      expect(await left()).toBe(rows * 3 - away.length * rows);
    }
    // On a busy machine several steps pass between two looks.
    expect(met.size).toBeGreaterThanOrEqual(4);
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

test('An S3 store takes the archive and gives it back; one that refuses leaves every row and fails the record', async () => {
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
    await expect.poll(() => stateOf(refused)).toBe('failed');
    expect(await left()).toBe(300);
    expect((await database.db.selectFrom('cleanup_record').select('error').executeTakeFirst())?.error).toMatchObject({ code: 19007 });
    const said = await database.db.selectFrom('warning_event').select(['kind', 'object_id', 'holds']).execute();
    expect(said).toContainEqual({ kind: 'log.cleanFailed', object_id: 'audit_log', holds: true });
    allow(port);
    await sql`update archive_target set place = place || '{"bucket": "absent"}'`.execute(database.db);
    const wrong = await begin();
    await expect.poll(() => stateOf(wrong)).toBe('failed');
    expect(await left()).toBe(300);
    await sql`update archive_target set place = place || '{"bucket": "kept"}'`.execute(database.db);
    const good = await begin();
    await expect.poll(() => stateOf(good)).toBe('removing');
    await expect.poll(left).toBe(0);
    const archives = await database.db.selectFrom('log_archive').selectAll().where('state', '=', 'verified').execute();
    expect(archives.map((one) => [one.rows, one.target_id])).toEqual([1, 2, 3].map(() => [100, id]));
  } finally {
    await server.close();
  }
});

/** A file system of this size below the folder of the test; false where nothing can be mounted. */
function mounted(size: string, ...more: string[]): boolean {
  const place = path.join(folder, 'small');
  mkdirSync(place, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', [`size=${size}`, ...more].join(','), 'tmpfs', place], { stdio: 'ignore' }).status === 0;
}
const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)(
  'A disk that is full takes no row: the record fails and says why; with room again it goes on (needs root, for a small file system)',
  async ({ skip }) => {
    skip(!mounted('64k'), 'nothing can be mounted here');
    try {
      await history(5_000, 1);
      Object.assign(bare.services, { files: await openFileStore(path.join(folder, 'small')) });
      bare.jobs.work(bare.services);
      const full = await begin();
      await expect.poll(() => stateOf(full)).toBe('failed');
      expect([await left(), await damage()]).toEqual([5_000, null]);
      const record = await database.db.selectFrom('cleanup_record').select('error').executeTakeFirst();
      expect(record?.error).toEqual({ code: 19007, params: { reason: 'ENOSPC' } });
      const said = await database.db.selectFrom('warning_event').select(['kind', 'facts']).execute();
      expect(said).toContainEqual({
        kind: 'log.cleanFailed',
        facts: expect.objectContaining({ reason: expect.objectContaining({ en_US: expect.stringContaining('ENOSPC') }) }),
      });
      expect(mounted('64m', 'remount')).toBe(true);
      const good = await begin();
      await expect.poll(() => stateOf(good)).toBe('removing');
      expect(await left()).toBe(0);
    } finally {
      spawnSync('umount', ['-l', path.join(folder, 'small')]);
    }
  },
);

test('An archive whose bytes were changed, cut or lost is told and never restored', async () => {
  await history(50, 1);
  bare.jobs.work(bare.services);
  const id = await begin();
  await expect.poll(() => stateOf(id)).toBe('removing');
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
