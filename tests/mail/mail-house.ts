import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProduct } from '../../src/app/start-product.ts';
import { addressOf, type Endpoint, type Input, type Reply } from '../../src/kit/common/contract.ts';
import { queryOf } from '../../src/kit/common/address.ts';
import type { Services } from '../../src/kit/server/services.ts';
import { mailGet, mailUpdate } from '../../src/modules/mail/common/mail-config.contract.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { freePort } from '../peers/free-port.ts';
import { signIn, testPassword } from '../product.ts';

/** What came back, whatever it was. */
export interface Answer<T> {
  code: number;
  msg: string;
  data: T;
}

/** The product with two places where mail servers may stand. */
export interface MailHouse {
  services: Services;
  /** Ports of loopback that may be reached. */
  ports: [number, number];
  ask<E extends Endpoint>(operation: E, input: Input<E>): Promise<Answer<Reply<E>>>;
  call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>>;
  /** Puts a test mail into the outbox, as a module would. */
  queue(address: string, dedupeKey?: string): Promise<string>;
  /** What became of a mail. */
  row(id: string): ReturnType<typeof rowOf>;
  stop(): Promise<void>;
}

const rowOf = ({ database: { db } }: Services, id: string) =>
  db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Starts the product and signs its administrator in. */
export async function startMailHouse(): Promise<MailHouse> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-mail-'));
  const ports: [number, number] = [await freePort(), await freePort()];
  const env = { DATA_DIR: folder, ADMIN_PASSWORD: testPassword, LOG_LEVEL: 'silent', PORT: '0' };
  const allowed = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const product = await startProduct(readSettings({ ...env, ALLOWED_NETWORKS: allowed }, folder), { listen: false });
  const { app, services } = product;
  const token = await signIn(app, 'admin', testPassword);
  const ask: MailHouse['ask'] = async (operation, input) => {
    const reads = operation.method === 'GET';
    const answer = await app.inject({
      method: operation.method,
      url: addressOf(operation) + (reads ? queryOf(input as Record<string, unknown>) : ''),
      headers: { accesstoken: token, 'accept-language': 'en' },
      ...(!reads && { payload: input as object }),
    });
    return answer.json();
  };
  const call: MailHouse['call'] = async (operation, input) => {
    const { code, msg, data } = await ask(operation, input);
    if (code !== 0) throw new Error(`${operation.path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  return {
    services,
    ports,
    ask,
    call,
    queue: async (address, dedupeKey) => {
      const values = { by: 'Zhang San', at: 'now' };
      const draft = { template: 'mail.test', to: { address }, language: 'en_US', values } as const;
      return (await services.mails.queue(services.database.db, { ...draft, ...(dedupeKey && { dedupeKey }) })) ?? '';
    },
    row: (id) => rowOf(services, id),
    stop: async () => {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server of the settings at one of the ports, in the clear. */
export const plainServer = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });

/** Enters servers and a sender. */
export async function useServers(
  house: MailHouse,
  servers: Input<typeof mailUpdate>['servers'],
  more: Partial<Input<typeof mailUpdate>> = {},
) {
  const { version } = await house.call(mailGet, {});
  const from = { fromName: 'Wheelhouse', fromAddress: 'noreply@mail.example', perMinute: 6000 };
  return house.call(mailUpdate, { version, ...from, ...(servers && { servers }), ...more });
}
