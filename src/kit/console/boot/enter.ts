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
  const frame = loadFrame();
  // Whether there is a session is said first: where nothing answers, the chunk fails too, and says less.
  frame.catch(() => undefined);
  await loadSession();
  await frame;
  const uid = store.get('userInfo')?.empInfoDto.uid;
  const remembered = store.get('currentRoutePath');
  const mine = currentMode().frameOf === undefined || currentMode().frameOf === uid;
  // Where somebody else was is not where this person goes.
  if (window.location.pathname === loginPath)
    window.history.replaceState(window.history.state, '', mine && isPageAddress(remembered) ? remembered : home);
  setMode({ screen: 'frame', ended: undefined, reason: undefined, frameOf: uid, changing: undefined });
}

/**
 * Start with a stored session: the frame. When the person and what is granted cannot be read, for whatever reason, the stored session is
 * cleared and the login shown, which tells the reason; when only the frame does not load, a page with a retry.
 */
export async function start(): Promise<void> {
  setMode({ screen: 'starting' });
  try {
    await enter();
  } catch (error) {
    if (!(error instanceof CallError)) setMode({ screen: 'unreachable' });
    else if (error.status === 'refused' && error.code === code.passwordDue) await startChange();
    else toLogin(error.code, error.msg);
  }
}

async function startChange(): Promise<void> {
  try {
    const person = await call(userGet, {}, { silent: true });
    store.set('userInfo', person);
    toPasswordChange(person);
  } catch (error) {
    if (error instanceof CallError) toLogin(error.code, error.msg);
    else setMode({ screen: 'unreachable' });
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
