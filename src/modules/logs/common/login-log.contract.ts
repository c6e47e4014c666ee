import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText, text, time } from '#kit/common/schema.ts';
import { loginEvents, loginReasons, loginResults, sessionEnds } from '#kit/common/session/sign-in-facts.ts';
import { OperationRow } from './operation-log.contract.ts';
import { clientLogin, consoleLogin } from './permissions.ts';
import { archiveOf, oneOf, paging, sliceOf } from './slice.ts';

/** What stands out at a sign-in: hints, never a block. */
export const loginFlags = ['newAddress', 'newDevice', 'streak', 'oddHour', 'parallelPlaces'] as const;
/** Whether a session goes on. */
export const sessionStates = ['live', 'ended'] as const;

/** What sign-ins are narrowed by, whatever the side; without `from` it is the day before `to`. */
const filters = {
  from: time().optional(),
  to: time().optional(),
  uid: id().optional(),
  /** The account as typed, from its beginning, or the name of the person. */
  account: searchText(64).optional(),
  event: oneOf(loginEvents),
  result: oneOf(loginResults),
  reason: oneOf(loginReasons),
  kind: z.array(z.string().max(32)).max(20).optional(),
  factor: z.array(z.string().max(32)).max(10).optional(),
  /** An address, or a network in CIDR form. */
  address: searchText(64).optional(),
  flag: oneOf(loginFlags),
  sessionState: z.enum(sessionStates).optional(),
  sessionId: z.string().max(64).optional(),
  departmentId: id().optional(),
};

const deviceFilters = {
  platform: z.array(z.int()).max(5).optional(),
  appVersion: searchText(64).optional(),
  osVersion: searchText(64).optional(),
  deviceId: z.string().max(100).optional(),
  /** The app that signed in, by its key. */
  appId: searchText(64).optional(),
  networkKind: searchText(32).optional(),
};

/** One line about a sign-in. */
export const LoginRow = z.object({
  id: id(),
  at: time(),
  event: z.enum(loginEvents),
  result: z.enum(loginResults),
  reason: z.enum(loginReasons).nullable(),
  /** As typed; null where it looked like a password. */
  account: z.string().nullable(),
  /** What was typed looked like a password: only a hash of it was kept. */
  accountHidden: z.boolean(),
  uid: z.string().nullable(),
  name: z.string().nullable(),
  kind: z.string(),
  factor: z.string(),
  address: z.string(),
  /** What the network is called that the address lies in. */
  network: z.string().nullable(),
  browser: z.string(),
  platform: z.int().nullable(),
  appId: z.string().nullable(),
  appVersion: z.string().nullable(),
  osVersion: z.string().nullable(),
  deviceId: z.string().nullable(),
  deviceModel: z.string().nullable(),
  networkKind: z.string().nullable(),
  flags: z.array(z.enum(loginFlags)),
  count: z.int(),
  sessionId: z.string().nullable(),
  /** Set where the line began a session. */
  sessionState: z.enum(sessionStates).nullable(),
  sessionMs: z.int().nullable(),
  endedBy: z.enum(sessionEnds).nullable(),
  endedAt: time().nullable(),
  sealed: z.boolean(),
});
export type LoginView = z.output<typeof LoginRow>;

const Slice = sliceOf(LoginRow);

/** Sign-ins of the console in the reader's range, the newest first; those of nobody only for who sees everybody. */
export const consoleLoginList = endpoint({
  method: 'GET',
  path: 'logs/login/console/list',
  summary: 'Sign-ins, refusals, confirmations and sign-outs of the console, newest first',
  access: { code: consoleLogin.code },
  scope: 'employee',
  errors: [19030],
  input: z.object({ ...filters, archive: archiveOf(), ...paging }),
  reply: Slice,
});

/** The same of terminals. */
export const clientLoginList = endpoint({
  method: 'GET',
  path: 'logs/login/client/list',
  summary: 'Sign-ins, refusals and sign-outs of terminals, newest first',
  access: { code: clientLogin.code },
  scope: 'employee',
  errors: [19030],
  input: z.object({ ...filters, ...deviceFilters, archive: archiveOf(), ...paging }),
  reply: Slice,
});

