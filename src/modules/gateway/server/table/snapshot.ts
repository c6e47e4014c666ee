import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { readDefinition, gatewaySettings, type GatewaySettings } from '#modules/access/server/public.ts';
import type { Loaded, PrefixFacts } from '../run/context.ts';

/** A system as calls need it. */
export interface SystemEntry {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly ownerDeptId: string;
  readonly enabled: boolean;
  readonly calls: boolean;
  readonly addressList: readonly string[];
  readonly actFor: string;
  readonly rate: number;
  readonly burst: number;
  readonly quotaDay: number | null;
  readonly concurrency: number;
}

/** A key of a system. */
export interface KeyEntry {
  readonly id: string;
  readonly keyId: string;
  readonly systemId: string;
  readonly kind: 'hmac' | 'oauthClient' | 'apiKey';
  /** Sealed, or a hash. */
  readonly secret: string;
  readonly expiresAt: number | null;
}

/** A grant. */
export interface GrantEntry {
  readonly id: string;
  readonly rate: number | null;
  readonly quotaDay: number | null;
  readonly until: number | null;
  readonly range: { readonly departmentIds: string[]; readonly crowdIds: string[] } | null;
}

/** A global parameter. */
export interface GlobalEntry {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly value: string;
  /** Sealed. */
  readonly secret: string | null;
  readonly token: {
    url: string;
    method: 'GET' | 'POST';
    contentType: string;
    body: string;
    tokenPath: string;
    lifetimePath: string;
    seconds: number;
  } | null;
}

/** A connection as its driver needs it, by its columns. */
export type ConnectionRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly enabled: boolean;
  readonly secret: string | null;
};

/** Everything that calls go by, as it was at one moment. */
export interface Snapshot {
  readonly word: string;
  readonly routes: ReadonlyMap<string, Loaded>;
  readonly systems: ReadonlyMap<string, SystemEntry>;
  readonly keys: ReadonlyMap<string, KeyEntry>;
  /** By `system:ID interface:ID`. */
  readonly grants: ReadonlyMap<string, GrantEntry>;
  readonly globals: ReadonlyMap<string, GlobalEntry>;
  /** By kind and id: `database ID`. */
  readonly connections: ReadonlyMap<string, ConnectionRow>;
  readonly settings: GatewaySettings;
}

/** Key of a grant in the table. */
export const grantKey = (grantee: string, target: string): string => `${grantee} ${target}`;

/** Reads all of it. Definitions that did not change since `before` are not parsed again. */
export async function readSnapshot(db: Db, word: string, before: Snapshot | undefined): Promise<Snapshot> {
  const [systems, keys, grants, globals, connections, settings] = await Promise.all([
    readSystems(db),
    readKeys(db),
    readGrants(db),
    readGlobals(db),
    readConnections(db),
    gatewaySettings.read(db),
  ]);
  return { word, systems, keys, grants, globals, connections, settings, routes: await readRoutes(db, { systems, settings, before }) };
}

async function readSystems(db: Db): Promise<Map<string, SystemEntry>> {
  const rows = await db.selectFrom('access_system').selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        code: row.code,
        name: row.name,
        ownerDeptId: row.owner_dept_id,
        enabled: row.enabled,
        calls: row.calls,
        addressList: row.address_list,
        actFor: row.act_for,
        rate: row.rate,
        burst: row.burst,
        quotaDay: row.quota_day,
        concurrency: row.concurrency,
      },
    ]),
  );
}

async function readKeys(db: Db): Promise<Map<string, KeyEntry>> {
  const rows = await db.selectFrom('access_key').selectAll().where('revoked_at', 'is', null).execute();
  return new Map(
    rows.map((row) => [
      row.key_id,
      { id: row.id, keyId: row.key_id, systemId: row.system_id, kind: row.kind, secret: row.secret, expiresAt: row.expires_at },
    ]),
  );
}

