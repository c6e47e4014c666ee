import { z } from 'zod';
import { platformNumber, platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { peopleGroups } from '#kit/common/session/sign-in-policy.ts';
import { codeText, count, id, ids, longText, pageOf, pageQuery, searchText, stamps, time, version } from '#kit/common/schema.ts';
import {
  assurance,
  authKinds,
  authMatch,
  casConfig,
  ldapConfig,
  oidcConfig,
  samlConfig,
  settingCode,
  wechatConfig,
} from './auth-config.ts';
import { loginAuthentication as page } from './permissions.ts';

const fields = {
  /** For administrators, and on the login page unless there is a label. */
  name: localText(60).strict(),
  label: localText(60).strict().nullable(),
  icon: codeText(40).nullable(),
  audience: z.enum(['console', 'terminals', 'both']),
  platforms: z.array(platformNumber()).max(platforms.length),
  /** For whom it is: null for everybody, else for who is in one of the groups. */
  people: peopleGroups.nullable(),
  /** The settings of the kind; the others are null. */
  ldap: ldapConfig.nullable(),
  oidc: oidcConfig.nullable(),
  saml: samlConfig.nullable(),
  cas: casConfig.nullable(),
  wechat: wechatConfig.nullable(),
  match: authMatch,
  assurance,
};

/** Password or key towards the other system; never answered. */
const secret = z.string().min(1).max(20_000).optional();
const kind = z.enum(authKinds);

/** What an administrator enters for a new setting. */
export const authSettingDraft = z.strictObject({
  kind: kind.exclude(['local']),
  code: settingCode,
  name: fields.name,
  label: fields.label.default(null),
  icon: fields.icon.default(null),
  audience: fields.audience.default('both'),
  platforms: fields.platforms.default([...platforms]),
  people: fields.people.default(null),
  ldap: fields.ldap.default(null),
  oidc: fields.oidc.default(null),
  saml: fields.saml.default(null),
  cas: fields.cas.default(null),
  wechat: fields.wechat.default(null),
  match: fields.match,
  assurance: fields.assurance.default([]),
  secret,
});

/** A change: the version that was read, and the changed fields only. A secret stays unless another host, issuer or client is named. */
export const authSettingChange = z.strictObject({ id: id(), version: version(), ...z.object(fields).partial().shape, secret });

/** Steps of a test, in the order in which they are taken. */
export const testSteps = ['dns', 'tcp', 'tls', 'metadata', 'certificates', 'bind', 'search', 'password', 'attributes', 'person'] as const;

/** What a test found out, step by step; it ends at the first that failed. */
export const testReport = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ step: z.enum(testSteps), ok: z.boolean(), detail: z.string(), ms: z.int() })),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  person: z.object({ uid: id(), name: z.string(), account: z.string() }).nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  /** Where to sign in for trying it out; null where account and password were looked at. */
  tryOut: z.string().nullable(),
});
export type TestReport = z.output<typeof testReport>;

/** The last test of a setting, of what it is now. */
export const testView = z.object({ at: time(), report: testReport });

/** A change that goes back by itself unless it is confirmed from a new session. */
export const guardView = z.object({
  guardId: id(),
  confirmBefore: time(),
  subject: z.string(),
  name: z.string(),
  /** The caller's session began after the change. */
  confirmable: z.boolean(),
});
export type GuardView = z.output<typeof guardView>;

/** What leaves the server. */
export const authSettingRow = z.object({
  ...stamps,
  kind,
  code: z.string(),
  name: localText(60),
  label: localText(60).nullable(),
  icon: z.string().nullable(),
  audience: fields.audience,
  platforms: z.array(z.number()),
  people: peopleGroups.nullable(),
  ldap: ldapConfig.nullable(),
  oidc: oidcConfig.nullable(),
  saml: samlConfig.nullable(),
  cas: casConfig.nullable(),
  wechat: wechatConfig.nullable(),
  match: authMatch,
  assurance: z.array(z.string()),
  hasSecret: z.boolean(),
  orderNo: z.int(),
  enabled: z.boolean(),
  /** Holds until it is confirmed. */
  trial: z.boolean(),
  /** Of the settings as they are now; null where these were never tested. */
  test: testView.nullable(),
  /** Where the other system sends the browser back to; null where there is no such way. */
  callback: z.string().nullable(),
  /** Where we describe ourselves to a SAML provider; null for other kinds. */
  metadata: z.string().nullable(),
  /** Where the other system sends its sign-outs; null for kinds without. */
  logout: z.string().nullable(),
  /** Where an OpenID provider sends the browser after a sign-out; it is registered there. */
  afterLogout: z.string().nullable(),
  /** When the last of the provider's certificates ends; null where there are none. */
  certificateEnds: time().nullable(),
  people7: z.int(),
  failures7: z.int(),
});
export type AuthSettingRow = z.output<typeof authSettingRow>;

