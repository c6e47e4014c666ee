import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { languages, localText } from '../language.ts';
import { licenceNote } from '../licence/licence-facts.ts';
import { rangeView } from '../role/role.schema.ts';
import { codeText, count, id, ids, searchText, time, typedAccount } from '../schema.ts';
import { factorKinds } from './sign-in-policy.ts';

const beforeSignIn = { open: true, because: 'Needed before there is a session' } as const;
const nothingIn = z.object({});

/** A signed-in administrator as the console shows them. */
export const userInfo = z.object({
  empInfoDto: z.object({ uid: id(), name: z.string(), account: z.string() }),
  superAdmin: z.boolean(),
  roles: z.array(z.object({ id: z.string(), name: z.string(), code: z.string() })),
  mustChangePassword: z.boolean(),
  confirmedAt: time(),
});

/** The signed-in administrator with the end of the session. */
const currentUser = userInfo.extend({
  /** Roles that have effect now, each with where it holds and until when. */
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      code: z.string(),
      /** Area of the role: `sys` for this console. */
      module: z.string(),
      range: rangeView,
      until: time().nullable(),
    }),
  ),
  /** Languages that the product speaks. */
  languages: z.array(z.enum(languages)),
  sessionExpiresAt: time(),
  /** Version of one's menu and buttons: another one says that they must be asked for again. */
  resourceVersion: z.string(),
  /** Open warnings that one was told of. */
  openWarnings: z.int(),
  /** How a step-up (10428) is confirmed: the password, or the second factor where another system proved the person. */
  confirmWith: z.array(z.enum(['password', ...factorKinds])),
  /** Changes that wait for a word of theirs. */
  waitingApprovals: z.int(),
  /** How the licence stands, for those who look after it. */
  licence: licenceNote.optional(),
  /** As whom the console is seen now, and until when. */
  viewing: z.object({ uid: z.string(), name: z.string(), endsAt: time() }).nullable(),
});

/** Pending second factor: give one of these kinds (or a recovery code), or set one of them up. */
export const factorStep = z.object({
  due: z.enum(['confirm', 'enrol']),
  kinds: z.array(z.enum(factorKinds)),
  /** Days for which this browser may be trusted afterwards; 0: not. */
  trustedDays: z.int(),
});

/** A session that was begun. With `factor` it opens nothing but the second factor until that is done. */
export const signedInReply = z.object({
  accessToken: z.string(),
  userInfo,
  mustChangePassword: z.boolean(),
  expiresAt: time(),
  factor: factorStep.nullable(),
});

/** Name, version and build of the server and the ways to sign in, named in the caller's language; the console reloads itself politely when the build is newer. */
export const mpVersion = endpoint({
  method: 'GET',
  path: 'mpVersion',
  access: beforeSignIn,
  input: nothingIn,
  reply: z.object({
    name: z.string(),
    version: z.string(),
    build: z.string(),
    /** In the order of the login page; `start` is where a browser goes to sign in elsewhere, null where account and password are typed here. */
    loginKinds: z.array(
      z.object({
        code: z.string(),
        kind: z.string(),
        label: z.string(),
        icon: z.string().nullable(),
        start: z.string().nullable(),
      }),
    ),
    /** A sentence above the login form. */
    banner: localText(300).nullable(),
    /** The login page remembers the account last used in this browser. */
    rememberAccount: z.boolean(),
  }),
  summary: 'Name, version, build and ways to sign in',
});

/** A verification that one sign-in carries: five minutes, once. */
export const getVerifyId = endpoint({
  method: 'GET',
  path: 'sysConsole/getVerifyId',
  access: beforeSignIn,
  input: z.object({ account: searchText(128).optional() }),
  reply: z.object({ verifyId: id(), verifyTimestamp: time(), needVerifyCode: z.boolean() }),
  summary: 'A verification for one sign-in',
});

/** The picture of a verification (SVG); asking again draws another. */
export const verifyCode = endpoint({
  method: 'GET',
  path: 'sysConsole/verifycode',
  access: beforeSignIn,
  input: z.object({ verifyId: id(), refresh: z.boolean().optional(), at: z.int().optional() }),
  reply: z.null(),
  answer: 'raw',
  summary: 'The picture code of a verification',
});

