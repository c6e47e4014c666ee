import { isObject, mapParts, partsOf, recursive, type JsonSchema } from './json-schema.ts';
import { knownNames } from './known-schemas.ts';

/** A place of the description in which a schema stands, and how it is called there. */
export interface SchemaPlace {
  name: string;
  schema: JsonSchema;
  put(schema: JsonSchema): void;
}

interface Seen {
  name: string;
  uses: number;
}

/** Shorter schemas are repeated: a reference would be no shorter. */
const worthSharing = 70;

/**
 * Puts references in the place of schemas that several places have in common, and returns these schemas by their names. A name is that of the
 * known schema, otherwise of the place nearest to an operation, the first by address among equals: it changes only when that place does.
 */
export function shareSchemas(places: readonly SchemaPlace[]): Record<string, JsonSchema> {
  const known = knownNames();
  const names = namesOf(seenIn(places), known);
  const shared: Record<string, JsonSchema> = {};
  const emit = (schema: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return mapParts(schema, emit);
    if (!shared[name]) {
      const inside = schema[recursive];
      // The name is taken before its parts are made.
      shared[name] = {};
      shared[name] = isObject(inside) ? (withSelf(inside, refTo(name)) as JsonSchema) : mapParts(schema, emit);
    }
    return refTo(name);
  };
  for (const place of places) place.put(emit(place.schema));
  return Object.fromEntries(Object.entries(shared).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every schema by its text, from the operations inwards; what stands in a schema that was seen before is not counted again. */
function seenIn(places: readonly SchemaPlace[]): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  let level = places.map(({ name, schema }) => ({ name, schema }));
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { name, schema } of level) {
      const text = JSON.stringify(schema);
      const before = seen.get(text);
      if (before) before.uses += 1;
      else {
        seen.set(text, { name, uses: 1 });
        next.push(...partsOf(schema).map(([word, part]) => ({ name: `${name}.${word}`, schema: part })));
      }
    }
    level = next;
  }
  return seen;
}

function namesOf(seen: Map<string, Seen>, known: Map<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(known.values());
  for (const [text, { name, uses }] of seen) {
    const isSelf = text.startsWith(`{"${recursive}"`);
    if (known.has(text)) names.set(text, known.get(text)!);
    else if (isSelf || (uses > 1 && text.length > worthSharing)) names.set(text, freeName(name.replaceAll(/[^\w.-]/g, '_'), taken));
  }
  return names;
}

/** The name, or with a number where another schema has it. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let at = 2; taken.has(name); at += 1) name = `${wanted}.${at}`;
  taken.add(name);
  return name;
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function withSelf(value: unknown, self: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((part) => withSelf(part, self));
  if (!isObject(value)) return value;
  if (value['$ref'] === '#') return self;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSelf(part, self)]));
}
