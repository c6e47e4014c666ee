import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrationSources } from '../../src/app/migrations.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { newId } from '../../src/kit/server/ids.ts';
import { contentPlace } from '../../src/kit/server/mail/open-mails.ts';
import {
  encryptionGet,
  encryptionRetire,
  encryptionRotate,
  keyList,
} from '../../src/modules/terminal-settings/common/encryption.contract.ts';
import { keyIdIn, openWith, sealWith, type OpenKey } from '../../src/modules/terminal-settings/server/keys/cipher.ts';
import { openKey } from '../../src/modules/terminal-settings/server/keys/keyring.ts';
import { backUp } from '../../src/platform/backup/backup.ts';
import { restore } from '../../src/platform/backup/restore.ts';
import { readHolder } from '../../src/platform/database/embedded/folder-lock.ts';
import { connectDatabase, type Database } from '../../src/platform/database/open-database.ts';
import { columnTypes } from '../../src/platform/database/types.ts';
import { openFileStore } from '../../src/platform/files/file-store.ts';
import { openSecrets, type Secrets } from '../../src/platform/secrets/secrets.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { endAll, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end here, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const mails = 20_000;
const purpose = 'messageStore';
let dataDir = '';
let product: ProductProcess;
let database: Database;
let secrets: Secrets;

const connect = (): Database => {
  const holder = readHolder(dataDir)?.server;
  if (!holder) throw new Error('Nobody serves the data folder');
  return connectDatabase({ ...holder, types: columnTypes });
};
beforeAll(async () => {
  dataDir = testFolder();
  product = await startProcess(dataDir);
  secrets = await openSecrets({ keyFile: readSettings({ DATA_DIR: dataDir }, dataDir).keyFile });
  database = connect();
});
afterAll(async () => {
  await database.close();
  await endAll();
});

/** Mails that have ended and are still kept, under this key. */
async function keepMails(key: OpenKey): Promise<void> {
  const rows = Array.from({ length: mails }, (_, at) => {
    const id = newId();
    return { id, content: sealWith(key, Buffer.from(JSON.stringify({ at })), contentPlace(id)) };
  });
  await database.pool.query(
    `insert into mail_outbox (id, queued_at, template, address, language, content, state, attempts, next_at, ended_at)
      select id, $3, 'mail.test', 'a@example.com', 'en_US', content, 'failed', 1, $3, $3 from unnest($1::uuid[], $2::text[]) as kept(id, content)`,
    [rows.map(({ id }) => id), rows.map(({ content }) => content), Date.now()],
  );
}

const left = async (keyId: string): Promise<number> =>
  (await database.pool.query<{ n: number }>(`select count(*) as n from mail_outbox where left(content, 20) = $1`, [`k1.${keyId}.`]))
    .rows[0]!.n;

/** Opens every mail as it stands at one moment, with the key that it names. */
async function readAll(keys: ReadonlyMap<string, OpenKey>): Promise<number> {
  const { rows } = await database.pool.query<{ id: string; content: string }>(
    `select id, content from mail_outbox where template = 'mail.test' and content is not null`,
  );
  const texts = rows.map(({ id, content }) => {
    const key = keys.get(keyIdIn(content));
    if (!key) throw new Error('A mail is under a key that is not one of both');
    return openWith(key, content, contentPlace(id)).toString();
  });
  return new Set(texts).size;
}

