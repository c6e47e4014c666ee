import { AndFilter, type Filter } from 'ldapts';
import { dnKey, isUnder } from '#platform/ldap/dn.ts';
import type { LdapSourceConfig } from '../../../common/config/ldap.ts';
import type { Dialect } from './dialect.ts';
import { filterOf } from './session.ts';

/** Bases without those that lie under another one: nobody is read twice. */
function outermost(bases: readonly string[]): string[] {
  const keys = bases.map((base) => dnKey(base));
  return bases.filter(
    (_base, at) => !keys.some((other, index) => index !== at && isUnder(keys[at]!, other) && (other !== keys[at] || index < at)),
  );
}

/** Where people and departments are, and by which filters. */
export interface Scope {
  readonly people: { readonly bases: readonly string[]; readonly filter: Filter };
  readonly departments: { readonly bases: readonly string[]; readonly filter: Filter };
  /** Whether the entry of this name lies where people are. */
  holdsPerson(key: string): boolean;
  /** Whether it is one of the bases of departments itself. */
  isBase(key: string): boolean;
}

const units = '(objectClass=organizationalUnit)';

/** What a configuration says of where to look; a filter that can't be read fails here. */
export function scopeOf(config: LdapSourceConfig, dialect: Dialect): Scope {
  const people = outermost(config.userBases);
  const departments = config.departmentBases.length > 0 ? outermost(config.departmentBases) : people;
  const ready = config.departments === 'groups' ? dialect.groups : units;
  const peopleKeys = people.map((base) => dnKey(base));
  const baseKeys = new Set(departments.map((base) => dnKey(base)));
  return {
    people: { bases: people, filter: filterOf(config.userFilter) },
    departments: { bases: departments, filter: filterOf(config.departmentFilter === '' ? ready : config.departmentFilter) },
    holdsPerson: (key) => peopleKeys.some((base) => isUnder(key, base)),
    isBase: (key) => baseKeys.has(key),
  };
}

/** A filter and, where there is one, what narrows it. */
export function narrowed(filter: Filter, by: Filter | null): Filter {
  return by ? new AndFilter({ filters: [filter, by] }) : filter;
}