async function readGrants(db: Db): Promise<Map<string, GrantEntry>> {
  const rows = await db.selectFrom('interface_grant').selectAll().execute();
  return new Map(
    rows.map((row) => [
      grantKey(`${row.grantee_kind}:${row.grantee_id}`, `${row.target_kind}:${row.target_id}`),
      { id: row.id, rate: row.rate, quotaDay: row.quota_day, until: row.until, range: row.range },
    ]),
  );
}

async function readGlobals(db: Db): Promise<Map<string, GlobalEntry>> {
  const rows = await db.selectFrom('global_param').selectAll().where('enabled', '=', true).execute();
  return new Map(
    rows.map((row) => [row.name, { id: row.id, name: row.name, kind: row.kind, value: row.value, secret: row.secret, token: row.token }]),
  );
}

async function readConnections(db: Db): Promise<Map<string, ConnectionRow>> {
  const found = new Map<string, ConnectionRow>();
  for (const kind of ['database', 'soap', 'sap', 'dubbo'] as const) {
    const { rows } = await sql<{ row: ConnectionRow }>`select to_jsonb(t) as row from ${sql.table(`access_${kind}`)} as t`.execute(db);
    for (const { row } of rows) found.set(`${kind} ${row.id}`, { ...row, secret: row.secret ?? null });
  }
  return found;
}

interface RouteRow {
  id: string;
  name: string;
  code: string;
  kind: Loaded['kind'];
  callers: string[];
  auth: number;
  auth_until: number | null;
  log_on: number;
  log_level: Loaded['log']['level'];
  log_until: number | null;
  log_keep: boolean;
  is_write: boolean;
  enabled: boolean;
  no: number;
  definition: unknown;
  prefix: Record<string, unknown> & { id: string; system_id: string; code: string };
}

interface RouteParts {
  systems: ReadonlyMap<string, SystemEntry>;
  settings: GatewaySettings;
  before: Snapshot | undefined;
}

async function readRoutes(db: Db, { systems, settings, before }: RouteParts): Promise<Map<string, Loaded>> {
  const { rows } =
    await sql<RouteRow>`select i.id, i.name, i.code, i.kind, i.callers, i.auth, i.auth_until, i.log_on, i.log_level, i.log_until, i.log_keep,
      i.is_write, i.enabled, v.no, v.definition, to_jsonb(p) as prefix
    from api_interface i join interface_version v on v.interface_id = i.id and v.no = i.live_version_no
      join interface_prefix p on p.id = i.prefix_id`.execute(db);
  const known = new Map([...(before?.routes.values() ?? [])].map((one) => [`${one.id} ${one.versionNo}`, one.definition]));
  const routes = new Map<string, Loaded>();
  for (const row of rows) {
    const system = systems.get(row.prefix.system_id);
    if (!system) continue;
    const path = `${system.code}/${row.prefix.code}/${row.code}`;
    routes.set(path.toLowerCase(), {
      id: row.id,
      name: row.name,
      kind: row.kind,
      path,
      versionNo: row.no,
      definition: known.get(`${row.id} ${row.no}`) ?? readDefinition(row.definition),
      prefix: prefixOf(row.prefix),
      system,
      enabled: row.enabled,
      isWrite: row.is_write,
      callers: row.callers,
      openUntil: row.auth === 1 || row.auth_until === null ? null : Number(row.auth_until),
      log: { on: row.log_on === 1, level: row.log_level, until: row.log_until === null ? null : Number(row.log_until), keep: row.log_keep },
      settings,
    });
  }
  return routes;
}

/** A prefix by its columns. */
export function prefixOf(row: Readonly<Record<string, unknown>>): PrefixFacts {
  return {
    id: String(row['id']),
    code: String(row['code']),
    enabled: row['enabled'] !== false,
    addresses: row['addresses'] as PrefixFacts['addresses'],
    signIn: String(row['sign_in']),
    signInName: String(row['sign_in_name']),
    signInAccount: String(row['sign_in_account']),
    secret: typeof row['secret'] === 'string' ? row['secret'] : null,
    headers: row['headers'] as PrefixFacts['headers'],
    ca: String(row['ca']),
    timeoutMs: Number(row['timeout_ms']),
  };
}