/** A line with what was done in its session, and other sign-ins of the account and of the address. */
const Detail = LoginRow.extend({
  userAgent: z.string(),
  operations: z.array(OperationRow.pick({ id: true, at: true, what: true, objectName: true, result: true })),
  ofAccount: z.array(LoginRow),
  ofAddress: z.array(LoginRow),
});
export type LoginDetail = z.output<typeof Detail>;

const get = { input: z.object({ id: id() }), reply: Detail, method: 'GET', scope: 'employee' } as const;

/** One sign-in of the console. */
export const consoleLoginGet = endpoint({
  ...get,
  path: 'logs/login/console/get',
  summary: 'One sign-in of the console with its session and related ones',
  access: { code: consoleLogin.code },
});

/** One sign-in of a terminal. */
export const clientLoginGet = endpoint({
  ...get,
  path: 'logs/login/client/get',
  summary: 'One sign-in of a terminal with its session and related ones',
  access: { code: clientLogin.code },
});

const Top = z.object({ value: z.string(), name: z.string().nullable(), count: z.int() });

/** Failures of a span of time (the last seven days of it; a day unless told) by reason and hour, the addresses and accounts with most of them, and who is locked now. */
export const loginSummary = endpoint({
  method: 'GET',
  path: 'logs/login/summary',
  summary: 'Failures of sign-ins by reason and hour, top addresses and accounts, locked accounts',
  access: { anyOf: [consoleLogin.code, clientLogin.code] },
  permit: { by: 'side', codes: { console: consoleLogin.code, client: clientLogin.code } },
  scope: 'employee',
  input: z.object({ side: z.enum(['console', 'client']), from: time().optional(), to: time().optional() }),
  reply: z.object({
    from: time(),
    to: time(),
    failures: z.int(),
    successes: z.int(),
    reasons: z.array(z.object({ reason: z.enum(loginReasons), count: z.int() })),
    hours: z.array(z.object({ at: time(), ok: z.int(), refused: z.int() })),
    addresses: z.array(Top),
    accounts: z.array(Top),
    locked: z.array(z.object({ uid: z.string(), name: z.string(), account: z.string(), until: time() })),
  }),
});

/** Ends one session; its holder is signed out within a second. */
export const loginEndSession = endpoint({
  method: 'POST',
  path: 'logs/login/endSession',
  summary: 'Ends one session',
  access: { anyOf: [consoleLogin.button.endSession, clientLogin.button.endSession] },
  scope: 'employee',
  audit: 'session.end',
  input: z.strictObject({ sessionId: z.string().max(64), reason: text(500).optional() }),
  reply: z.null(),
});

/** Days for which an address may be blocked at most. */
export const mostBlockDays = 30;

/** Keeps an address out for some time: a rule of the sign-in policy under its guard. 11050 for one's own address. */
export const loginBlockAddress = endpoint({
  method: 'POST',
  path: 'logs/login/blockAddress',
  summary: 'Keeps an address out of the console for 30 days at most, by a rule of the sign-in policy that waits for its confirmation',
  access: { code: consoleLogin.button.blockAddress },
  scope: 'none',
  stepUp: true,
  audit: 'authenticate.addressRule',
  errors: [11050],
  input: z.strictObject({ address: z.union([z.ipv4(), z.ipv6()]), until: time(), reason: text(500) }),
  reply: z.object({ guardId: id().nullable(), confirmBefore: time().nullable() }),
});

/** Lifts the lock after too many wrong passwords. */
export const loginUnlock = endpoint({
  method: 'POST',
  path: 'logs/login/unlock',
  summary: 'Lifts the sign-in lock of a person',
  access: { code: consoleLogin.button.unlock },
  scope: 'employee',
  audit: 'employee.unlock',
  input: z.strictObject({ uid: id(), reason: text(500).optional() }),
  reply: z.object({ count: z.int() }),
});
