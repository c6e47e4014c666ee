import { createHash } from 'node:crypto';

/** JSON with its keys in order, so that the same values are the same text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, ordered(one)]),
  );
}

/** SHA-256 of a value, whatever the order of its keys. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('hex');
