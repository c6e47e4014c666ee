import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import * as contract from '../../common/login.contract.ts';
import { failureOf, WayFailure } from '../failure.ts';
import { newState } from '../flow.ts';
import { toLogin, wayOf } from '../open-way.ts';
import type { SignOutMessage } from '../redirect-way.ts';
import { linkShape } from './link.ts';
import { beginOut, takeOut } from './out-flow.ts';
import { receiveAnswer, receiveMessage } from './receive.ts';

/** The end of sessions on both sides: from here to the other system, and from there to here. */
export const signOutRoutes: readonly BoundRoute[] = [
  handle(contract.loginOut, async (call, { sysCode, state }) => {
    await goOut(call, sysCode, state);
    return null;
  }),
  handle(contract.loginLogout, async (call, { sysCode }) => {
    const { search } = new URL(call.request.url, 'http://here');
    await take(call, sysCode, { parameters: new URLSearchParams(search), query: search.slice(1) });
    return null;
  }),
  handle(contract.loginLogoutForm, async (call, { sysCode, ...given }) => {
    await take(call, sysCode, { parameters: new URLSearchParams(given as Record<string, string>), query: null });
    return null;
  }),
];

/** The other system may take this long before the browser stays here. */
const outMillis = 8_000;

/** The session here is over already; the browser goes on where it ends too, and stays on the login page where that can't be reached. */
async function goOut(call: Call, sysCode: string, state: string | undefined): Promise<void> {
  const { db, services, request, response } = call;
  const found = await wayOf(call, sysCode);
  const now = services.now();
  const kept = found && (await takeOut(db, services.secrets, { state, settingId: found.row.id, now }));
  if (!found?.way.signOut || kept === undefined) return toLogin(call, {});
  const { way, open, row } = found;
  const back = newState();
  try {
    const wanted = { link: linkShape.parse(kept), state: back };
    const going = await inTime(way.signOut?.(services, open, wanted));
    if (!going) return toLogin(call, {});
    if (going.kept) await beginOut(db, services.secrets, back, { settingId: row.id, kept: going.kept, now });
    void response.header('cache-control', 'no-store').redirect(going.address, 303);
  } catch (error) {
    request.log.warn({ way: sysCode, reason: failureOf(error).reason }, 'A session could not be ended in the other system');
    toLogin(call, { kind: sysCode, problem: 'out' });
  }
}

/** Whatever is asked over there, nobody waits longer for it. */
async function inTime<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WayFailure('timeout')), outMillis);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function take(call: Call, sysCode: string, message: SignOutMessage): Promise<void> {
  const { parameters } = message;
  if (!parameters.has('SAMLResponse') || parameters.has('SAMLRequest')) return receiveMessage(call, sysCode, message);
  const { db, services } = call;
  const row = await db.selectFrom('auth_setting').select('id').where('code', '=', sysCode).executeTakeFirst();
  const state = parameters.get('RelayState') ?? undefined;
  const kept = row && (await takeOut(db, services.secrets, { state, settingId: row.id, now: services.now() }));
  return receiveAnswer(call, sysCode, { message, kept });
}
