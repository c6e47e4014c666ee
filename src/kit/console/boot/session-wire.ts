import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import type { FactorKind } from '#kit/common/session/sign-in-policy.ts';
import type { PasswordPolicy } from '#kit/common/password-rules.ts';
import type { WireOperation } from '../call/request.ts';
import type { GrantedButton, MenuNode, UserInfo } from '../store/registry.ts';

/**
 * The calls of signing in, written without their schemas: the login page stays small because it brings no schema library. A test holds
 * each against its contract.
 */
export const wire = <I, R>(
  operation: WireOperation,
): WireOperation & { readonly __endpoint?: Endpoint<z.ZodType<unknown, I>, z.ZodType<R>> } => operation;
const open = { open: true, because: 'before the sign-in' } as const;
const signedIn = { signedIn: true } as const;

/** Reply of getVerifyId. */
export interface Verification {
  verifyId: string;
  verifyTimestamp: number;
  needVerifyCode: boolean;
}

/** A way to sign in, as the login page offers it. */
export interface LoginKind {
  code: string;
  kind: string;
  label: string;
  icon: string | null;
  /** Where the browser goes; null where account and password are typed on the login page. */
  start: string | null;
}

interface Credentials {
  account?: string;
  password?: string;
  verifyId?: string;
  verifyCode?: string;
  /** Code of a way. */
  kind?: string;
  ticket?: string;
}

/** Pending steps of a sign-in. */
export interface FactorStepFacts {
  due: 'confirm' | 'enrol';
  kinds: FactorKind[];
  trustedDays: number;
}

/** Reply of login. */
export interface SignedIn {
  accessToken: string;
  userInfo: UserInfo;
  mustChangePassword: boolean;
  expiresAt: number;
  /** The second factor is still to be given or set up. */
  factor: FactorStepFacts | null;
}

/** What the login page shows beside the ways. */
export interface LoginFacts {
  banner: { zh_CN: string; en_US?: string | undefined; ja_JP?: string | undefined } | null;
  rememberAccount: boolean;
}

type Nothing = Record<never, never>;

/** Name, version and build of the server, and the ways to sign in. */
export const versionGet = wire<Nothing, { name: string; version: string; build: string; loginKinds: LoginKind[] } & LoginFacts>({
  method: 'GET',
  path: 'mpVersion',
  access: open,
});
/** A verification, which a sign-in carries. */
export const verifyIdGet = wire<{ account?: string }, Verification>({ method: 'GET', path: 'sysConsole/getVerifyId', access: open });
/** Signs in. */
export const loginPost = wire<Credentials, SignedIn>({ method: 'POST', path: 'login', access: open });
/** Signed-in person. */
export const userGet = wire<Nothing, UserInfo>({ method: 'GET', path: 'sysConsole/getUser', access: signedIn });
/** The granted pages as a tree, named in the language of the call. */
export const menuGet = wire<Nothing, MenuNode[]>({ method: 'GET', path: 'getMenu', access: signedIn });
/** The granted buttons, named likewise. */
export const buttonGet = wire<Nothing, GrantedButton[]>({ method: 'GET', path: 'getButton', access: signedIn });
/** The stream of news; like the others without its schema. */
export const liveGet = wire<Nothing, unknown>({ method: 'GET', path: 'live', access: signedIn });
/** Ends the session. */
export const logoutPost = wire<Nothing, { elsewhere: string } | null>({ method: 'POST', path: 'logout', access: signedIn });
/** The rules for a new password. */
export const policyGet = wire<Nothing, PasswordPolicy>({ method: 'GET', path: 'sysConsole/password/policy', access: signedIn });
/** Changes one's own password. */
export const passwordChange = wire<{ oldPassword: string; newPassword: string }, SignedIn | null>({
  method: 'POST',
  path: 'sysConsole/password/update',
  access: signedIn,
});

/** Ends looking at the console as somebody else. */
export const viewEndPost = wire<Nothing, null>({ method: 'POST', path: 'role/viewAs/end', access: signedIn });

/** Confirms the password for dangerous actions (10428). */
export const confirmPost = wire<{ password: string }, { accessToken?: string } | null>({
  method: 'POST',
  path: 'sysConsole/confirm',
  access: signedIn,
});

/** One of one's own sessions. */
export interface SessionRow {
  id: string;
  address: string;
  userAgent: string;
  createdAt: number;
  lastSeenAt: number;
  current: boolean;
}

/** One's own sessions. */
export const sessionList = wire<Nothing, { list: SessionRow[] }>({ method: 'GET', path: 'sysConsole/session/list', access: signedIn });
/** Ends one's own sessions. */
export const sessionEnd = wire<{ ids: string[] }, unknown>({ method: 'POST', path: 'sysConsole/session/end', access: signedIn });

/** Address of the picture of a verification; `refresh` makes the server draw another. */
export const pictureAddress = (verifyId: string, refresh: number): string =>
  `/api/sysConsole/verifycode?verifyId=${encodeURIComponent(verifyId)}${refresh > 0 ? `&refresh=true&at=${refresh}` : ''}`;
