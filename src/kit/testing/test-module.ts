import { addressOf, type Endpoint, type Input, type Reply } from '#kit/common/contract.ts';
import { queryOf } from '#kit/common/address.ts';
import type { ReadLog } from '#kit/server/audit/read-log.ts';
import { sealAll } from '#kit/server/audit/seal.ts';
import type { KeptFiles } from '#kit/server/files/sealed-files.ts';
import { createHttpServer } from '#kit/server/http-server.ts';
import { newId } from '#kit/server/ids.ts';
import { kitModuleOf } from '#kit/server/kit-module.ts';
import type { ServerModule } from '#kit/server/module.ts';
import type { Services } from '#kit/server/services.ts';
import type { Database } from '#platform/database/open-database.ts';
import { bareServices, grantsOf, superPerson, type TestPerson } from './bare-services.ts';
import { testDatabase } from './test-database.ts';

/** Raw answer of a call. */
export interface TestAnswer {
  status: number;
  code: number;
  msg: string;
  data: unknown;
}

/** Caller of a test's modules, as the console calls them. */
export interface TestCaller {
  readonly uid: string;
  /** Calls an operation and answers the envelope, also that of a refusal. */
  ask<E extends Endpoint>(operation: E, input: Input<E>, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Calls an operation that must succeed. */
  call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>>;
}

/** Modules over HTTP, on a database of their own. */
export interface TestModules {
  database: Database;
  /** Who may do everything. */
  boss: TestCaller;
  /** Caller who holds these codes: each everywhere, or in these subtrees (ltree paths). */
  holder(codes: Record<string, readonly string[] | 'all'>): TestCaller;
  /** The engines behind them. */
  services: Services;
  /** Kept files. */
  files: KeptFiles;
  /** Who looked at what. */
  readLog: ReadLog;
  /** Begins to run jobs and the modules' own work. */
  work(): void;
  /** Seals what was written, with the key of these services; answers how many rows. */
  seal(): Promise<number>;
  close(): Promise<void>;
}

/** Serves modules beside the kit's own calls (journal, undo, jobs); everything is real but people, sessions and roles. */
export function serveModules(...given: readonly ServerModule[]): Promise<TestModules> {
  return serveModulesAt([], ...given);
}

/** As serveModules, for modules that reach these addresses on this machine (`127.0.0.1:8025`). */
export async function serveModulesAt(allowedNetworks: string[], ...given: readonly ServerModule[]): Promise<TestModules> {
  const modules = [...new Set(given)];
  const database = await testDatabase();
  const people: TestPerson[] = [superPerson()];
  const kinds = modules.flatMap((module) => module.kinds ?? []);
  const bare = await bareServices(database, { people, kinds, modules, allowedNetworks });
  const kit = kitModuleOf({ version: 'test', build: 'test', document: () => ({}), clientDocument: () => ({}) });
  for (const job of modules.flatMap((module) => module.jobs ?? [])) bare.jobs.register(job);
  for (const module of modules) await module.start?.(bare.services);
  const app = await createHttpServer(bare.services, [kit, ...modules]);
  const works: { stop(): Promise<void> }[] = [];
  const callerOf = ({ uid }: TestPerson): TestCaller => {
    const ask: TestCaller['ask'] = async (operation, input, headers = {}) => {
      const reads = operation.method === 'GET';
      const answer = await app.inject({
        method: operation.method,
        url: addressOf(operation) + (reads ? queryOf(input as Record<string, unknown>) : ''),
        headers: { accesstoken: `token-${uid}`, 'accept-language': 'en', ...headers },
        ...(!reads && { payload: input as object }),
      });
      return { status: answer.statusCode, ...answer.json<Omit<TestAnswer, 'status'>>() };
    };
    const call: TestCaller['call'] = async (operation, input) => {
      const answer = await ask(operation, input);
      if (answer.code !== 0) throw new Error(`${operation.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
      return operation.reply.parse(answer.data) as Reply<typeof operation>;
    };
    return { uid, ask, call };
  };
  return {
    database,
    boss: callerOf(people[0]!),
    holder: (codes) => {
      const uid = newId();
      const person: TestPerson = { uid, name: 'Holder', grants: grantsOf(codes, uid) };
      people.push(person);
      return callerOf(person);
    },
    files: bare.services.files,
    readLog: bare.services.readLog,
    services: bare.services,
    work: () => {
      bare.jobs.work(bare.services);
      works.push(...modules.flatMap((module) => module.work?.(bare.services) ?? []));
    },
    seal: () => sealAll(database.db, bare.services.secrets),
    close: async () => {
      for (const work of works) await work.stop();
      await app.close();
      await bare.close();
      await database.close();
    },
  };
}
