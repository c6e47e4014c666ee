import { sql, type Selectable } from 'kysely';
import type { PropertyExposure } from '#kit/common/property.ts';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import { masked, type Json } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { ResolvedRow } from '../common/value.contract.ts';
import { definitionOf, type Property } from './definitions.ts';
import type { PropertyValueTable } from './property.table.ts';
import { keyOf, scopeNames, type Scope } from './scopes.ts';
import { unfit } from './value-check.ts';

/** For whom or what is resolved. */
export interface Subject {
  empId?: string | undefined;
  /** In place of a person: as for somebody of whom only this is known. */
  departmentId?: string | undefined;
  app?: string | undefined;
  platform?: string | undefined;
  /** In place of a person, as the department. */
  crowdId?: string | undefined;
  roleId?: string | undefined;
}

/** Which properties. */
export interface Wanted {
  ids?: readonly string[] | undefined;
  namespace?: string | undefined;
  key?: string | undefined;
  exposures?: readonly PropertyExposure[];
}

export type Value = Selectable<PropertyValueTable>;
type State = ResolvedRow['chain'][number]['state'];

/** A value in the chain of a property; the last is the default, which has no row. */
export interface Link {
  scope: Scope | null;
  row: Value | null;
  value: Json;
  state: State;
}

/** A property with what holds. */
export interface Resolved {
  property: Property;
  /** The first of the chain that is switched on, in its time and of the type. */
  winner: Link;
  chain: readonly Link[];
}

type Needs = Pick<Services, 'directory' | 'access' | 'now'>;

/**
 * What holds for a subject, read at this moment, so that a change is true on every node with its commit. The first that is found wins: employee, role
 * (highest priority), crowd (highest priority), department (nearest upward from the primary one), app on a platform, platform, app, site, default.
 */
export async function resolveProperties(needs: Needs, db: Db, wanted: Wanted, subject: Subject): Promise<Resolved[]> {
  const properties = await wantedProperties(db, wanted);
  if (properties.length === 0) return [];
  const ids = properties.map(({ id }) => id);
  const ranks = await ranksOf(needs, db, ids, subject);
  const rows = await valuesAt(db, ids, [...ranks.keys()]);
  const byProperty = Map.groupBy(rows, (row) => row.property_id);
  const now = needs.now();
  return Promise.all(
    properties.map(async (property) => {
      const own = (byProperty.get(property.id) ?? []).toSorted((one, other) => before(ranks, one, other));
      return resolvedOf(property, own, now);
    }),
  );
}

function wantedProperties(db: Db, { ids, namespace, key, exposures }: Wanted): Promise<Property[]> {
  return db
    .selectFrom('property')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!.length > 0 ? [...ids!] : ['00000000-0000-7000-8000-000000000000']))
    .$if(namespace !== undefined, (query) => query.where('namespace', '=', namespace!))
    .$if(key !== undefined, (query) => query.where('key', '=', key!))
    .$if(exposures !== undefined, (query) => query.where('exposure', 'in', [...exposures!]).where('secret', '=', false))
    .orderBy('namespace')
    .orderBy('key')
    .limit(20_000)
    .execute();
}

/** Every scope that holds the subject, with its place in the order. */
async function ranksOf({ directory, access }: Needs, db: Db, ids: readonly string[], subject: Subject): Promise<Map<string, number>> {
  const { empId, departmentId, app, platform } = subject;
  const ranks = new Map<string, number>([[keyOf({ scopeKind: 'site', scopeId: '' }), 800]]);
  if (app !== undefined) ranks.set(keyOf({ scopeKind: 'app', scopeId: app }), 700);
  if (platform !== undefined) ranks.set(keyOf({ scopeKind: 'platform', scopeId: platform }), 600);
  if (app !== undefined && platform !== undefined) ranks.set(keyOf({ scopeKind: 'app', scopeId: `${app}:${platform}` }), 500);
  const home = empId === undefined ? await pathOf({ directory }, db, departmentId) : (await directory.pathsOf(db, empId))[0];
  if (home !== undefined)
    for (const [id, depth] of await departmentsUpward({ directory }, db, ids, home))
      ranks.set(keyOf({ scopeKind: 'department', scopeId: id }), 400 - depth);
  if (empId === undefined) {
    if (subject.crowdId !== undefined) ranks.set(keyOf({ scopeKind: 'crowd', scopeId: subject.crowdId }), 200);
    if (subject.roleId !== undefined) ranks.set(keyOf({ scopeKind: 'role', scopeId: subject.roleId }), 100);
    return ranks;
  }
  for (const crowdId of await crowdsWith({ directory }, db, ids, empId)) ranks.set(keyOf({ scopeKind: 'crowd', scopeId: crowdId }), 200);
  for (const { id } of (await access.grants(empId)).roles) ranks.set(keyOf({ scopeKind: 'role', scopeId: id }), 100);
  return ranks.set(keyOf({ scopeKind: 'employee', scopeId: empId }), 0);
}

