import { mergeRanges, pathInRange, type Grants, type Range } from './caller.ts';

/** Returns the grants of a person narrowed to these codes. Who may do everything then may do no more than what is named. */
export function limitedTo(grants: Grants, codes: readonly string[]): Grants {
  const everywhere: Range = { all: true };
  return narrowed(
    grants,
    codes.flatMap((code) => {
      const range = grants.superAdmin ? everywhere : grants.codes.get(code);
      return range ? [[code, range] as const] : [];
    }),
  );
}

/** Returns the grants that two people share: each code that both hold, where both hold it. The roles shown are those of the second. */
export function sharedGrants(own: Grants, other: Grants): Grants {
  const { roles } = other;
  if (own.superAdmin) return { ...other, departments: own.departments ?? [] };
  if (other.superAdmin) return { ...own, roles };
  const shared = [...other.codes].flatMap(([code, range]) => {
    const mine = own.codes.get(code);
    return mine ? [[code, sharedRange(mine, range)] as const] : [];
  });
  return { ...narrowed(own, shared), roles };
}

function narrowed(grants: Grants, codes: readonly (readonly [string, Range])[]): Grants {
  const ranges = codes.map(([, range]) => range);
  const uid = grants.widest.all ? '' : grants.widest.uid;
  return {
    ...grants,
    superAdmin: false,
    codes: new Map(codes),
    widest: ranges.length > 0 ? mergeRanges(ranges) : { all: false, paths: [], self: false, uid },
  };
}

/** What lies in both ranges. One's own record counts only where the other sees everything: by paths alone nobody knows where it is. */
function sharedRange(one: Range, other: Range): Range {
  if (one.all) return other;
  if (other.all) return one;
  const inside = (range: Exclude<Range, { readonly all: true }>, paths: readonly string[]): string[] =>
    paths.filter((path) => pathInRange({ ...range, exact: [] }, path));
  const exact = [
    ...(one.exact ?? []).filter((path) => pathInRange(other, path)),
    ...(other.exact ?? []).filter((path) => pathInRange(one, path)),
  ];
  const both = { all: false as const, self: one.self && other.self && one.uid === other.uid, uid: one.uid };
  return mergeRanges([{ ...both, paths: [...inside(other, one.paths), ...inside(one, other.paths)], exact }]);
}
