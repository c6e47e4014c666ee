import { logoutPost } from '../boot/session-wire.ts';
import { signOut } from '../boot/sign-out.ts';
import { call } from '../call/call.ts';
import { store } from '../store/store.ts';
import { showProfile } from './own/profile-dialog.ts';
import { queryClient } from './query-client.ts';

/** Signs out of the console; who looks on as somebody else signs out of both. */
export async function leaveConsole(): Promise<void> {
  showProfile(undefined);
  const own = store.get('viewReturn');
  if (own !== '') {
    await call(logoutPost, {}, { silent: true }).catch(() => undefined);
    store.set('viewReturn', '');
    store.set('accessToken', own);
  }
  await signOut();
  queryClient.clear();
}
