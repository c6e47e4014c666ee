import type { RangeKind } from '#kit/common/role/role-range.ts';
import { pathInRange, type Range } from '../caller.ts';

/**
 * How what a role gives stands to what somebody holds: within it, beyond its codes, or beyond its range. Ranges that follow the holder
 * (own departments, self) are judged by who holds the role, elsewhere.
 */
export function gives(
  held: ReadonlyMap<string, Range>,
  codes: readonly string[],
  range: { kind: RangeKind; paths: readonly string[] },
): 'within' | { missing: string } | 'wider' {
  const missing = codes.find((code) => !held.has(code));
  if (missing !== undefined) return { missing };
  const ranges = codes.flatMap((code) => held.get(code) ?? []);
  if (range.kind === 'all') return ranges.every((own) => own.all) ? 'within' : 'wider';
  if (range.kind !== 'chosen') return 'within';
  // A role over a whole subtree is wider than a range that holds only its top.
  return ranges.every((own) => own.all || range.paths.every((path) => pathInRange({ ...own, exact: [] }, path))) ? 'within' : 'wider';
}
