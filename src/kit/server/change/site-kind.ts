import type { Kind } from './kind.ts';

/** A kind of objects that hold for the whole site: whoever administers a part of the company neither changes them nor reads their history. */
export function siteKind(kind: Kind): Kind {
  const { unranged: _unranged, ...ranged } = kind;
  return {
    ...ranged,
    outside: async (_tx, range, operations) => (range.all ? new Set<number>() : new Set(operations.keys())),
  };
}