test('kill -9 while a rotation moves what is sealed: every mail opens under one of both keys at each moment, and the rotation goes on', async () => {
  const admin = await new WireClient(product).signIn();
  const former = (await admin.call(encryptionGet, {})).list.find((one) => one.purpose === purpose)!.keyId!;
  await keepMails(await openKey(database.db, secrets, former));
  expect((await admin.call(encryptionGet, {})).list.find((one) => one.purpose === purpose)).toMatchObject({ items: mails, former: 0 });
  const rotated = await admin.call(encryptionRotate, { purpose });
  const keyOf = async () => (await admin.call(keyList, { purpose })).list.find(({ keyId }) => keyId === former)!;
  const { id, version } = await keyOf();
  expect(await admin.ask(encryptionRetire, { id, version })).toMatchObject({ code: 11060 });
  while ((await left(former)) === mails) await sleep(5);
  await product.end('SIGKILL');
  await database.close().catch(() => undefined);

  product = await startProcess(dataDir);
  database = connect();
  const keys = new Map<string, OpenKey>();
  for (const keyId of [former, rotated.keyId]) keys.set(keyId, await openKey(database.db, secrets, keyId));
  // The kill hit it on its way.
  expect(await left(former)).toBeGreaterThan(0);
  for (;;) {
    const open = await left(former);
    expect(await readAll(keys)).toBe(mails);
    if (open === 0) break;
    await sleep(20);
  }
  const ended = async () => (await database.pool.query<{ state: string }>('select state from job where id = $1', [rotated.jobId])).rows[0];
  await vi.waitFor(async () => expect(await ended()).toMatchObject({ state: 'done' }), { timeout: 60_000, interval: 100 });
  await admin.at(product).call(encryptionRetire, { id, version });
  expect(await readAll(keys)).toBe(mails);
});

test('kill -9 while what was kept in the clear is sealed: every file is whole at each moment, the sealing goes on, and nothing lies in the clear in the end', async () => {
  const store = await openFileStore(path.join(dataDir, 'files'));
  const mark = `kept in the clear ${newId()}`;
  // Longer and shorter than a chunk.
  const contents = Array.from({ length: 300 }, (_, at) => `${at} ${mark} `.repeat(at % 3 === 0 ? 4_000 : 40));
  const kept: { id: string; hash: string; size: number }[] = [];
  for (const content of contents) {
    const { hash, size } = await store.put(Readable.from([content]), { maxBytes: 1_000_000 });
    kept.push({ id: newId(), hash, size });
  }
  await database.pool.query(
    `insert into file (id, hash, name, type, size, purpose, owner, created_at)
      select id, hash, 'old.txt', 'text/plain', size, 'test', $2, 0 from jsonb_to_recordset($1::jsonb) as r(id uuid, hash text, size bigint)`,
    [JSON.stringify(kept), builtinAdminUid],
  );
  const hashes = kept.map(({ hash }) => hash);
  const clear = async (): Promise<number> =>
    (await database.pool.query<{ n: number }>('select count(*) as n from file_clear where hash = any($1)', [hashes])).rows[0]!.n;
  await database.pool.query('insert into file_clear select unnest($1::text[])', [hashes]);
  for (const least of [280, 150]) {
    while ((await clear()) > least) await sleep(1);
    await product.end('SIGKILL');
    await database.close().catch(() => undefined);
    product = await startProcess(dataDir);
    database = connect();
    // It was hit on its way.
    expect(await clear()).toBeGreaterThan(0);
  }
  const admin = await new WireClient(product).signIn();
  const assertWhole = async (): Promise<void> => {
    for (const [at, { id }] of kept.entries())
      expect(Buffer.from(await downloaded(admin, id)).toString() === contents[at], `${at}`).toBe(true);
  };
  await assertWhole();
  while ((await clear()) > 0) await sleep(100);
  await assertWhole();
  const lying = readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(lying.filter((one) => readFileSync(path.join(one.parentPath, one.name)).includes(mark)).map(({ name }) => name)).toEqual([]);
  await store.close();
});