/** The settings in the order of the login page. */
export const authSettingList = endpoint({
  method: 'GET',
  path: 'sys/authSetting/list',
  access: { code: page.code },
  scope: 'none',
  input: pageQuery(['orderNo', 'code', 'updatedAt'] as const).extend({
    /** Anywhere in name or code. */
    text: searchText().optional(),
    kind: kind.optional(),
    enabled: z.boolean().optional(),
    audience: fields.audience.optional(),
  }),
  reply: pageOf(authSettingRow).extend({ guard: guardView.nullable() }),
  dedupe: 'cancel-previous',
  summary: 'Sign-in settings in the order of the login page',
});

/** One of them. */
export const authSettingGet = endpoint({
  method: 'GET',
  path: 'sys/authSetting/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: authSettingRow,
  summary: 'One sign-in setting',
});

/** A new one, disabled. */
export const authSettingAdd = endpoint({
  method: 'POST',
  path: 'sys/authSetting/add',
  access: { code: page.button.add },
  scope: 'none',
  audit: 'authSetting.add',
  waits: true,
  input: authSettingDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a sign-in setting, disabled',
});

/** Changed fields of one. What an enabled one signs in with holds for five minutes unless it is confirmed. */
export const authSettingUpdate = endpoint({
  method: 'POST',
  path: 'sys/authSetting/update',
  access: { code: page.button.update },
  scope: 'none',
  audit: 'authSetting.update',
  waits: true,
  errors: [11020],
  input: authSettingChange,
  reply: authSettingRow,
  summary: 'Changes a sign-in setting',
});

const bulk = () => z.strictObject({ ids: ids(), reason: longText(500).optional() });
const guarded = () => count().extend({ guard: guardView.nullable() });

/** Opens ways that were tested as they are (11020). */
export const authSettingEnable = endpoint({
  method: 'POST',
  path: 'sys/authSetting/enable',
  access: { code: page.button.enable },
  scope: 'none',
  audit: 'authSetting.enable',
  waits: true,
  errors: [11020],
  input: bulk(),
  reply: guarded(),
  summary: 'Enables sign-in settings',
});

/** Closes ways and ends the sessions that they began. One proven way for a super administrator stays (11022). */
export const authSettingDisable = endpoint({
  method: 'POST',
  path: 'sys/authSetting/disable',
  access: { code: page.button.disable },
  scope: 'none',
  audit: 'authSetting.disable',
  waits: true,
  errors: [11022],
  input: bulk(),
  reply: guarded(),
  summary: 'Disables sign-in settings',
});

/** Deletes disabled ones. */
export const authSettingRemove = endpoint({
  method: 'POST',
  path: 'sys/authSetting/delete',
  access: { code: page.button.delete },
  scope: 'none',
  audit: 'authSetting.delete',
  waits: true,
  input: bulk(),
  reply: count(),
  summary: 'Deletes disabled sign-in settings',
});

/** The order on the login page: all ids, each once. */
export const authSettingReorder = endpoint({
  method: 'POST',
  path: 'sys/authSetting/reorder',
  access: { code: page.button.reorder },
  scope: 'none',
  audit: 'authSetting.reorder',
  waits: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Puts the sign-in settings in order',
});

/** Tries a stored setting, or one that is not saved yet; with an account it is tried whole. Only a good test of what is stored lets it be enabled. */
export const authSettingTest = endpoint({
  method: 'POST',
  path: 'sys/authSetting/test',
  access: { code: page.button.test },
  scope: 'none',
  audit: 'authSetting.test',
  timeout: 30_000,
  input: z.strictObject({
    id: id().optional(),
    draft: authSettingDraft.partial().optional(),
    account: z.string().min(1).max(128).optional(),
    password: z.string().min(1).max(256).optional(),
  }),
  reply: testReport,
  summary: 'Tries a sign-in setting',
});

/** Lets a change of the sign-in hold: from a session that began after it. `undo` takes it back at once instead. */
export const guardConfirm = endpoint({
  method: 'POST',
  path: 'sysConsole/authenticate/confirm',
  access: { code: page.button.confirmPolicy },
  scope: 'none',
  audit: 'authenticate.confirm',
  errors: [11021],
  input: z.strictObject({ guardId: id(), undo: z.boolean().default(false) }),
  reply: z.null(),
  summary: 'Confirms a change of the sign-in from a new session',
});
