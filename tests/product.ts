import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { startProduct as start } from '../src/app/start-product.ts';
import type { SignInPolicy } from '../src/kit/common/session/sign-in-policy.ts';
import { newId } from '../src/kit/server/ids.ts';
import { undeclaredRight } from '../src/kit/server/pipeline.ts';
import { testDatabaseUrl } from '../src/kit/testing/test-database.ts';
import type { Services } from '../src/kit/server/services.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import type { Database } from '../src/platform/database/open-database.ts';
import { keepEveryStatement } from '../src/platform/database/prepared.ts';
import { hashCheaply } from '../src/platform/password/password.ts';
import { readSettings, type Settings } from '../src/platform/settings.ts';

/** The whole product on a data folder of its own, called through `app.inject`. */
export interface TestProduct {
  app: FastifyInstance;
  settings: Settings;
  admin: { token: string };
  /** An employee who may sign in and holds nothing. */
  powerless: { id: string; token: string };
  /** Gives an employee a password that need not be changed. */
  setPassword(uid: string, text?: string): Promise<void>;
  /** The policy of signing in, as this node knows it. */
  policy(): Promise<SignInPolicy>;
  /** For what nobody can wait for: time that passes. */
  database: Database;
  /** What modules ask each other for. */
  services: Services;
  /** Address of the console; empty when no port was asked for. */
  origin: string;
  stop(): Promise<void>;
}

/** Password of everybody in a test. */
export const testPassword = 'a-test-of-the-whole-house-7';

/**
 * Starts the product as `npm start` does, on a database of its own in the server that all tests of a run share (tests/faults and
 * tests/journeys start it with its embedded one); on a port, with the built console, only when its folder is given.
 */
export async function startTestProduct(consoleFolder?: string, env: Record<string, string> = {}): Promise<TestProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-product-'));
  const clone = await testDatabaseUrl();
  const settings = readSettings(
    {
      DATA_DIR: folder,
      DATABASE_URL: clone.url,
      ADMIN_PASSWORD: testPassword,
      LOG_LEVEL: 'silent',
      PORT: '0',
      SESSIONS_PER_PERSON: '1000',
      ...env,
    },
    folder,
  );
  const undo = [hashCheaply(), keepEveryStatement()];
  const stricter = new Set<unknown>();
  const note = (called: unknown): void => void stricter.add(called);
  undeclaredRight.subscribe(note);
  const product = await start(settings, consoleFolder === undefined ? { listen: false } : { console: consoleFolder });
  const { app, services } = product;
  // Terminals of tests that are not about devices sign in as they are; tests of devices switch binding on.
  await sql`update bind_config set enabled = 0`.execute(services.database.db);
  await sql`update device_stamp set n = n + 1`.execute(services.database.db);
  const admin = { token: await signIn(app, 'admin', testPassword) };
  const added = await app.inject({
    method: 'POST',
    url: '/api/muc/employee/add',
    headers: { accesstoken: admin.token },
    payload: { account: 'powerless', name: '无权', assignments: [{ departmentId: rootDepartmentId, primary: true }] },
  });
  const { id } = added.json<{ data: { id: string } }>().data ?? { id: newId() };
  if (added.json<{ code: number }>().code !== 0) throw new Error(`The employee of the test was refused: ${added.body}`);
  const setPassword: TestProduct['setPassword'] = (uid, text = testPassword) =>
    services.database.db.transaction().execute(async (tx) => services.credentials?.setPassword(tx, uid, { text, mustChange: false }));
  await setPassword(id);
  return {
    app,
    settings,
    admin,
    setPassword,
    policy: () => services.policy.now(),
    database: services.database,
    services,
    origin: product.port === 0 ? '' : `http://127.0.0.1:${product.port}`,
    powerless: { id, token: await signIn(app, 'powerless', testPassword) },
    stop: async () => {
      undeclaredRight.unsubscribe(note);
      await product.stop();
      for (const asEver of undo) asEver();
      await clone.drop();
      rmSync(folder, { recursive: true, force: true });
      if (stricter.size > 0) throw new Error(`Refused for rights that are not declared (permitMore): ${[...stricter].join(', ')}`);
    },
  };
}

/** Signs in over the wire and answers the token; throws what a refusal says. */
export async function signIn(app: FastifyInstance, account: string, secret: string): Promise<string> {
  const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
  const answer = (await app.inject({ method: 'POST', url: '/api/login', payload: { account, password: secret, verifyId } })).json<{
    code: number;
    msg: string;
    data: { accessToken: string };
  }>();
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg}`);
  return answer.data.accessToken;
}
