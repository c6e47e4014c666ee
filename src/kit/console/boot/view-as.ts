import { call } from '../call/call.ts';
import { store } from '../store/store.ts';
import { viewEndPost } from './session-wire.ts';
import { returnFromView } from './view-return.ts';

/** Sees the console as somebody else does: the own session waits, and everything is read again. */
export function startView(token: string): void {
  store.set('viewReturn', store.get('accessToken'));
  store.set('accessToken', token);
  store.set('openTabs', []);
  window.location.assign('/home');
}

/** Ends looking on as somebody else, also when its session is over already. */
export async function endView(): Promise<void> {
  await call(viewEndPost, {}, { silent: true }).catch(() => undefined);
  returnFromView();
}