test('No uploaded file lies in the clear, parts of one neither; a backup brings them back with their keys', async () => {
  const admin = await new WireClient(product).signIn();
  const secret = `salary of nobody ${newId()}`;
  const content = Buffer.from(`name,note\r\n${`Ann,${secret}\r\n`.repeat(20_000)}`);
  const fileId = await admin.upload('people.csv', content);
  const headers = { accessToken: admin.token, 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${product.origin}/api/file/tus`, { method: 'POST', headers: { ...headers, 'upload-length': '1000000' } });
  const place = `${product.origin}${begun.headers.get('location')}`;
  const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const body = new Uint8Array(content.subarray(0, 500_000));
  expect((await fetch(place, { method: 'PATCH', headers: { ...headers, ...part }, body })).status).toBe(204);
  // Of the database its pages are not looked at: it holds no content of files.
  const lying = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && !one.parentPath.startsWith(path.join(dataDir, 'postgres')),
  );
  expect(lying.length).toBeGreaterThan(2);
  expect(lying.filter((one) => readFileSync(path.join(one.parentPath, one.name)).includes(secret)).map(({ name }) => name)).toEqual([]);
  expect(Buffer.from(await downloaded(admin, fileId)).equals(content)).toBe(true);

  const archive = path.join(testFolder(), 'archive');
  await backUp(readSettings({ DATA_DIR: dataDir }, dataDir), archive, 'a long passphrase');
  // No value of a key in what is printed, logged, answered or carried away.
  const { rows: known } = await database.pool.query<{ key_id: string }>('select key_id from encryption_secret');
  const told = [product.output(), JSON.stringify(await admin.call(keyList, {})), readFileSync(archive, 'latin1')].join(' ');
  for (const { key_id: keyId } of known) {
    const { value } = await openKey(database.db, secrets, keyId);
    for (const form of ['base64', 'base64url', 'hex', 'latin1'] as const) expect(told.includes(value.toString(form)), form).toBe(false);
  }
  const second = testFolder();
  const settings = readSettings({ DATA_DIR: second }, second);
  await restore({ settings, sources: migrationSources, file: archive, passphrase: 'a long passphrase' });
  const restored = await startProcess(second);
  const again = await new WireClient(restored).signIn();
  expect(Buffer.from(await downloaded(again, fileId)).equals(content)).toBe(true);
  // And what comes from now on is sealed there by the same key.
  const keyOf = async (client: WireClient) => (await client.call(encryptionGet, {})).list.find((one) => one.purpose === 'fileStore')?.keyId;
  expect(await keyOf(again)).toBe(await keyOf(admin));
});

test('kill -9 after a file lies sealed and before its row is written: the next start removes it, and keeps every other one', async () => {
  const admin = await new WireClient(product).signIn();
  const kept = Buffer.from(`name\r\nkept ${newId()}\r\n`);
  const keptId = await admin.upload('kept.csv', kept);
  const folder = path.join(dataDir, 'files');
  const lying = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.join(one.parentPath, one.name))
      .toSorted();
  const before = lying();
  const content = Buffer.from(`name\r\nlost ${newId()}\r\n`);
  // Somebody is about to name the same content: the row of ours has to wait for them.
  const other = await database.pool.connect();
  await other.query('begin');
  const row = `insert into file_seal (id, hash, stored, size, sealed, kept_at) values ($1, $2, '', 0, '', 0)`;
  await other.query(row, [newId(), createHash('sha256').update(content).digest('hex')]);
  void admin.upload('lost.csv', content).catch(() => undefined);
  await vi.waitFor(() => expect(lying()).toHaveLength(before.length + 1), { timeout: 30_000, interval: 20 });
  await product.end('SIGKILL');
  other.release(true);
  await database.close().catch(() => undefined);
  expect(lying()).toHaveLength(before.length + 1);
  product = await startProcess(dataDir);
  database = connect();
  await vi.waitFor(() => expect(lying()).toEqual(before), { timeout: 30_000, interval: 100 });
  const again = await new WireClient(product).signIn();
  expect(Buffer.from(await downloaded(again, keptId)).equals(kept)).toBe(true);
});

const downloaded = async (client: WireClient, fileId: string): Promise<ArrayBuffer> => {
  const answer = await fetch(`${client.origin}/api/file/download?fileId=${fileId}`, { headers: { accessToken: client.token } });
  expect(answer.status).toBe(200);
  return answer.arrayBuffer();
};
