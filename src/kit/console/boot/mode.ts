import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { store } from '../store/store.ts';

/** Which half of the console is on screen. The frame stays mounted behind the login, so that forms outlive an expired session. */
interface Mode {
  screen: 'starting' | 'login' | 'frame' | 'unreachable';
  /** Code that ended the session, for a word on the login page. */
  ended: number | undefined;
  /** Whose frame is mounted; another person never sees what is behind. */
  frameOf: string | undefined;
}

const mode = createStore<Mode>(() => ({ screen: 'starting', ended: undefined, frameOf: undefined }));

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

/** The session is over: remembers the route and shows the login in its place. The router does not see it, so its page stays as it is. */
export function toLogin(ended?: number): void {
  if (mode.getState().screen === 'login') return;
  const address = addressOnScreen();
  if (isPageAddress(address)) store.set('currentRoutePath', address);
  store.clearSession();
  window.history.replaceState(window.history.state, '', loginPath);
  setMode({ screen: 'login', ended });
}

/** Signs out by one's own wish: nothing is kept, neither the page nor where it was. */
export function leave(): void {
  store.set('currentRoutePath', '');
  store.set('openTabs', []);
  store.clearSession();
  window.history.replaceState(null, '', loginPath);
  setMode({ screen: 'login', ended: undefined, frameOf: undefined });
}
