import { z } from 'zod';
import { clientEndpoint } from '#kit/common/client/client-endpoint.ts';
import { sessionStages } from '#kit/common/client/client-facts.ts';
import { codeText, count, id, ids, searchText, time, typedAccount } from '#kit/common/schema.ts';
import { factorKinds } from '#kit/common/session/sign-in-policy.ts';
import { terminalSessionRow } from '#modules/people/common/terminal-session.contract.ts';

/** Ways that a terminal signs in by with account and password. */
export const passwordKinds = ['local', 'ldap', 'ad'] as const;
/** Ways that a terminal signs in by with a code: one that it shows and a phone confirmed, or one that an administrator made. */
const codeKinds = ['qr', 'enrolCode'] as const;

/** A word that a call and its repetition carry: the repetition gets the same answer. */
const requestId = () => codeText(64).min(8);

/** What a sign-in, a changed password and a renewal answer. */
const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Until when the access token works; then it is renewed. */
  expiresAt: time(),
  stage: z.enum(sessionStages),
});

/** A session that was begun. */
export const signedIn = tokens.extend({
  /** What is to be done first, null where the session is whole; `enrol`: the device is to be enrolled or bound, `pending`: somebody must agree to it; `factorSetup`: a second factor must be set up in the console before. */
  next: z.enum(['factor', 'factorSetup', 'password', 'enrol', 'pending']).nullable(),
  person: z.object({ uid: id(), name: z.string() }),
  /** Second factors that the person has set up, while one is asked for, and the days for which this terminal may be trusted. */
  factors: z.object({ kinds: z.array(z.enum(factorKinds)), trustedDays: z.int() }).nullable(),
});

/** What time it is here. */
export const clientTime = clientEndpoint({
  method: 'GET',
  path: 'time',
  session: null,
  rate: 'read',
  input: z.object({}),
  reply: z.object({ serverTime: time(), zone: z.string(), clientApi: z.object({ least: z.int(), most: z.int() }) }),
  summary: 'The time of the server, and which versions of the calls it serves',
});

/** A verification that one sign-in carries: five minutes, once. */
export const verifyGet = clientEndpoint({
  method: 'GET',
  path: 'auth/verify/get',
  session: null,
  rate: 'signIn',
  input: z.object({ account: searchText(128).optional() }),
  reply: z.object({ verifyId: id(), verifyTimestamp: time(), needVerifyCode: z.boolean() }),
  summary: 'A verification for one sign-in',
});

/** The picture of a verification (SVG); asking again draws another. */
export const verifyPicture = clientEndpoint({
  method: 'GET',
  path: 'auth/verify/picture',
  session: null,
  rate: 'signIn',
  input: z.object({ verifyId: id(), refresh: z.boolean().optional() }),
  reply: z.null(),
  answer: 'raw',
  summary: 'The picture code of a verification',
});

/** Signs in; one answer in one time for an unknown account, a wrong password and a disabled person (23012). */
export const clientLogin = clientEndpoint({
  method: 'POST',
  path: 'auth/login',
  session: null,
  proof: true,
  rate: 'signIn',
  reserved: true,
  errors: [23011, 23012, 23020],
  input: z.strictObject({
    kind: z.enum([...passwordKinds, ...codeKinds]),
    /** Which one, where there are several of the kind. */
    settingId: id().optional(),
    /** Account, password and a verification, unless a code is given. */
    account: typedAccount().optional(),
    password: z.string().min(1).max(256).optional(),
    verifyId: id().optional(),
    verifyCode: z.string().max(10).optional(),
    /** Of `qr` and `enrolCode`. */
    code: z.string().min(1).max(64).optional(),
  }),
  reply: signedIn,
  summary: 'Signs in with account and password, with a code that a phone confirmed, or with an enrolment code',
});

/** Gives the second factor: a code of an app, or a recovery code. */
export const clientFactor = clientEndpoint({
  method: 'POST',
  path: 'auth/factor',
  session: ['factor'],
  rate: 'signIn',
  reserved: true,
  errors: [23013],
  input: z.strictObject({ code: z.string().min(1).max(40), trustDevice: z.boolean().default(false) }),
  reply: signedIn.pick({ stage: true, next: true }),
  summary: 'Gives the second factor of a sign-in',
});

/** Changes the password that must be changed first; other sessions of the person end, and this terminal goes on with new tokens. */
export const clientPassword = clientEndpoint({
  method: 'POST',
  path: 'auth/password',
  session: ['password', 'full'],
  rate: 'signIn',
  audit: 'terminalPassword.change',
  errors: [23012],
  input: z.strictObject({ old: z.string().min(1).max(256), new: z.string().min(1).max(256) }),
  reply: signedIn,
  summary: 'Changes the own password',
});

/** Renews the tokens: each refresh token serves once; the same call again within a minute gets the same pair, any other use of it ends the session. */
export const clientRefresh = clientEndpoint({
  method: 'POST',
  path: 'auth/refresh',
  session: null,
  proof: true,
  rate: 'signIn',
  reserved: true,
  errors: [18030],
  input: z.strictObject({ refreshToken: z.string().min(1).max(200), requestId: requestId() }),
  reply: tokens,
  summary: 'A new pair of tokens',
});

/** Ends this session, or all of the person's terminals. */
export const clientLogout = clientEndpoint({
  method: 'POST',
  path: 'auth/logout',
  session: sessionStages,
  rate: 'write',
  reserved: true,
  input: z.strictObject({ all: z.boolean().default(false) }),
  reply: count(),
  summary: 'Signs out',
});

/** One's own sessions of all terminals. */
export const clientSessions = clientEndpoint({
  method: 'GET',
  path: 'auth/session/list',
  session: ['full'],
  rate: 'read',
  input: z.object({}),
  reply: z.object({ list: z.array(terminalSessionRow.extend({ current: z.boolean() })) }),
  summary: 'Own sessions of all terminals',
});

/** Ends own sessions; the next call of each terminal gets 65003. */
export const clientSessionEnd = clientEndpoint({
  method: 'POST',
  path: 'auth/session/end',
  session: ['full'],
  rate: 'write',
  reserved: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Ends own sessions of terminals',
});