async function pathOf({ directory }: Pick<Needs, 'directory'>, db: Db, departmentId: string | undefined): Promise<string | undefined> {
  return departmentId === undefined ? undefined : (await directory.departments(db, [departmentId])).get(departmentId)?.path;
}

const objectsWith = async (db: Db, ids: readonly string[], kind: 'department' | 'crowd'): Promise<string[]> => {
  const rows = await db
    .selectFrom('property_value')
    .select('object_id')
    .distinct()
    .where('scope_kind', '=', kind)
    .where('property_id', 'in', [...ids])
    .execute();
  return rows.flatMap(({ object_id }) => object_id ?? []);
};

/** Departments with values that are this one or above it, with how deep they lie. */
async function departmentsUpward(
  { directory }: Pick<Needs, 'directory'>,
  db: Db,
  ids: readonly string[],
  home: string,
): Promise<Map<string, number>> {
  const found = await directory.departments(db, await objectsWith(db, ids, 'department'));
  const above = [...found].filter(([, { path }]) => home === path || home.startsWith(`${path}.`));
  return new Map(above.map(([id, { path }]) => [id, path.split('.').length]));
}

async function crowdsWith({ directory }: Pick<Needs, 'directory'>, db: Db, ids: readonly string[], empId: string): Promise<string[]> {
  const crowds = await objectsWith(db, ids, 'crowd');
  const holds = await Promise.all(
    crowds.map(async (crowd) => {
      const { rows } =
        await sql`select from (${directory.employeesOfCrowds([crowd])}) as member where member.id = ${empId}::uuid limit 1`.execute(db);
      return rows.length > 0;
    }),
  );
  return crowds.filter((_crowd, index) => holds[index]);
}

async function valuesAt(db: Db, ids: readonly string[], keys: readonly string[]): Promise<Value[]> {
  return db
    .selectFrom('property_value')
    .selectAll()
    .where('property_id', 'in', [...ids])
    .where(sql<boolean>`scope_kind || ':' || scope_id = any(${keys}::text[])`)
    .execute();
}

const scopeOf = (row: Value): Scope => ({ scopeKind: row.scope_kind, scopeId: row.scope_id });

/** By the place of the scope, then the higher priority, then the code of the scope, so that the order is always the same. */
function before(ranks: ReadonlyMap<string, number>, one: Value, other: Value): number {
  const place = (row: Value): number => ranks.get(keyOf(scopeOf(row))) ?? 999;
  return place(one) - place(other) || other.priority - one.priority || (one.scope_id < other.scope_id ? -1 : 1);
}

async function resolvedOf(property: Property, rows: readonly Value[], now: number): Promise<Resolved> {
  const chain: Link[] = [];
  for (const row of rows) chain.push({ scope: scopeOf(row), row, value: row.value, state: await standing(property, row, now) });
  chain.push({ scope: null, row: null, value: property.default_value, state: 'over' });
  const winner = chain.find(({ state }) => state === 'over')!;
  winner.state = 'wins';
  return { property, winner, chain };
}

/** Whether a value could win: `over` until it is known which does. */
async function standing(property: Property, row: Value, now: number): Promise<State> {
  if (!row.enabled) return 'disabled';
  if (row.valid_from !== null && row.valid_from > now) return 'early';
  if (row.valid_until !== null && row.valid_until <= now) return 'expired';
  if (property.secret) return row.sealed === null ? 'invalid' : 'over';
  return (await unfit(row.value, definitionOf(property))) === undefined ? 'over' : 'invalid';
}

/** The value as it may be shown: dots for a secret. */
export const shown = (property: Property, value: Json, isSet: boolean): Json => (property.secret ? (isSet ? masked : null) : value);

/** Resolved properties as they leave, their scopes named. */
export async function resolvedView(
  db: Db,
  all: readonly Resolved[],
  { language, range }: { language: Language; range: Range },
): Promise<ResolvedRow[]> {
  const names = await scopeNames(
    db,
    all.flatMap(({ chain }) => chain.flatMap(({ scope }) => scope ?? [])),
    language,
    range,
  );
  return all.map(({ property, winner, chain }) => ({
    propertyId: property.id,
    namespace: property.namespace,
    key: property.key,
    type: property.type,
    secret: property.secret,
    value: shown(property, winner.value, winner.row !== null),
    chain: chain.map(({ scope, row, value, state }) => ({
      scopeKind: scope?.scopeKind ?? 'default',
      scopeId: scope?.scopeId ?? '',
      scopeName: (scope && names.get(keyOf(scope))) ?? scope?.scopeId ?? '',
      value: shown(property, value, row !== null),
      priority: row?.priority ?? 0,
      state,
    })),
  }));
}
