import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
import { readHolder } from '../../src/platform/database/embedded/folder-lock.ts';
import { connectDatabase, type Database } from '../../src/platform/database/open-database.ts';
import { columnTypes } from '../../src/platform/database/types.ts';
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
  for (;;) {
    const open = await left(former);
    expect(await readAll(keys)).toBe(mails);
    if (open === 0) break;
    await sleep(20);
  }
  const ended = async () =>
    (await database.pool.query<{ state: string; attempts: number }>('select state, attempts from job where id = $1', [rotated.jobId]))
      .rows[0];
  // It was begun again: the kill hit it on its way.
  await vi.waitFor(async () => expect(await ended()).toMatchObject({ state: 'done', attempts: 2 }), { timeout: 60_000, interval: 100 });
  await admin.at(product).call(encryptionRetire, { id, version });
  expect(await readAll(keys)).toBe(mails);
});
