import { code } from '#kit/common/codes.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { store } from '../store/store.ts';
import { loadFrame } from './frame-chunk.ts';
import { currentMode, isPageAddress, loginPath, setMode, toLogin, toPasswordChange } from './mode.ts';
import { loadSession } from './session.ts';
import { userGet } from './session-wire.ts';

const home = '/home';

/** Opens the frame for who is signed in: grants and frame are read together, then the remembered page is shown. Throws when one fails. */
export async function enter(): Promise<void> {
  await Promise.all([loadSession(), loadFrame()]);
  const uid = store.get('userInfo')?.empInfoDto.uid;
  const remembered = store.get('currentRoutePath');
  const mine = currentMode().frameOf === undefined || currentMode().frameOf === uid;
  // Where somebody else was is not where this person goes.
  if (window.location.pathname === loginPath)
    window.history.replaceState(window.history.state, '', mine && isPageAddress(remembered) ? remembered : home);
  setMode({ screen: 'frame', ended: undefined, frameOf: uid, changing: undefined });
}

/** Start with a stored session: the frame, or the login when the session has ended, or a page with a retry when nothing answers. */
export async function start(): Promise<void> {
  setMode({ screen: 'starting' });
  try {
    await enter();
  } catch (error) {
    const answered = error instanceof CallError && error.status === 'refused';
    if (answered && error.code === code.passwordDue) await startChange();
    else if (answered) toLogin(error.code);
    else setMode({ screen: 'unreachable' });
  }
}

async function startChange(): Promise<void> {
  try {
    const person = await call(userGet, {}, { silent: true });
    store.set('userInfo', person);
    toPasswordChange(person);
  } catch {
    setMode({ screen: 'unreachable' });
  }
}

/** Keeps the login's address while it is on screen: going back moves the page behind it, to which the sign-in returns. */
export function holdLoginAddress(): void {
  window.addEventListener('popstate', () => {
    if (currentMode().screen !== 'login' || window.location.pathname === loginPath) return;
    const address = window.location.pathname + window.location.search;
    if (isPageAddress(address)) store.set('currentRoutePath', address);
    window.history.replaceState(window.history.state, '', loginPath);
  });
}
