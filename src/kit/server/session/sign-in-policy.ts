import { sql } from 'kysely';
import { sessionPart, signInPolicy, type SignInPolicy } from '#kit/common/session/sign-in-policy.ts';
import type { PasswordPolicy } from '#kit/common/password-rules.ts';
import type { Settings } from '#platform/settings.ts';
import type { Db } from '../directory.ts';
import { createRecentChange, rememberedUntilChange } from '../recent-change.ts';
import './session.table.ts';

/** The one row of the policy. */
export const policyId = '00000000-0000-7000-8000-0000000000a1';

/** Milliseconds for which a node trusts what it knows. */
const trustMillis = 500;

/** The policy of signing in, true on every node within a second of a change. */
export interface SignInPolicies {
  now(): Promise<SignInPolicy>;
}

/** Changes of the policy that this process makes. */
export const policyChanges = createRecentChange();

type SessionSettings = Pick<Settings, 'sessionIdleMinutes' | 'sessionWholeHours' | 'sessionsPerPerson'>;

/** What holds until an administrator says otherwise. */
const defaultPolicy = (settings: SessionSettings): SignInPolicy => ({
  password: {
    preset: 'modern',
    minLength: 8,
    classes: 0,
    history: 0,
    maxAgeDays: 0,
    minAgeHours: 0,
    contextWords: [],
    breachedList: true,
  },
  lock: { failures: 5, windowMinutes: 15, grow: true },
  pictureCodeAfter: 2,
  session: {
    idleMinutes: settings.sessionIdleMinutes,
    wholeHours: settings.sessionWholeHours,
    perPerson: settings.sessionsPerPerson,
    oldestOut: true,
  },
  factor: {
    requiredRoleIds: [],
    requiredDepartmentIds: [],
    requiredCrowdIds: [],
    offered: true,
    kinds: ['totp', 'passkey'],
    trustedDays: 7,
  },
  addressRules: { rules: [], otherwise: 'allow' },
  rememberAccount: false,
  banner: null,
  idleDisableDays: 90,
});

interface PolicyRow {
  version: number;
  document: Record<string, unknown>;
}

/** The document of the database over the defaults. */
export async function readPolicy(db: Db, settings: SessionSettings): Promise<{ version: number; policy: SignInPolicy }> {
  const { rows } = await sql<PolicyRow>`select version, jsonb_strip_nulls(jsonb_build_object('password', password, 'lock', lock,
      'pictureCodeAfter', picture_code_after, 'session', session, 'factor', factor, 'addressRules', address_rules,
      'rememberAccount', remember_account, 'banner', banner, 'idleDisableDays', idle_disable_days)) as document
    from authenticate where id = ${policyId}`.execute(db);
  const { version = 1, document = {} } = rows[0] ?? {};
  return { version, policy: policyOf(document, settings) };
}

function policyOf(document: Record<string, unknown>, settings: SessionSettings): SignInPolicy {
  const defaults = defaultPolicy(settings);
  // Hours without a rule lose their nulls on the way; what the settings say may lie outside of what can be entered.
  const rules = (document['addressRules'] as { rules?: object[]; otherwise?: string } | undefined) ?? defaults.addressRules;
  const addressRules = { ...rules, rules: (rules.rules ?? []).map((rule) => ({ from: null, until: null, ...rule })) };
  const session = document['session'] === undefined ? defaults.session : sessionPart.parse(document['session']);
  const entered = { idleMinutes: 30, wholeHours: 12, perPerson: 3, oldestOut: true };
  return { ...signInPolicy.parse({ ...defaults, ...document, session: entered, addressRules }), session };
}

/** Opens the policy of a running product. */
export function openSignInPolicy({ db, settings }: { db: Db; settings: SessionSettings }): SignInPolicies {
  return { now: rememberedUntilChange(async () => (await readPolicy(db, settings)).policy, policyChanges, trustMillis) };
}

/** The rules for a new password as browser and server hold it against them. */
export const passwordPolicyOf = ({ password }: SignInPolicy): PasswordPolicy => ({
  preset: password.preset,
  minLength: password.minLength,
  minClasses: Math.max(password.preset === 'graded' ? 3 : 0, password.classes),
  breachedList: password.breachedList,
  contextWords: password.contextWords,
});
