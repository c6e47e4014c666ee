import { badRequest } from './scim-error.ts';
import { attributeOf, type Attribute, type ResourceSchema } from './schema.ts';

/** A resource as it is kept: names as in the schema, types as in the schema, nothing that only the server writes. */
export type Resource = Record<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const mostElements = 1_000;
const mostText = 10_000;

/**
 * What was sent, in the form in which it is kept. Forgiving where providers are known to differ: names in any case, booleans as text, one
 * element in place of a list, a manager as text. Attributes that no schema has are left out; what is of a wrong type is `invalidValue`.
 */
export function resourceOf(sent: unknown, schema: ResourceSchema): Resource {
  if (!isObject(sent)) throw badRequest('invalidSyntax', 'A resource is a JSON object');
  const kept: Resource = {};
  for (const [name, value] of Object.entries(sent)) {
    const extension = Object.keys(schema.extensions).find((one) => one.toLowerCase() === name.toLowerCase());
    if (extension !== undefined) {
      if (isObject(value)) kept[extension] = objectOf(value, schema.extensions[extension]!);
      continue;
    }
    const attribute = attributeOf(schema.attributes, name);
    if (attribute && isKept(attribute)) setValue(kept, attribute.name, valueOf(value, attribute));
  }
  return kept;
}

/** Whether what is sent of an attribute is kept: not what the server alone writes, and no password. */
export const isKept = ({ mutability }: Attribute): boolean => mutability !== 'readOnly' && mutability !== 'writeOnly';

/** Sets a value, or takes the attribute away where it is empty: unassigned and empty are the same (RFC 7643 2.5). */
export function setValue(target: Resource, name: string, value: unknown): void {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) delete target[name];
  else target[name] = value;
}

function objectOf(value: Record<string, unknown>, attributes: readonly Attribute[]): Resource {
  const kept: Resource = {};
  for (const [name, part] of Object.entries(value)) {
    const attribute = attributeOf(attributes, name);
    if (attribute && isKept(attribute)) setValue(kept, attribute.name, valueOf(part, attribute));
  }
  return kept;
}

/** One value, or the list of an attribute that has several. */
export function valueOf(value: unknown, attribute: Attribute): unknown {
  if (value === null || value === undefined) return null;
  if (!attribute.multi) return oneOf(Array.isArray(value) && value.length === 1 ? value[0] : value, attribute);
  const all = Array.isArray(value) ? value : [value];
  if (all.length > mostElements) throw badRequest('tooMany', `${attribute.name} holds more than ${mostElements} values`);
  return withOnePrimary(all.map((one) => oneOf(one, attribute)));
}

/** One element of it. */
export function oneOf(value: unknown, attribute: Attribute): unknown {
  if (value === null) return null;
  if (attribute.type === 'complex') {
    if (isObject(value)) return objectOf(value, attribute.of ?? []);
    // A manager, an address of mail or a member may come as the value alone.
    if (typeof value === 'string' && attributeOf(attribute.of, 'value')) return { value: textOf(value, attribute) };
    throw badRequest('invalidValue', `${attribute.name} is an object`);
  }
  return attribute.type === 'boolean' ? truthOf(value, attribute) : textOf(value, attribute);
}

function textOf(value: unknown, { name }: Attribute): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw badRequest('invalidValue', `${name} is a text`);
  const text = String(value);
  if (text.length > mostText) throw badRequest('invalidValue', `${name} is longer than ${mostText} characters`);
  return text;
}

/** Entra ID sends "True" and "False". */
function truthOf(value: unknown, { name }: Attribute): boolean {
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw badRequest('invalidValue', `${name} is true or false`);
}

/** At most one value is the primary: the last that says so (RFC 7644 3.5.2). */
export function withOnePrimary(all: readonly unknown[]): unknown[] {
  const last = all.findLastIndex((one) => isObject(one) && one['primary'] === true);
  return all.map((one, at) => (at !== last && isObject(one) && one['primary'] === true ? { ...one, primary: false } : one));
}

/** Attributes that are asked for, or all without those that are not wanted (RFC 7644 3.9). `id` and `schemas` always come. */
export function projected(
  resource: Resource,
  { attributes, excluded }: { attributes?: string | undefined; excluded?: string | undefined },
): Resource {
  const names = (list: string): string[] => list.split(',').map((name) => name.trim().toLowerCase());
  const always = new Set(['id', 'schemas']);
  if (attributes !== undefined && attributes !== '') {
    const wanted = names(attributes);
    const kept: Resource = {};
    for (const [name, value] of Object.entries(resource)) {
      const lower = name.toLowerCase();
      const parts = wanted
        .filter((one) => one.startsWith(`${lower}.`) || one.startsWith(`${lower}:`))
        .map((one) => one.slice(lower.length + 1));
      if (always.has(name) || wanted.includes(lower)) kept[name] = value;
      else if (parts.length > 0) kept[name] = partsOf(value, parts);
    }
    return kept;
  }
  if (excluded === undefined || excluded === '') return resource;
  const left = new Set(names(excluded));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => always.has(name) || !left.has(name.toLowerCase())));
}

function partsOf(value: unknown, parts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, parts));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => parts.includes(name.toLowerCase())));
}
