import { store } from '../store/store.ts';

/** The own session again, where one waits; answers whether there was one. */
export function returnFromView(): boolean {
  const own = store.get('viewReturn');
  if (own === '') return false;
  store.set('viewReturn', '');
  store.set('accessToken', own);
  store.set('openTabs', []);
  window.location.assign('/home');
  return true;
}
