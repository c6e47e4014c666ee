/** Which departments a role's holder may touch; `own…` and `self` follow the holder. */
export const rangeKinds = ['all', 'ownDeptAndBelow', 'ownDept', 'chosen', 'self'] as const;
/** One of the ways in which a role names its data range. */
export type RangeKind = (typeof rangeKinds)[number];

/** How somebody comes to hold a role. */
export const memberKinds = ['employee', 'department', 'crowd'] as const;
/** One of the ways in which somebody comes to hold a role. */
export type MemberKind = (typeof memberKinds)[number];
