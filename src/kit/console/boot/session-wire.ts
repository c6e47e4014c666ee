import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import type { PasswordPolicy } from '#kit/common/password-rules.ts';
import type { WireOperation } from '../call/request.ts';
import type { GrantedButton, MenuNode, UserInfo } from '../store/registry.ts';

/**
 * The calls of signing in, written without their schemas: the login page stays small because it brings no schema library. A test holds
 * each against its contract.
 */
const wire = <I, R>(operation: WireOperation): WireOperation & { readonly __endpoint?: Endpoint<z.ZodType<unknown, I>, z.ZodType<R>> } => operation;
const open = { open: true, because: 'before the sign-in' } as const;
const signedIn = { signedIn: true } as const;

/** What getVerifyId answers. */
export interface Verification {
  verifyId: string;
  verifyTimestamp: number;
  needVerifyCode: boolean;
}

interface Credentials {
  account: string;
  password: string;
  verifyId: string;
  verifyCode?: string;
}

/** What login answers. */
export interface SignedIn {
  accessToken: string;
  userInfo: UserInfo;
  mustChangePassword: boolean;
  expiresAt: number;
}

type Nothing = Record<never, never>;

export const versionGet = wire<Nothing, { name: string; version: string; build: string }>({ method: 'GET', path: 'mpVersion', access: open });
export const verifyIdGet = wire<{ account?: string }, Verification>({ method: 'GET', path: 'sysConsole/getVerifyId', access: open });
export const loginPost = wire<Credentials, SignedIn>({ method: 'POST', path: 'login', access: open });
export const userGet = wire<Nothing, UserInfo>({ method: 'GET', path: 'sysConsole/getUser', access: signedIn });
export const menuGet = wire<Nothing, MenuNode[]>({ method: 'GET', path: 'getMenu', access: signedIn });
export const buttonGet = wire<Nothing, GrantedButton[]>({ method: 'GET', path: 'getButton', access: signedIn });
/** The stream of news; like the others without its schema. */
export const liveGet = wire<Nothing, unknown>({ method: 'GET', path: 'live', access: signedIn });
export const logoutPost = wire<Nothing, null>({ method: 'POST', path: 'logout', access: signedIn });
export const policyGet = wire<Nothing, PasswordPolicy>({ method: 'GET', path: 'sysConsole/password/policy', access: signedIn });
export const passwordChange = wire<{ oldPassword: string; newPassword: string }, SignedIn | null>({ method: 'POST', path: 'sysConsole/password/change', access: signedIn });

export const confirmPost = wire<{ password: string }, { accessToken?: string } | null>({ method: 'POST', path: 'sysConsole/confirm', access: signedIn });

/** One of one's own sessions. */
export interface SessionRow {
  id: string;
  address: string;
  userAgent: string;
  createdAt: number;
  lastSeenAt: number;
  current: boolean;
}

export const sessionList = wire<Nothing, { list: SessionRow[] }>({ method: 'GET', path: 'sysConsole/session/list', access: signedIn });
export const sessionEnd = wire<{ ids: string[] }, unknown>({ method: 'POST', path: 'sysConsole/session/end', access: signedIn });

/** Address of the picture of a verification; `refresh` makes the server draw another. */
export const pictureAddress = (verifyId: string, refresh: number): string => `/api/sysConsole/verifycode?verifyId=${encodeURIComponent(verifyId)}${refresh > 0 ? `&refresh=true&at=${refresh}` : ''}`;
