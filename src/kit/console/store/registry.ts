import { languages, type Language } from '#kit/common/language.ts';

/** A page or group of the granted menu, with its name in the reader's language. */
export interface MenuNode {
  code: string;
  name: string;
  route?: string | null;
  icon?: string | null;
  nested?: boolean;
  children?: MenuNode[];
}

/** Who is signed in, as login and getUser answer it. */
export interface UserInfo {
  empInfoDto: { uid: string; name: string; account?: string };
  /** Nothing but a new password is open until it is changed. */
  mustChangePassword?: boolean;
  /** How a dangerous action is confirmed; by the password unless said. */
  confirmWith?: ('password' | 'totp' | 'passkey')[];
  /** As whom the console is seen, and until when. */
  viewing?: { uid: string; name: string; endsAt: number } | null;
}

/** A granted button by its code: what stands on it. */
export interface GrantedButton {
  code: string;
  name: string;
}

type Check<T> = (value: unknown) => value is T;

/** How one value of the client store is kept: in this tab, or across tabs and visits. */
export interface Item<T> {
  readonly scope: 'tab' | 'persist';
  readonly is: Check<T>;
  readonly initial: T;
}

const isString: Check<string> = (value): value is string => typeof value === 'string';
const isBoolean: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
const isNumber: Check<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);
const isRecord: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const orNull =
  <T>(is: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || is(value);
const listOf =
  <T>(is: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(is);
const oneOf =
  <T extends string>(all: readonly T[]): Check<T> =>
  (value): value is T =>
    all.some((one) => one === value);

const isUser: Check<UserInfo> = (value): value is UserInfo =>
  isRecord(value) && isRecord(value['empInfoDto']) && isString(value['empInfoDto']['uid']) && isString(value['empInfoDto']['name']);
const isMenu: Check<MenuNode> = (value): value is MenuNode =>
  isRecord(value) &&
  isString(value['code']) &&
  isString(value['name']) &&
  (value['children'] === undefined || listOf(isMenu)(value['children']));
const isButton: Check<GrantedButton> = (value): value is GrantedButton =>
  isRecord(value) && isString(value['code']) && isString(value['name']);
const isRecent: Check<{ uid: string; path: string }> = (value): value is { uid: string; path: string } =>
  isRecord(value) && isString(value['uid']) && isString(value['path']);
const isTab: Check<{ name: string; address: string; pinned: boolean }> = (
  value,
): value is { name: string; address: string; pinned: boolean } =>
  isRecord(value) && isString(value['name']) && isString(value['address']) && isBoolean(value['pinned']);

const item = <T>(scope: Item<T>['scope'], is: Check<T>, initial: T): Item<T> => ({ scope, is, initial });
const tab = <T>(is: Check<T>, initial: T): Item<T> => item('tab', is, initial);
const persist = <T>(is: Check<T>, initial: T): Item<T> => item('persist', is, initial);

/** Every value of the client store, with its scope and type. A stored value of another type is ignored with a warning. */
export const registry = {
  currentRoutePath: tab(isString, ''),
  currentRouteName: tab(isString, ''),
  deptData: tab(orNull(isRecord), null),
  openTabs: tab(listOf(isTab), []),
  snoId: tab(isString, ''),
  appKey: tab(isString, ''),
  /** The account last used in this browser, where the policy says to remember it. */
  lastAccount: persist(isString, ''),
  accessToken: persist(isString, ''),
  /** The own session's token while the console is seen as somebody else. */
  viewReturn: persist(isString, ''),
  userInfo: persist(orNull(isUser), null),
  verifyId: persist(isString, ''),
  verifyTimestamp: persist(isNumber, 0),
  needVerifyCode: persist(isBoolean, false),
  menu: persist(listOf(isMenu), []),
  menuCode: persist(listOf(isString), []),
  button: persist(listOf(isButton), []),
  mopOperationConfig: persist(isRecord, {}),
  iframe: persist(isString, ''),
  language: persist(orNull(oneOf<Language>(languages)), null),
  theme: persist(oneOf(['light', 'dark', 'system'] as const), 'system'),
  density: persist(oneOf(['small', 'middle', 'large'] as const), 'middle'),
  menuCollapsed: persist(isBoolean, false),
  /** Code of the menu's open group; empty when all are closed. */
  menuGroup: persist(isString, ''),
  /** Pages looked at last, each with who did: others may sign in in the same browser. */
  recentPages: persist(listOf(isRecent), []),
};

/** The values of the client store by name. */
export type Values = { [K in keyof typeof registry]: (typeof registry)[K] extends Item<infer T> ? T : never };
export type Name = keyof Values;

/** What belongs to a session and goes when it ends. */
export const sessionNames = [
  'accessToken',
  'viewReturn',
  'userInfo',
  'verifyId',
  'verifyTimestamp',
  'needVerifyCode',
  'menu',
  'menuCode',
  'button',
  'deptData',
  'snoId',
  'appKey',
  'iframe',
] as const satisfies readonly Name[];