/**
 * Signs in: with account, password and a verification, of this product or, with `kind`, of another system; or with `kind` and the one-time
 * `ticket` of a sign-in elsewhere. One answer in one time for an unknown account, a wrong password and a disabled person (10401); 10429 after
 * too many; 10502 where the other system does not answer.
 */
export const login = endpoint({
  method: 'POST',
  path: 'login',
  access: beforeSignIn,
  audit: 'login.local',
  reserved: true,
  errors: [10401],
  input: z.strictObject({
    account: typedAccount().optional(),
    password: z.string().min(1).max(256).optional(),
    verifyId: id().optional(),
    verifyCode: z.string().max(10).optional(),
    /** Code of an entry of `loginKinds`; the password of this product unless said. */
    kind: codeText(64).optional(),
    ticket: z.string().min(1).max(100).optional(),
    /** A code of the second factor (or a recovery code), for who needs one and has no page to be asked on. */
    otp: z.string().min(1).max(40).optional(),
  }),
  reply: signedInReply,
  summary: 'Signs in',
});

/** Signed-in person. */
export const getUser = endpoint({
  method: 'GET',
  path: 'sysConsole/getUser',
  access: { signedIn: true },
  whilePasswordDue: true,
  input: nothingIn,
  reply: currentUser,
  summary: 'The signed-in administrator',
});

/** Ends this session. */
export const logout = endpoint({
  method: 'POST',
  path: 'logout',
  inPerson: true,
  whileViewing: true,
  access: { signedIn: true },
  whilePasswordDue: true,
  whileFactorDue: true,
  audit: 'logout',
  reserved: true,
  input: z.strictObject({}),
  /** Where the browser goes so that the session ends in the other system too; null where it ended here alone. */
  reply: z.object({ elsewhere: z.string() }).nullable(),
  summary: 'Signs out',
});

/** Ends looking at the console as somebody else; the own session goes on with its own token. */
export const viewEnd = endpoint({
  method: 'POST',
  path: 'role/viewAs/end',
  access: { signedIn: true },
  inPerson: true,
  whileViewing: true,
  audit: 'role.viewAsEnd',
  reserved: true,
  input: z.strictObject({}),
  reply: z.null(),
  summary: 'Ends looking at the console as somebody else',
});

/** One's own open sessions. */
export const sessionList = endpoint({
  method: 'GET',
  path: 'sysConsole/session/list',
  inPerson: true,
  access: { signedIn: true },
  input: nothingIn,
  reply: z.object({
    list: z.array(
      z.object({ id: id(), address: z.string(), userAgent: z.string(), createdAt: time(), lastSeenAt: time(), current: z.boolean() }),
    ),
  }),
  summary: 'Own sessions',
});

/** Ends own sessions; their next call gets 65003. */
export const sessionEnd = endpoint({
  method: 'POST',
  path: 'sysConsole/session/end',
  inPerson: true,
  access: { signedIn: true },
  audit: 'session.end',
  reserved: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Ends own sessions',
});

/** Confirms the password for dangerous actions (10428); the token is new afterwards. */
export const confirm = endpoint({
  method: 'POST',
  path: 'sysConsole/confirm',
  inPerson: true,
  access: { signedIn: true },
  audit: 'session.confirm',
  input: z.strictObject({ password: z.string().min(1).max(256) }),
  reply: z.object({ accessToken: z.string(), expiresAt: time() }),
  summary: 'Step-up: the password again',
});

/** The rules for a new password. */
export const passwordPolicy = endpoint({
  method: 'GET',
  path: 'sysConsole/password/policy',
  access: { signedIn: true },
  whilePasswordDue: true,
  input: nothingIn,
  reply: z.object({
    preset: z.enum(['modern', 'graded']),
    minLength: z.int().optional(),
    minClasses: z.int().optional(),
    breachedList: z.boolean().optional(),
    contextWords: z.array(z.string()).optional(),
  }),
  summary: 'The password policy',
});

/** Changes one's own password; every other session of the person ends, this one gets a new token. */
export const passwordUpdate = endpoint({
  method: 'POST',
  path: 'sysConsole/password/update',
  inPerson: true,
  access: { signedIn: true },
  whilePasswordDue: true,
  audit: 'password.change',
  input: z.strictObject({ oldPassword: z.string().min(1).max(256), newPassword: z.string().min(1).max(256) }),
  reply: signedInReply,
  summary: 'Changes the own password',
});
