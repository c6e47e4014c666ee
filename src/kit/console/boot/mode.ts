import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { UserInfo } from '../store/registry.ts';
import { store } from '../store/store.ts';
import { returnFromView } from './view-return.ts';

/** Which half of the console is on screen. The frame stays mounted behind the login, so that forms outlive an expired session. */
interface Mode {
  screen: 'starting' | 'login' | 'frame' | 'unreachable';
  /** Code that ended the session, for a word on the login page. */
  ended: number | undefined;
  /** Why the stored session could not be opened, in words, where its code says nothing by itself. */
  reason: string | undefined;
  /** Whose frame is mounted; another person never sees what is behind. */
  frameOf: string | undefined;
  /** Who is signed in, but must change the password before anything else. */
  changing: UserInfo | undefined;
}

const mode = createStore<Mode>(() => ({
  screen: 'starting',
  ended: undefined,
  reason: undefined,
  frameOf: undefined,
  changing: undefined,
}));

/** The address of the login page. */
export const loginPath = '/login';

/** The mode, for the root component. */
export const useMode = (): Mode => useStore(mode);

/** The mode outside components. */
export const currentMode = (): Mode => mode.getState();

/** Changes the mode. */
export const setMode = (next: Partial<Mode>): void => mode.setState(next);

/** Path with query of the page on screen. */
export const addressOnScreen = (): string => window.location.pathname + window.location.search;

/** Whether an address can be come back to: a page, not the login and not the bare root. */
export const isPageAddress = (address: string): boolean => /^\/[^/]/.test(address) && !/^\/login([/?]|$)/.test(address);

/** The session is over, or could not be opened: remembers the route and shows the login in its place. The router does not see it, so its page stays as it is. */
export function toLogin(ended?: number, reason?: string): void {
  // Looking on as somebody else is over: the own session goes on.
  if (returnFromView()) return;
  const { screen, changing } = mode.getState();
  if (screen === 'login' && !changing) return;
  showLogin();
  store.clearSession();
  setMode({ screen: 'login', ended, reason, changing: undefined });
}

/** Signed in, but with a one-time or expired password: the login's place shows its change. */
export function toPasswordChange(person: UserInfo): void {
  showLogin();
  setMode({ screen: 'login', ended: undefined, reason: undefined, changing: person });
}

/** Who must change the password, as far as this browser remembers: the server says so on every call in any case. */
export function rememberedChange(): UserInfo | undefined {
  const person = store.get('userInfo');
  return store.get('accessToken') && person?.mustChangePassword ? person : undefined;
}

function showLogin(): void {
  const address = addressOnScreen();
  if (isPageAddress(address)) store.set('currentRoutePath', address);
  window.history.replaceState(window.history.state, '', loginPath);
}

/** Signs out by one's own request: nothing is kept, neither the page nor where it was. */
export function leave(): void {
  store.set('currentRoutePath', '');
  store.set('openTabs', []);
  store.clearSession();
  window.history.replaceState(null, '', loginPath);
  setMode({ screen: 'login', ended: undefined, reason: undefined, frameOf: undefined, changing: undefined });
}
