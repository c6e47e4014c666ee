import type { RawRecord, RawValue } from '../connector/connector.ts';
import { mappingRow, type MappingRow } from '../../common/source-parts.ts';
import type { Resource } from './resource.ts';
import { enterpriseSchema } from './schema.ts';

const row = (target: string, name: string, more: Record<string, unknown> = {}): MappingRow =>
  mappingRow.parse({ target, from: { kind: 'attribute', name }, ...more });

/** How a user becomes a person where the source says nothing else. */
export const scimMapping: readonly MappingRow[] = [
  row('externalId', '$id'),
  row('account', 'userName'),
  row('name', '$name'),
  row('alias', 'nickName', { whenMissing: 'clear' }),
  row('employeeNo', 'enterprise.employeeNumber', { whenMissing: 'clear' }),
  row('email', 'emails.primary', { whenMissing: 'clear' }),
  row('workPhone', 'phoneNumbers.work', { whenMissing: 'clear' }),
  row('title', 'title', { whenMissing: 'clear' }),
  row('costCentre', 'enterprise.costCenter', { whenMissing: 'clear' }),
  row('manager', '$manager', { whenMissing: 'clear' }),
  row('departments', '$departments'),
  row('departmentPath', '$path'),
  row('disabled', '$disabled'),
  row('left', '$left'),
  mappingRow.parse({ of: 'department', target: 'externalId', from: { kind: 'attribute', name: '$id' } }),
  mappingRow.parse({ of: 'department', target: 'name', from: { kind: 'attribute', name: 'displayName' } }),
];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : [];

/** What is known of a user beside the resource. */
export interface Beside {
  id: string;
  /** External ids of departments, where groups are departments. */
  departments: readonly string[] | undefined;
  /** Names from the root down, where the enterprise extension names the department. */
  path: string | undefined;
  /** What not being active means: kept out, or gone by the leaver policy. */
  inactive: 'disabled' | 'left';
}

/**
 * A user as a record of a source: attributes under their names, parts behind a dot, lists by their type (`emails.work`) and their primary
 * (`emails.primary`), the enterprise extension under `enterprise`.
 */
export function userRecord(resource: Resource, { id, departments, path, inactive }: Beside): RawRecord {
  const values: Record<string, RawValue> = { $id: id };
  for (const [name, value] of Object.entries(resource)) {
    if (name === enterpriseSchema) Object.assign(values, flat('enterprise', value));
    else if (Array.isArray(value)) Object.assign(values, listed(name, value));
    else Object.assign(values, flat(name, value));
  }
  const given = textOf(values['name.givenName']);
  const family = textOf(values['name.familyName']);
  const name =
    textOf(resource['displayName']) ??
    textOf(values['name.formatted']) ??
    ([given, family].filter(Boolean).join(' ') || textOf(resource['userName']));
  if (name !== undefined) values['$name'] = name;
  if (departments) values['$departments'] = [...departments];
  if (path !== undefined) values['$path'] = path;
  values['$manager'] = textOf(values['enterprise.manager.value']) ?? null;
  const isOut = resource['active'] === false;
  values['$disabled'] = isOut && inactive === 'disabled';
  values['$left'] = isOut && inactive === 'left';
  return { of: 'employee', values };
}

function flat(name: string, value: unknown): Record<string, RawValue> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { [name]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([part, inner]) => flat(`${name}.${part}`, inner))) as Record<string, RawValue>;
}

function listed(name: string, all: readonly unknown[]): Record<string, RawValue> {
  const values: Record<string, RawValue> = {};
  const elements = objectsOf(all);
  for (const one of elements) {
    const value = textOf(one['value']) ?? textOf(one['formatted']);
    const type = textOf(one['type']);
    if (value !== undefined && type !== undefined) values[`${name}.${type}`] ??= value;
  }
  const primary = elements.find((one) => one['primary'] === true) ?? elements.find((one) => one['type'] === 'work') ?? elements[0];
  const value = textOf(primary?.['value']);
  if (value !== undefined) values[`${name}.primary`] = value;
  return values;
}

/** A group as a department below the source's root. */
export const groupRecord = (id: string, resource: Resource): RawRecord => ({
  of: 'department',
  values: { $id: id, displayName: textOf(resource['displayName']) ?? '' },
});
