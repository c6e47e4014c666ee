import { createHash } from 'node:crypto';

/** Members in one order, whatever order they came in: jsonb keeps none. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  );
}

/** SHA-256 of a content: the same content has the same. */
export const digestOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(ordered(content))).digest('hex');
