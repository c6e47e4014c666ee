import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Overload } from '#kit/server/refusal.ts';
import { perProduct } from '#kit/server/per-product.ts';
import {
  beginningOf,
  databaseTest,
  dubboTest,
  prefixTest,
  sapTest,
  soapTest,
  type ConnectionReport,
} from '#modules/access/common/test.contract.ts';
import { assertSystem } from '#modules/access/server/public.ts';
import { sql } from 'kysely';
import { connectionInRange, type ConnectionKind } from '../caller/connection-range.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import { sentencesOf } from '../run/sentences.ts';
import type { ConnectionRow } from '../table/snapshot.ts';
import { browseDubbo } from '../target/dubbo.ts';
import { ProviderConnection } from '../target/dubbo/connection.ts';
import { sapPlace } from '../target/sap-place.ts';
import { entitySets } from '../target/odata-metadata.ts';
import { readWsdl } from '../target/soap-client.ts';
import { classOfSql } from '../target/sql-class.ts';
import { openPool } from '../target/sql-pools.ts';
import type { SqlPlace } from '../target/sql-types.ts';

type StepName = ConnectionReport['checks'][number]['step'];

const perMinute = 20;
const recentOf = perProduct(() => new Map<string, number[]>());

/** So many tests a minute for each administrator. */
function assertPace({ caller, services }: Call): void {
  const recent = recentOf(services);
  const now = services.now();
  const mine = (recent.get(caller.uid) ?? []).filter((at) => now - at < 60_000);
  if (mine.length >= perMinute) throw new Overload(10);
  recent.set(caller.uid, [...mine, now]);
}

