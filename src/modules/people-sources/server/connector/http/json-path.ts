import type { RawValue } from '../connector.ts';

/** The value at a path of names with dots; the whole where the path is empty. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (inner !== null && typeof inner === 'object' && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined),
      value,
    );
}

/** A text or number as text; undefined for anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Objects in a list; what is no list has none. */
export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one))
    : [];

/** The ids at a path: a list of them, or one. */
export function idsAt(value: unknown, path: string): string[] | undefined {
  const found = valueAt(value, path);
  if (found === undefined) return undefined;
  if (!Array.isArray(found)) return textOf(found) === undefined ? [] : [textOf(found)!];
  return found.flatMap((one) => textOf(one) ?? textOf(valueAt(one, 'id')) ?? []);
}

const deepest = 5;

/** An object as attributes: inner names behind a dot, lists of plain values as they are, lists of objects left out. */
export function attributesOf(object: Readonly<Record<string, unknown>>, skip = ''): Record<string, RawValue> {
  const values: Record<string, RawValue> = {};
  put(values, object, { prefix: '', skip, depth: 0 });
  return values;
}

function put(
  values: Record<string, RawValue>,
  object: Readonly<Record<string, unknown>>,
  { prefix, skip, depth }: { prefix: string; skip: string; depth: number },
): void {
  for (const [name, value] of Object.entries(object)) {
    const path = `${prefix}${name}`;
    if (path === skip) continue;
    if (Array.isArray(value)) {
      const plain = value.filter((one): one is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof one));
      if (plain.length === value.length) values[path] = plain;
    } else if (typeof value === 'object' && value !== null) {
      if (depth < deepest) put(values, value as Record<string, unknown>, { prefix: `${path}.`, skip, depth: depth + 1 });
    } else if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) values[path] = value as RawValue;
  }
}
