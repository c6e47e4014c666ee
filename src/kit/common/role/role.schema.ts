import { z } from 'zod';
import { codeText, id, longText, stamps, text, time } from '../schema.ts';
import { factorKinds } from '../session/sign-in-policy.ts';
import { memberKinds, rangeKinds } from './role-range.ts';

/** The built-in roles; the three administrators exclude one another. */
export const presets = ['super', 'system', 'security', 'audit'] as const;

/** A data range as entered: departments only for `chosen`. */
export const rangeDraft = z.strictObject({
  kind: z.enum(rangeKinds),
  departmentIds: z
    .array(id())
    .max(500)
    .transform((all) => [...new Set(all)].toSorted())
    .default([]),
});

/** A department or crowd as a label; `fullName` from the top. */
const named = z.object({ id: z.string(), name: z.string(), fullName: z.string() });

/** A data range as shown. */
export const rangeView = z.object({ kind: z.enum(rangeKinds), departments: z.array(named) });
/** A data range as shown. */
export type RangeView = z.output<typeof rangeView>;

const fields = {
  name: text(100),
  code: codeText(64),
  description: longText(500),
  /** The role has no effect after this moment. */
  expiresAt: time().nullable(),
  /** Roles that nobody may hold together with this one. */
  exclusiveWith: z
    .array(id())
    .max(50)
    .transform((all) => [...new Set(all)].toSorted()),
  appKey: z.string().trim().min(1).max(100).nullable(),
  terminalType: z.int().min(1).max(3).nullable(),
  ruleType: z.int().min(1).max(3).nullable(),
  /** The department that it belongs to; null: the whole enterprise. */
  ownerDeptId: id().nullable(),
  /** Who holds it signs in with a second factor. */
  needsFactor: z.boolean(),
  /** Memberships end after at most so many days; null: they may last for ever. */
  memberDays: z.int().min(1).max(3650).nullable(),
};

/** What an administrator enters for a new role; it gives nothing to nobody until it gets resources and members. */
export const roleDraft = z.strictObject({
  name: fields.name,
  code: fields.code,
  description: fields.description.default(''),
  expiresAt: fields.expiresAt.default(null),
  exclusiveWith: fields.exclusiveWith.default([]),
  appKey: fields.appKey.default(null),
  terminalType: fields.terminalType.default(null),
  ruleType: fields.ruleType.default(null),
  ownerDeptId: fields.ownerDeptId.default(null),
  needsFactor: fields.needsFactor.default(false),
  memberDays: fields.memberDays.default(null),
});
/** Entered values of a new role. */
export type RoleDraft = z.output<typeof roleDraft>;

/** A change of a role: the version that was read, and the changed fields only. */
export const roleChange = z.strictObject({ roleId: id(), version: z.int().min(1), ...z.object(fields).partial().shape });

/** A role in a list. */
export const roleRow = z.object({
  ...stamps,
  name: z.string(),
  code: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  isSupperAdmin: z.boolean(),
  preset: z.enum(presets).nullable(),
  expiresAt: time().nullable(),
  terminalType: z.int().nullable(),
  ruleType: z.int().nullable(),
  ownerDeptId: z.string().nullable(),
  /** Empty where it belongs to none, or to one that the reader may not know of. */
  ownerDeptName: z.string(),
  range: rangeView,
  /** People whom it reaches by whatever way, each once. */
  people: z.int(),
  menus: z.int(),
  buttons: z.int(),
  needsFactor: z.boolean(),
  memberDays: z.int().nullable(),
  /** People in the caller's range whom it never touches; only where the area keeps a list of them. */
  exempt: z.int().optional(),
  /** The caller may change it: it gives nothing that they do not hold. */
  editable: z.boolean(),
});
/** A role in a list. */
export type RoleRow = z.output<typeof roleRow>;

/** A role with everything its form shows. */
export const roleDetail = z.object({
  ...roleRow.shape,
  exclusiveWith: z.array(z.object({ id: z.string(), name: z.string() })),
  appKey: z.string().nullable(),
  members: z.object({ employees: z.int(), departments: z.int(), crowds: z.int() }),
});
/** A role with everything its form shows. */
export type RoleDetail = z.output<typeof roleDetail>;

/** How somebody holds a role: themselves, or by a department or crowd. */
const wayView = z.object({ kind: z.enum(memberKinds), id: z.string(), name: z.string() });
/** How somebody holds a role. */
export type WayView = z.output<typeof wayView>;

/** A person who holds a role. */
export const roleEmployee = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  enabled: z.boolean(),
  way: wayView,
  since: time(),
  until: time().nullable(),
  by: z.string(),
  /** Epoch milliseconds; null when never or not known. */
  lastSignInAt: time().nullable(),
});

/** A department or crowd that holds a role for its people. */
export const roleGroup = z.object({
  id: z.string(),
  name: z.string(),
  fullName: z.string(),
  people: z.int(),
  since: time(),
  until: time().nullable(),
  by: z.string(),
});

/** How a crowd follows its rule: where it does not, those who were members last stay. */
const crowdStandings = ['on', 'paused', 'held', 'error'] as const;
export type CrowdStanding = (typeof crowdStandings)[number];

/** A crowd that holds a role. */
export const roleCrowd = roleGroup.extend({ standing: z.enum(crowdStandings) });

/** A person with all roles of an area. */
export const roleHolder = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  enabled: z.boolean(),
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      preset: z.enum(presets).nullable(),
      way: wayView,
      until: time().nullable(),
      range: rangeView,
    }),
  ),
  sessions: z.int(),
  lastSignInAt: time().nullable(),
  address: z.string().nullable(),
  /** Second factors that were set up. */
  factors: z.array(z.enum(factorKinds)),
  /** A role or the site's policy asks for one. */
  factorNeeded: z.boolean(),
  /** Whole days since the last call; null where there was none. */
  idleDays: z.int().nullable(),
  /** Was away for so long that the policy lets them in no more until somebody reactivates them. */
  keptOut: z.boolean(),
});
/** A person with all roles of an area. */
export type RoleHolder = z.output<typeof roleHolder>;