/** A test step by step, up to the first that fails. */
class Checks {
  readonly checks: ConnectionReport['checks'] = [];
  readonly #began = performance.now();
  async step(step: StepName, work: () => Promise<string>): Promise<void> {
    const began = performance.now();
    const ms = (): number => Math.round((performance.now() - began) * 10) / 10;
    try {
      const detail = await work();
      this.checks.push({ step, class: 'ok', ms: ms(), detail });
    } catch (error) {
      const failure = error instanceof CallFailure ? error : (classOfSql(error, 10_000) ?? failureOf(error, 10_000));
      this.checks.push({ step, class: failure.class, ms: ms(), detail: '' });
      throw failure;
    }
  }
  report(call: Call, failure: CallFailure | undefined): ConnectionReport {
    const how = failure?.class ?? 'ok';
    const told = sentencesOf(call.services, call.caller.language, { class: how, params: failure?.facts.params ?? {} });
    return {
      ok: how === 'ok',
      class: how,
      code: failure?.code ?? 0,
      ms: Math.round(performance.now() - this.#began),
      checks: this.checks,
      ...told,
    };
  }
}

async function checked(
  call: Call,
  { id, draft }: { id?: string | undefined; draft?: object | undefined },
  run: (checks: Checks) => Promise<void>,
): Promise<ConnectionReport> {
  assertPace(call);
  const checks = new Checks();
  let failure: CallFailure | undefined;
  try {
    await run(checks);
  } catch (error) {
    failure = failureOf(error);
  }
  const report = checks.report(call, failure);
  // What is entered and not saved says nothing of what is stored.
  if (id !== undefined && draft === undefined)
    await sql`insert into connection_test (connection_id, at, class, ms) values (${id}, ${call.services.now()}, ${report.class}, ${report.ms})
      on conflict (connection_id) do update set at = excluded.at, class = excluded.class, ms = excluded.ms`.execute(call.db);
  return report;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What is tested: what is stored, what is entered, or what is stored with entered changes. A stored secret never goes to another address. */
async function subjectOf(
  { db, caller, services }: Call,
  kind: ConnectionKind | 'prefix',
  { id, draft = {} }: { id?: string | undefined; draft?: Record<string, unknown> | undefined },
  address: readonly string[],
): Promise<{ row: ConnectionRow; secret: string | null }> {
  const stored =
    id === undefined ? undefined : kind === 'prefix' ? await prefixInRange(db, caller, id) : await connectionInRange(db, caller, kind, id);
  caller.scope();
  if (stored) caller.touch({ kind: kind === 'prefix' ? 'interfacePrefix' : kind, id: stored.id, name: stored.name });
  const entered = Object.fromEntries(
    Object.entries(stored ? draft : { ...beginningOf(kind), ...draft }).map(([name, value]) => [snake(name), value]),
  );
  const moved =
    stored !== undefined && address.some((name) => name in entered && JSON.stringify(entered[name]) !== JSON.stringify(stored[name]));
  const table = kind === 'prefix' ? 'interface_prefix' : `access_${kind}`;
  const kept = stored?.secret == null || moved ? null : services.secrets.open(stored.secret, { table, column: 'secret', row: stored.id });
  const secret = typeof draft['secret'] === 'string' ? draft['secret'] : kept;
  const row = { id: '', name: '', version: 0, enabled: true, ca: '', ...stored, ...entered, secret: null } as ConnectionRow;
  return { row, secret };
}

async function prefixInRange(db: Call['db'], caller: Call['caller'], id: string): Promise<ConnectionRow> {
  const { rows } = await sql<{
    row: ConnectionRow & { system_id: string };
  }>`select to_jsonb(t) as row from interface_prefix t where id = ${id}::uuid`.execute(db);
  await assertSystem(db, caller.scope(), rows[0]?.row.system_id);
  return rows[0]!.row;
}

const noSecret = (): CallFailure => new CallFailure('signIn', { code: 14010, params: { reason: 'secret' } });

async function reach(call: Call, checks: Checks, host: string, port: number): Promise<void> {
  const { outbound } = call.services;
  await checks.step('address', async () => (await outbound.resolve(host, port)).address);
  await checks.step('connect', async () => {
    (await outbound.connect(host, port, { timeoutMs: 5_000 })).destroy();
    return `${host}:${port}`;
  });
}

async function testDatabase(call: Call, input: Parsed<typeof databaseTest>): Promise<Reply<typeof databaseTest>> {
  const { row, secret } = await subjectOf(call, 'database', input, ['host', 'port', 'account', 'tls', 'kind']);
  return checked(call, input, async (checks) => {
    await reach(call, checks, String(row['host']), Number(row['port']));
    if (secret === null) await checks.step('signIn', () => Promise.reject(noSecret()));
    const place: SqlPlace = {
      services: call.services,
      kind: String(row['kind'] ?? 'postgresql'),
      host: String(row['host']),
      port: Number(row['port']),
      database: String(row['database']),
      account: String(row['account']),
      password: secret ?? '',
      tls: (row['tls'] as SqlPlace['tls'] | undefined) ?? 'verify',
      ca: String(row['ca'] ?? ''),
      poolMax: 1,
    };
    const pool = await openPool(place);
    const ask = (text: string) =>
      pool.run({ text, values: [], write: false, maxRows: 1, timeoutMs: 5_000, signal: AbortSignal.timeout(15_000) });
    try {
      await checks.step('signIn', async () =>
        String(Object.values((await ask('select version() as version')).rows[0] ?? {})[0] ?? '')
          .replace(/ on .*$/s, '')
          .slice(0, 60),
      );
      await checks.step(
        'rights',
        async () =>
          `${(await ask("select count(*) as n from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')")).rows[0]?.['n'] ?? 0}`,
      );
    } finally {
      await pool.close();
    }
  });
}

async function testSoap(call: Call, input: Parsed<typeof soapTest>): Promise<Reply<typeof soapTest>> {
  const { row } = await subjectOf(call, 'soap', input, ['wsdl_url', 'endpoint', 'account', 'security']);
  return checked(call, input, async (checks) => {
    const url = new URL(String(row['wsdl_url']));
    await reach(call, checks, url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80));
    await checks.step('call', async () => `${(await readWsdl(call.services, row)).operations.length}`);
  });
}

async function testSap(call: Call, input: Parsed<typeof sapTest>): Promise<Reply<typeof sapTest>> {
  const { row, secret } = await subjectOf(call, 'sap', input, ['host', 'port', 'https', 'account', 'client']);
  return checked(call, input, async (checks) => {
    await reach(call, checks, String(row['host']), Number(row['port']));
    if (secret === null) await checks.step('signIn', () => Promise.reject(noSecret()));
    const sealed = call.services.secrets.seal(secret ?? '', { table: 'access_sap', column: 'secret', row: row.id });
    const place = sapPlace(call.services, { ...row, secret: sealed }, new Set());
    await checks.step('signIn', async () => {
      if (row['mode'] === 'odata') return `${(await entitySets(call.services, place)).length}`;
      const reply = await call.services.outbound.fetch(`${place.origin}${place.path}?sap-client=${place.client}`, {
        headers: { authorization: place.authorization },
        redirects: 0,
        timeoutMs: 10_000,
        ...(place.ca !== '' && { tls: { ca: place.ca } }),
      });
      await reply.discard();
      if (reply.status === 401) throw new CallFailure('signIn', { params: { reason: 'HTTP 401' } });
      return `HTTP ${reply.status}`;
    });
  });
}

async function testDubbo(call: Call, input: Parsed<typeof dubboTest>): Promise<Reply<typeof dubboTest>> {
  const { row } = await subjectOf(call, 'dubbo', input, []);
  return checked(call, input, async (checks) => {
    const addresses = (row['addresses'] as string[] | undefined) ?? [];
    for (const address of addresses.slice(0, 1)) {
      const at = address.lastIndexOf(':');
      await reach(call, checks, address.slice(0, at), Number(address.slice(at + 1)));
    }
    if (row['mode'] === 'zookeeper') {
      await checks.step(
        'call',
        async () =>
          `${(await browseDubbo(call.services, { ...row, id: `test ${row.id}`, version: call.services.now() }, undefined)).length}`,
      );
      return;
    }
    await checks.step('call', async () => {
      for (const address of addresses) (await ProviderConnection.open(call.services.outbound, address, 5_000)).close();
      return `${addresses.length}`;
    });
  });
}

async function testPrefix(call: Call, input: Parsed<typeof prefixTest>): Promise<Reply<typeof prefixTest>> {
  const { row } = await subjectOf(call, 'prefix', input, []);
  return checked(call, input, async (checks) => {
    for (const { url: text } of (row['addresses'] as { url: string }[] | undefined) ?? []) {
      const url = new URL(text);
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
      await reach(call, checks, url.hostname, port);
      const ca = String(row['ca'] ?? '');
      await checks.step('call', async () => {
        const reply = await call.services.outbound.fetch(url, {
          method: 'HEAD',
          redirects: 0,
          timeoutMs: 10_000,
          ...(ca !== '' && { tls: { ca } }),
        });
        await reply.discard();
        return `HTTP ${reply.status}`;
      });
    }
  });
}

/** Tests of connections. */
export const connectionTests: readonly BoundRoute[] = [
  handle(databaseTest, testDatabase),
  handle(soapTest, testSoap),
  handle(sapTest, testSap),
  handle(dubboTest, testDubbo),
  handle(prefixTest, testPrefix),
];
