import { call } from '../call/call.ts';
import type { MenuNode } from '../store/registry.ts';
import { store } from '../store/store.ts';
import { buttonGet, menuGet, userGet } from './session-wire.ts';

/** Every code of a menu tree. */
function codesIn(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [node.code, ...codesIn(node.children ?? [])]);
}

/** Reads menu and buttons as they are granted now, with their names in the language on screen. */
export async function loadGrants(): Promise<void> {
  const [menu, button] = await Promise.all([call(menuGet, {}, { silent: true }), call(buttonGet, {}, { silent: true })]);
  store.set('menu', menu);
  store.set('menuCode', codesIn(menu));
  store.set('button', button);
}

/** Who is signed in and what is granted; throws a CallError when there is no session. */
export async function loadSession(): Promise<void> {
  const [user] = await Promise.all([call(userGet, {}, { silent: true }), loadGrants()]);
  store.set('userInfo', user);
}
