import { z } from 'zod';
import { memberKinds, rangeKinds } from '#kit/common/role/role-range.ts';
import type { FieldRule, Fields, Operation } from '../change/kind.ts';

const member = z.object({ kind: z.enum(memberKinds), id: z.string(), until: z.number().nullable() });

const roleState = z.object({
  module: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  expiresAt: z.number().nullable(),
  exclusiveWith: z.array(z.string()),
  appKey: z.string().nullable(),
  terminalType: z.number().nullable(),
  ruleType: z.number().nullable(),
  ownerDeptId: z.string().nullable(),
  needsFactor: z.boolean(),
  memberDays: z.number().nullable(),
  grants: z.array(z.string()),
  range: z.object({ kind: z.enum(rangeKinds), departmentIds: z.array(z.string()) }),
  members: z.array(member),
});

/** A role with everything that is journaled of it. */
export type RoleState = z.output<typeof roleState>;
/** One member of a role, until a time in epoch milliseconds or without end. */
export type RoleMember = RoleState['members'][number];

/** Every journaled field of a role. */
export const roleFields: Readonly<Record<keyof RoleState, FieldRule>> = {
  module: {},
  code: {},
  name: {},
  description: {},
  enabled: {},
  expiresAt: {},
  exclusiveWith: {},
  appKey: {},
  terminalType: {},
  ruleType: {},
  ownerDeptId: { refers: 'department' },
  needsFactor: {},
  memberDays: {},
  grants: {},
  range: { refers: 'member' },
  members: { refers: 'member' },
};

/** A role as it comes from the engine's fields. */
export const stateOf = (fields: Fields): RoleState => roleState.parse(fields);

/** Fields completed to a role; those left out are a new role's. */
export const completed = (fields: Fields): RoleState => roleState.parse({ module: '', code: '', name: '', ...emptyRole, ...fields });

/** The named fields alone, checked. */
export function namedPart(fields: Fields): Partial<RoleState> {
  return Object.fromEntries(Object.entries(completed(fields)).filter(([name]) => name in fields));
}

/** The role before and after an operation; undefined where it does not exist then. */
export function endsOf(operation: Operation, now: RoleState | undefined): { before: RoleState | undefined; after: RoleState | undefined } {
  const appears = operation.action === 'create' || operation.action === 'restore';
  if (appears) return { before: undefined, after: completed(operation.after ?? {}) };
  if (operation.action === 'delete') return { before: now ?? stateOf(operation.before ?? {}), after: undefined };
  return { before: now, after: now && roleState.parse({ ...now, ...operation.after }) };
}

/** A role that gives nothing to nobody. */
export const emptyRole: Omit<RoleState, 'module' | 'code' | 'name'> = {
  description: '',
  enabled: true,
  expiresAt: null,
  exclusiveWith: [],
  appKey: null,
  terminalType: null,
  ruleType: null,
  ownerDeptId: null,
  needsFactor: false,
  memberDays: null,
  grants: [],
  range: { kind: 'self', departmentIds: [] },
  members: [],
};

/** A word for a member, to compare lists. */
export const memberKey = ({ kind, id }: Pick<RoleMember, 'kind' | 'id'>): string => `${kind}:${id}`;

/** Members of one kind. */
export const idsOf = (members: readonly RoleMember[], kind: RoleMember['kind']): string[] =>
  members.filter((one) => one.kind === kind).map(({ id }) => id);

/** Members that only one side has, in either direction; those whose end changed count as both. */
export function memberDiff(before: readonly RoleMember[], after: readonly RoleMember[]): { added: RoleMember[]; removed: RoleMember[] } {
  const keyOf = (one: RoleMember): string => `${memberKey(one)}:${one.until ?? ''}`;
  const [old, requested] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return { added: after.filter((one) => !old.has(keyOf(one))), removed: before.filter((one) => !requested.has(keyOf(one))) };
}
