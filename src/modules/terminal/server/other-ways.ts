import { createHash } from 'node:crypto';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { code as codes } from '#kit/common/codes.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { attemptKeys, forgetFailures, reserveAttempt } from '#kit/server/session/attempts.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';
import { watchSignIn } from '#kit/server/session/watch-sign-in.ts';
import { beginBrowser, finishBrowser } from '#modules/sign-in/server/public.ts';
import type { clientLogin } from '../common/auth.contract.ts';
import * as contract from '../common/other-ways.contract.ts';
import { classOfPlatform } from '../common/terminal-facts.ts';
import { fixedPolicy, terminalPolicy } from './policy.ts';
import { qrHash, qrRoutes } from './qr.ts';
import { deviceOf, enterTerminal, inWordsOfTerminals, loginTerminal } from './sign-in.ts';
import './terminal.table.ts';

type Login = ClientInput<typeof clientLogin>;
type Reply = ClientReply<typeof clientLogin>;

/** Signing in without a typed password: by a code that a phone confirmed, by an enrolment code, by a browser of the system. */
export const otherWayRoutes: readonly BoundClientRoute[] = [
  ...qrRoutes,
  handleClient(contract.browserBegin, async (call, { settingId, challenge, returnLink }) => {
    const { terminal } = call;
    if (!(await terminalPolicy(call.db)).browserLogin) throw new Refusal(23011);
    if (!isRegistered(returnLink, terminal.platform)) throw new Refusal(23022);
    return beginBrowser(call, { settingId, challenge, returnLink, platform: terminal.platform, thumbprint: terminal.thumbprint ?? '' });
  }),
  handleClient(contract.browserFinish, (call, input) =>
    inWordsOfTerminals(23012, async () => {
      const thumbprint = call.terminal.thumbprint ?? '';
      const { uid, strong, way } = await finishBrowser(call.db, { ...input, thumbprint }, call.services.now());
      return enterAs(call, { uid, way, factor: strong ? 'byProvider' : 'none' });
    }),
  ),
];

/** The links of the applications, and on computers a port of the machine itself (RFC 8252, 7.3). */
function isRegistered(link: string, platform: number): boolean {
  if (fixedPolicy.returnLinks.includes(link)) return true;
  return classOfPlatform[platform] === 'pc' && /^http:\/\/(127\.0\.0\.1|\[::1\]):\d{2,5}\/[\w/-]*$/.test(link);
}

/** Signs in by account and password, by a code that a phone confirmed, or by an enrolment code. */
export async function login(call: ClientCall, input: Login): Promise<Reply> {
  const { kind } = input;
  if (kind === 'qr') return byQr(call, given(input, 'code'));
  if (kind === 'enrolCode') return byEnrolCode(call, given(input, 'code'));
  const typed = { account: given(input, 'account'), password: given(input, 'password'), verifyId: given(input, 'verifyId') };
  return loginTerminal(call, { kind, settingId: input.settingId, verifyCode: input.verifyCode, ...typed });
}

function given(input: Login, name: 'account' | 'password' | 'verifyId' | 'code'): string {
  const value = input[name];
  if (value === undefined) throw new InvalidInput([{ path: name, namespace: 'kit', key: 'issue.missing' }]);
  return value;
}

/** The code that this terminal shows, confirmed at the phone: once. The session comes about as that of the phone did. */
async function byQr(call: ClientCall, code: string): Promise<Reply> {
  const { db, services, terminal } = call;
  const row = await db
    .deleteFrom('terminal_qr')
    .where('code_hash', '=', qrHash(code))
    .where('key_thumbprint', '=', terminal.thumbprint ?? '')
    .where('install_id', '=', terminal.installId)
    .where('state', '=', 'confirmed')
    .returningAll()
    .executeTakeFirst();
  if (!row || row.until <= services.now() || row.employee_id === null) throw new Refusal(23020);
  const { employee_id: uid, way, factor } = row;
  return inWordsOfTerminals(23012, () => enterAs(call, { uid, way: way ?? localWay, factor: factor ?? 'none' }));
}

/** A code that an administrator made for one person: it signs in once, and binds the device at which that happens. */
async function byEnrolCode(call: ClientCall, text: string): Promise<Reply> {
  const { db, services, terminal, caller } = call;
  const now = services.now();
  const keys = attemptKeys(`enrolCode/${terminal.installId}`, caller.address);
  const offered = services.signIn ? await services.signIn.forTerminals(db, terminal.platform) : [];
  const way = offered.find((one) => one.kind === localWay)?.code ?? offered[0]?.code ?? localWay;
  const watched = { way, side: 'client' as const, device: deviceOf(terminal) };
  return inWordsOfTerminals(23012, async () => {
    const uid = await watchSignIn(call, watched, async () => {
      await reserveAttempt(db, await services.policy.now(), keys, now);
      const found = await services.devices?.personOfCode(db, { code: text, platform: terminal.platform, now });
      if (found === undefined || !(await usedUp(call, text, now))) {
        caller.note({ why: 'ticket' });
        throw new Refusal(codes.signIn);
      }
      return found;
    });
    await forgetFailures(db, keys);
    return enterAs(call, { uid, way, factor: 'none' });
  });
}

async function usedUp({ db }: ClientCall, text: string, now: number): Promise<boolean> {
  const hash = createHash('sha256').update(text.toUpperCase().replaceAll(/[\s-]/g, '')).digest();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('terminal_enrol_code')
    .values({ code_hash: hash, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Who was proven elsewhere comes in by the rules for all ways. */
async function enterAs(call: ClientCall, { uid, way, factor }: { uid: string; way: string; factor: string }): Promise<Reply> {
  const watched = { way, side: 'client' as const, device: deviceOf(call.terminal) };
  return watchSignIn(call, watched, async () => {
    const person = await call.services.directory.byUid(call.db, uid);
    if (!person?.mayEnter) {
      call.caller.note({ why: 'disabled', ...(person && { account: person.account }) });
      throw new Refusal(codes.signIn);
    }
    call.caller.note({ account: person.account });
    return enterTerminal(call, { person, way, strong: factor !== 'none', mustChange: false, ...(factor !== 'none' && { factor }) });
  });
}
