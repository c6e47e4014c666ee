import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isWrite } from '#kit/common/contract.ts';
import { createHttpServer, unknownAddress } from '#kit/server/http-server.ts';
import type { Services } from '#kit/server/services.ts';
import { ensureBuiltinAdmin } from '#kit/server/session/credentials.ts';
import { serveConsole } from '#kit/server/http/static-files.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Settings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';
import { createServices } from './create-services.ts';
import { modules } from './modules.ts';
import { openStore, type Store } from './open-store.ts';

/** The running product. */
export interface Product {
  app: FastifyInstance;
  services: Services;
  log: Logger;
  /** The port it listens on; 0 when it does not listen. */
  port: number;
  /** Drains: no new requests, running ones end, jobs are handed back, then the stores close. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Folder of the built console. */
  console?: string;
  /** Tests call through `app.inject` and open no port. */
  listen?: boolean;
  /** Told the one-time password of `admin`, the first time only, and at once: what fails after it is not to take it away. */
  onFirstPassword?: (password: string) => void;
  /** The database, when its opening has begun already. */
  store?: Store;
}

/** Opens the stores, migrates, composes the modules and serves. Throws StartError with a sentence for the operator. */
export async function startProduct(settings: Settings, options: StartOptions = {}): Promise<Product> {
  assertContracts();
  const opened = await createServices(settings, options.store ?? openStore(settings));
  const { services } = opened;
  try {
    const oneTimePassword = await oneAtATime(services.database.pool, async () => seed(services));
    if (oneTimePassword !== undefined) options.onFirstPassword?.(oneTimePassword);
    const app = await createHttpServer(services, modules);
    app.setNotFoundHandler((request, response) => unknownAddress(request, response, services));
    const productConfig = modules.find((module) => module.productConfig)?.productConfig;
    if (options.console)
      await serveConsole(
        app,
        { settings: services.settings, ...(productConfig && { productConfig: () => productConfig(services) }) },
        options.console,
      );
    if (options.listen !== false) await listen(app, settings);
    else await app.ready();
    await opened.startWork();
    return {
      app,
      services,
      log: services.log,
      port: portOf(app),
      stop: async () => {
        await app.close();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** What the first start puts into the database and each later one brings up to date; answers the one-time password of `admin`, the first time. */
async function seed(services: Services): Promise<string | undefined> {
  const { adminPassword } = services.settings;
  const { oneTimePassword } = await ensureBuiltinAdmin(services.database.db, {
    ...(adminPassword && { adminPassword }),
    now: services.now(),
  });
  for (const module of modules) await module.start?.(services);
  return oneTimePassword;
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (reason === 'EADDRINUSE')
      throw new StartError(`The address ${host}:${port} is in use: end the program that listens there, or set another PORT.`);
    if (reason === 'EACCES') throw new StartError(`Port ${port} may not be opened by this user: set another PORT, 1024 or higher.`);
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(reason))
      throw new StartError(`${host} is no address of this machine: set HOST to one that is.`);
    throw error;
  }
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The server does not start on a gap: a write without its audit word, a code that no page declares, an address taken twice. */
function assertContracts(): void {
  const operations = modules.flatMap((module) => module.routes.map((route) => route.operation));
  const declared = new Set(
    modules.flatMap((module) =>
      module.resources.flatMap((page) => [page.code, ...page.buttons.map((button) => `${page.code}:${button.verb}`)]),
    ),
  );
  const seen = new Set<string>();
  for (const { operation } of modules.flatMap(({ clientRoutes = [] }) => clientRoutes)) {
    const address = `${operation.method} client/${operation.path}`;
    if (seen.has(address)) throw new Error(`Two operations share the address ${address}`);
    seen.add(address);
  }
  for (const operation of operations) {
    const address = `${operation.method} ${operation.face ?? 'api'}/${operation.path}`;
    if (seen.has(address)) throw new Error(`Two operations share the address ${address}`);
    seen.add(address);
    if (operation.method !== 'GET' && !isWrite(operation) && !operation.reads) throw new Error(`${address} writes without an audit word`);
    const codes = 'code' in operation.access ? [operation.access.code] : 'anyOf' in operation.access ? operation.access.anyOf : [];
    const unknown = codes.filter((code) => !declared.has(code));
    if (unknown.length > 0) throw new Error(`${address} needs ${unknown.join(', ')}, which no page declares`);
  }
}
