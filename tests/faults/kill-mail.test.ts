import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMails } from '../../src/kit/server/mail/open-mails.ts';
import { mailGet, mailUpdate } from '../../src/modules/mail/common/mail-config.contract.ts';
import { testMail } from '../../src/modules/mail/server/test-mail.template.ts';
import { readHolder } from '../../src/platform/database/embedded/folder-lock.ts';
import { connectDatabase } from '../../src/platform/database/open-database.ts';
import { columnTypes } from '../../src/platform/database/types.ts';
import { startSinkUntil, type Sink } from '../../src/platform/mail/testing/sink.ts';
import { openSecrets } from '../../src/platform/secrets/secrets.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { endAll, queryDatabase, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end here, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const mails = 60;
const atOnce = 4;
let dataDir = '';
let product: ProductProcess;
let sink: Sink;
let env: Record<string, string>;

beforeAll(async () => {
  dataDir = testFolder();
  // A server that takes its time, so that the kill hits mails on their way.
  sink = await startSinkUntil({ onMailFrom: (_address, _session, done) => void setTimeout(done, 40) });
  env = { ALLOWED_NETWORKS: `127.0.0.1:${sink.port}` };
  product = await startProcess(dataDir, env);
});
afterAll(async () => {
  await endAll();
  await sink.close();
});

/** Puts mails into the outbox of the running product. */
async function queueMails(): Promise<void> {
  const holder = readHolder(dataDir)?.server;
  if (!holder) throw new Error('Nobody serves the data folder');
  const { keyFile } = readSettings({ DATA_DIR: dataDir }, dataDir);
  const outbox = openMails({ templates: [testMail], secrets: await openSecrets({ keyFile }) });
  const database = connectDatabase({ ...holder, types: columnTypes });
  await database.db.transaction().execute(async (tx) => {
    for (let at = 0; at < mails; at += 1) {
      const values = { by: `Tester ${at}`, at: 'now' };
      await outbox.queue(tx, { template: 'mail.test', to: { address: `a${at}@example.com` }, language: 'en_US', values });
    }
  });
  await database.close();
}

const inState = async (state: string): Promise<string[]> =>
  (await queryDatabase<{ id: string }>(dataDir, `select id from mail_outbox where state = '${state}'`)).map(({ id }) => id);
const arrived = (): string[] => sink.received.map(({ raw }) => /^Message-ID: <([^@]+)@/m.exec(raw)?.[1] ?? '');

test('kill -9 while mails leave: none is lost, and what was written down as sent is not sent again', async () => {
  const admin = await new WireClient(product).signIn();
  const { version } = await admin.call(mailGet, {});
  const server = { host: '127.0.0.1', port: sink.port, security: 'none' as const };
  await admin.call(mailUpdate, { version, servers: [server], fromName: 'W', fromAddress: 'noreply@mail.example', perMinute: 6000 });
  await queueMails();
  while (sink.received.length < 15) await sleep(5);
  const sent = await inState('sent');
  expect(sent.length).toBeGreaterThan(0);
  await product.end('SIGKILL');
  expect(sink.received.length).toBeLessThan(mails);
  product = await startProcess(dataDir, env);
  await vi.waitFor(async () => expect(await inState('sent')).toHaveLength(mails), { timeout: 120_000, interval: 200 });
  const ids = arrived();
  expect(new Set(ids).size).toBe(mails);
  // Between the server's last word and ours being written nothing can be known: those on their way may come twice, under one Message-ID.
  expect(ids.length - mails).toBeLessThanOrEqual(atOnce);
  for (const id of sent) expect(ids.filter((one) => one === id)).toHaveLength(1);
});
