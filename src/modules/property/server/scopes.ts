import { sql, type RawBuilder } from 'kysely';
import { platformKeys, platformNames } from '#kit/common/client/platforms.ts';
import type { Language } from '#kit/common/language.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Db, Directory } from '#kit/server/directory.ts';
import { idOf } from '#kit/server/ids.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import type { ScopeOfValue } from '../common/value.contract.ts';

const directory: Directory = createDirectory();

/** Where a value holds. */
export interface Scope {
  scopeKind: ScopeOfValue;
  scopeId: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isPlatform = (text: string): boolean => platformKeys.some((one) => one === text);
const app = /^[A-Za-z0-9_-]{1,64}$/;
const objects = new Set<ScopeOfValue>(['department', 'crowd', 'role', 'employee']);

/** The id of the object that is the scope; null where the scope is none. */
export const objectOf = ({ scopeKind, scopeId }: Scope): string | null => (objects.has(scopeKind) ? scopeId : null);

/** Whether the id is one that this kind of scope can have. */
export function isScope({ scopeKind, scopeId }: Scope): boolean {
  if (scopeKind === 'site') return scopeId === '';
  if (scopeKind === 'platform') return isPlatform(scopeId);
  if (scopeKind !== 'app') return uuid.test(scopeId);
  const [code = '', platform] = scopeId.split(/:(.*)/s);
  return app.test(code) && (platform === undefined || isPlatform(platform));
}

/** The id of the value of a property at a scope: the same for ever, so that its history outlives clearing (UUID version 8, RFC 9562). */
export const valueId = (propertyId: string, { scopeKind, scopeId }: Scope): string => idOf(`${propertyId}\n${scopeKind}\n${scopeId}`);

/** The departments a scope belongs to (ltree paths, the nearest first): of a department its own, of a person theirs; of the others none. */
export async function pathsOfScope(db: Db, { scopeKind, scopeId }: Scope): Promise<string[]> {
  if (scopeKind === 'department') return [...(await directory.departments(db, [scopeId])).values()].map(({ path }) => path);
  return scopeKind === 'employee' ? directory.pathsOf(db, scopeId) : [];
}

/** Whether a scope lies in a range: site, apps, platforms, roles and crowds need everything. */
export async function scopeInRange(db: Db, range: Range, scope: Scope): Promise<boolean> {
  if (range.all) return true;
  if (scope.scopeKind === 'employee' && range.self && scope.scopeId === range.uid) return true;
  return (await pathsOfScope(db, scope)).some((path) => pathInRange(range, path));
}

/** SQL condition on values: those whose scope lies in the range. */
export function valueInRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  return sql<boolean>`((scope_kind = 'department' and ${directory.departmentInRange(range, 'property_value.object_id')})
    or (scope_kind = 'employee' and ${directory.employeeInRange(range, 'property_value.object_id')}))`;
}

/** Whether the object of a scope exists; the others always do. */
export async function scopeExists(db: Db, scope: Scope): Promise<boolean> {
  return objectOf(scope) === null || (await scopeNames(db, [scope], 'zh_CN')).has(keyOf(scope));
}

/** One text for a scope. */
export const keyOf = ({ scopeKind, scopeId }: Scope): string => `${scopeKind}:${scopeId}`;

/** Names of scopes that have one; objects that are gone are absent. For an administrator (`seenBy`) a word stands for what is not in range. */
export async function scopeNames(db: Db, scopes: readonly Scope[], language: Language, seenBy?: Range): Promise<Map<string, string>> {
  const idsOf = (kind: ScopeOfValue): string[] => [
    ...new Set(scopes.filter(({ scopeKind }) => scopeKind === kind).map(({ scopeId }) => scopeId)),
  ];
  const roles = idsOf('role');
  const [departments, people, crowds, named] = await Promise.all([
    directory.departments(db, idsOf('department'), language, seenBy),
    directory.people(db, idsOf('employee'), language, seenBy),
    directory.crowds(db, idsOf('crowd'), language, seenBy),
    roles.length === 0 ? [] : db.selectFrom('role').select(['id', 'name']).where('id', 'in', roles).execute(),
  ]);
  return new Map([
    ...Object.entries(platformNames).map(([id, name]): [string, string] => [`platform:${id}`, name]),
    ...[...departments].map(([id, { fullName }]): [string, string] => [`department:${id}`, fullName]),
    ...[...people].map(([id, { name, account }]): [string, string] => [`employee:${id}`, account === '' ? name : `${name} (${account})`]),
    ...[...crowds].map(([id, name]): [string, string] => [`crowd:${id}`, name]),
    ...named.map(({ id, name }): [string, string] => [`role:${id}`, name]),
  ]);
}
