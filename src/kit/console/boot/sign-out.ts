import { call } from '../call/call.ts';
import { leave } from './mode.ts';
import { logoutPost } from './session-wire.ts';

/** Ends the session here, whatever the answer; where another system began it, the browser goes there to end it too. */
export async function signOut(): Promise<void> {
  const answer = await call(logoutPost, {}, { silent: true }).catch(() => null);
  leave();
  if (answer) window.location.assign(answer.elsewhere);
}
