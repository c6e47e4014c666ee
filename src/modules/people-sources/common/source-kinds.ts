/** Where people come from. SCIM pushes; all others are read. */
export const sourceKinds = ['ldap', 'ad', 'scim', 'sql', 'file', 'http'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What a source may deliver. */
export const deliveries = ['departments', 'employees', 'memberships', 'managers', 'photos'] as const;
export type Delivery = (typeof deliveries)[number];

/** Kinds that this version can read. */
export const readableKinds = ['file', 'ldap', 'ad', 'sql', 'http'] as const satisfies readonly SourceKind[];

/** Kinds that a new source may have: those that are read, and the one that pushes. */
export const offeredKinds = [...readableKinds, 'scim'] as const satisfies readonly SourceKind[];

/** Whether the other side pushes: there is nothing to read, try or plan ahead. */
export const isPushed = (kind: SourceKind): boolean => kind === 'scim';
