import { z } from 'zod';
import { platformNumber } from '../client/platforms.ts';
import { localText } from '../language.ts';
import { id, text, time } from '../schema.ts';

const groupIds = () =>
  z
    .array(id())
    .max(100)
    .default([])
    .transform((all) => [...new Set(all)]);

/** Groups of people: who holds one of these roles, is in one of these departments or below, or in one of these crowds. */
export const peopleGroups = z.strictObject({ roleIds: groupIds(), departmentIds: groupIds(), crowdIds: groupIds() });
export type PeopleGroups = z.output<typeof peopleGroups>;

/** Kinds of second factors. */
export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** Rules for new passwords. The presets are floors (src/kit/common/password-rules.ts); these raise them. */
export const passwordPart = z.strictObject({
  preset: z.enum(['modern', 'graded']),
  minLength: z.int().min(8).max(64),
  /** How many of lower, upper, digit, other. */
  classes: z.int().min(0).max(4),
  /** How many passwords before this one may not be used again. */
  history: z.int().min(0).max(24),
  /** 0: never too old. */
  maxAgeDays: z.int().min(0).max(365),
  /** Hours before somebody may change the own password again. */
  minAgeHours: z.int().min(0).max(720),
  /** May not be part of a password: names of the company, its products, its town. */
  contextWords: z.array(text(40)).max(50),
  /** Whether passwords known from breaches are refused. */
  breachedList: z.boolean(),
});

/** Lockout rules after wrong passwords. */
export const lockPart = z.strictObject({
  failures: z.int().min(3).max(10),
  windowMinutes: z.int().min(5).max(60),
  /** Each further lock lasts twice as long, up to a day. */
  grow: z.boolean(),
});

/** Lives of sessions and how many somebody may have. */
export const sessionPart = z.strictObject({
  idleMinutes: z.int().min(5).max(60),
  wholeHours: z.int().min(1).max(24),
  perPerson: z.int().min(1).max(20),
  /** One too many ends the oldest; else the new one is refused. */
  oldestOut: z.boolean(),
});

/** Second factors. */
export const factorPart = z.strictObject({
  requiredRoleIds: z
    .array(id())
    .max(100)
    .transform((all) => [...new Set(all)]),
  /** Of people in these departments and below, and in these crowds, it is asked too. */
  requiredDepartmentIds: groupIds(),
  requiredCrowdIds: groupIds(),
  /** Everybody may set one up, also who need not. */
  offered: z.boolean(),
  kinds: z.array(z.enum(factorKinds)).min(1).max(2),
  /** Days for which a browser may be trusted; 0: never. */
  trustedDays: z.int().min(0).max(30),
});

/** How the device of a terminal stands that somebody signs in with: `bound` to this very person. A browser has none. */
export const deviceStandings = ['any', 'enrolled', 'notEnrolled', 'bound', 'notBound', 'compliant', 'notCompliant'] as const;

const hour = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** From where and when who may come in; the first rule that fits decides. */
const addressRule = z.strictObject({
  /** 10.0.0.0/8, 192.168.1.7, 2001:db8::/32; none: from everywhere. */
  networks: z.array(z.string().trim().min(1).max(64)).max(50),
  /** 1 Monday … 7 Sunday; none: every day. */
  days: z.array(z.int().min(1).max(7)).max(7),
  /** Hours of the server's clock; both null: all day. An end before the start lies on the next day. */
  from: hour().nullable(),
  until: hour().nullable(),
  who: z.enum(['everyone', 'roles', 'departments', 'crowds']),
  roleIds: z.array(id()).max(100),
  departmentIds: groupIds(),
  crowdIds: groupIds(),
  /** Of anything but `any` the rule is about terminals alone. */
  device: z.enum(deviceStandings).default('any'),
  /** Terminals of these platforms alone; none: whatever signs in. */
  platforms: z.array(platformNumber()).max(5).default([]),
  /** `factor`: only with a second factor, also from a trusted browser. */
  action: z.enum(['allow', 'deny', 'factor']),
  /** From this moment on it no longer holds; without one it holds until it is removed. */
  expiresAt: time().optional(),
});
export type AddressRule = z.output<typeof addressRule>;

/** The rules in their order, and what holds for whom none of them fits. */
export const addressPart = z.strictObject({ rules: z.array(addressRule).max(99), otherwise: z.enum(['allow', 'deny']) });
export type AddressRules = z.output<typeof addressPart>;

/** The parts of the sign-in policy as they are entered. */
export const signInPolicy = z.strictObject({
  password: passwordPart,
  lock: lockPart,
  /** Failures after which a picture code is asked for; 0: always. */
  pictureCodeAfter: z.int().min(0).max(5),
  session: sessionPart,
  factor: factorPart,
  addressRules: addressPart,
  /** The login page remembers the account last used in this browser. */
  rememberAccount: z.boolean(),
  /** A sentence above the login form. */
  banner: localText(300).strict().nullable(),
  /** Days after which an administrator who never came loses the way in until somebody assigns a role again; 0: never. */
  idleDisableDays: z.int().min(0).max(365),
});
/** The policy in force. */
export type SignInPolicy = z.output<typeof signInPolicy>;
