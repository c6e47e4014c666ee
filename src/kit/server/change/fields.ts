import { masked, type Fields, type Json, type Kind, type State } from './kind.ts';

/** Whether two JSON values are the same, whatever the order of their keys. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index]))
    );
  }
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => name in right && sameJson(left[name], right[name]));
}

/** The fields of a request that differ from the present ones: before and after, or undefined when none does. */
export function diffOf(now: Fields, request: Fields): { before: Fields; after: Fields } | undefined {
  const changed = Object.keys(request).filter((name) => request[name] !== undefined && !sameJson(now[name] ?? null, request[name]));
  if (changed.length === 0) return undefined;
  return { before: pickFields(now, changed), after: pickFields(request, changed) };
}

/** These fields of an object; absent ones are null. */
function pickFields(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** As the journal keeps fields: declared ones only, secrets masked (an empty secret stays visibly empty). */
export function journaled(kind: Kind, fields: Fields | null): Fields | null {
  if (!fields) return null;
  const { fields: rules } = kind;
  const kept: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const fact = rules[name];
    if (fact) kept[name] = fact.secret && value !== null ? masked : value;
  }
  return kept;
}

/** Takes masked values out: what can't be known again is left as it is. */
export function unmasked(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== masked));
}

/** The object as answers carry it: its fields beside id and version, secrets masked. */
export function entityOf(kind: Kind, state: State): Fields {
  return { ...journaled(kind, state.fields), id: state.id, version: state.version };
}
