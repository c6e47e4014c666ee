import type { FastifyRequest } from 'fastify';
import { code } from '#kit/common/codes.ts';
import { Overload, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { attemptKeys, forgetFailures, reserveAttempt, returnAttempt } from '#kit/server/session/attempts.ts';
import { inPasswordQueue, lookAtPassword } from '#kit/server/session/credentials.ts';
import { factorStepOf } from '#kit/server/session/factor/factor-due.ts';
import { proveCode } from '#kit/server/session/factor/prove-factor.ts';
import type { SignInEntry } from '#kit/server/session/sign-in-log.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';
import { verifyPassword } from '#platform/password/password.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import type { OpenLink } from './link.ts';
import { downloadMillis, readToken, tokenOf } from './token.ts';

/** What a page asks for before it is shown. */
export type Asked = 'signedIn' | 'password';

const cookieName = 'wh_install';

/** What a link asks for: its own password, else what its app says. */
export const askedBy = (link: OpenLink): Asked | undefined =>
  link.password_hash !== null ? 'password' : link.install_open === 'anyone' ? undefined : link.install_open;

/** Who opened this page within the last quarter of an hour; undefined where nobody has shown that they may. */
export function admitted(services: Services, request: FastifyRequest, link: OpenLink): { uid: string | null } | undefined {
  const asked = askedBy(link);
  if (!asked) return { uid: null };
  const cookie = (request.headers.cookie ?? '').split(/; */).find((one) => one.startsWith(`${cookieName}=`));
  const token = cookie && readToken(services, cookie.slice(cookieName.length + 1));
  if (!token || token.kind !== 'p' || token.id !== link.id || token.until < services.now()) return undefined;
  return asked === 'signedIn' && token.by === undefined ? undefined : { uid: token.by ?? null };
}

/** The cookie by which the page opens for a quarter of an hour, at this address alone. */
export function passCookie(
  services: Services,
  link: OpenLink,
  { uid, at, isHttps }: { uid: string | null; at: string; isHttps: boolean },
): string {
  const token = tokenOf(services, { kind: 'p', id: link.id, until: services.now() + downloadMillis, ...(uid !== null && { by: uid }) });
  return `${cookieName}=${token}; Path=${at}; Max-Age=${downloadMillis / 1000}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

/** What became of a try to open a page. */
export type Attempt =
  | { readonly uid: string | null }
  | { readonly wrong: true }
  | { readonly wait: number }
  /** The password was right and a code is asked for; `step` says so with the next answer. */
  | { readonly step: string; readonly wrong?: true }
  /** Whoever it is has to set up a second factor first, elsewhere. */
  | { readonly first: true };

/** How long somebody has for the code after the password. */
const stepMillis = 5 * 60_000;

/** Looks at what was typed: counted before it is looked at, as every sign-in is. */
export async function tryToOpen(
  services: Services,
  request: FastifyRequest,
  { link, asked, typed }: { link: OpenLink; asked: Asked; typed: URLSearchParams },
): Promise<Attempt> {
  const { db } = services.database;
  const account = (typed.get('account') ?? '').slice(0, 200);
  // Guesses at a link's password lock who guesses, not the link.
  const step = asked === 'signedIn' ? stepIn(services, link, typed) : undefined;
  const whose = step === undefined ? account : `install ${step}`;
  const keys = attemptKeys(asked === 'signedIn' ? whose : `install ${link.id} ${request.ip}`, request.ip);
  try {
    await reserveAttempt(db, await services.policy.now(), keys, services.now());
    const password = (typed.get('password') ?? '').slice(0, 200);
    const attempt =
      step !== undefined
        ? await withCode(services, request, { link, uid: step, typed: (typed.get('code') ?? '').slice(0, 100) })
        : asked === 'signedIn'
          ? await signedIn(services, request, { link, account, password })
          : await knows(services, link, password);
    if (!('wrong' in attempt)) await forgetFailures(db, keys);
    return attempt;
  } catch (error) {
    if (error instanceof Overload) await returnAttempt(db, keys, services.now());
    if (error instanceof Refusal && error.answer === code.tooMany)
      return { wait: Number(Reflect.get(Object(error.data), 'retryAfter') ?? 60) };
    throw error;
  }
}

async function knows(services: Services, link: OpenLink, password: string): Promise<Attempt> {
  const { password_hash: hash, install_password: sealed } = link;
  if (hash !== null) return (await inPasswordQueue(() => verifyPassword(hash, password))) ? { uid: null } : { wrong: true };
  if (sealed === null) return { wrong: true };
  const own = services.secrets.open(sealed, { table: 'app', column: 'install_password', row: link.app_id });
  // Their MACs: how long the password is says nothing then.
  const [expected, given] = [own, password].map((text) => services.secrets.mac('install.password', text));
  return isSame(given, expected!) ? { uid: null } : { wrong: true };
}

interface Typed {
  readonly link: OpenLink;
  readonly account: string;
  readonly password: string;
}

/** Account and password of an employee, as at a terminal; which of them was wrong stands in the log of sign-ins alone. */
async function signedIn(services: Services, request: FastifyRequest, { link, account, password }: Typed): Promise<Attempt> {
  const { db } = services.database;
  const now = services.now();
  const person = await services.directory.byAccount(db, account);
  const isOpen = (await services.signIn?.localOpen(db, now, 'client')) ?? true;
  const look = await lookAtPassword(db, person?.mayEnter ? person.uid : undefined, password);
  const hasEnded = look.endsAt !== null && look.endsAt <= now;
  const fits = person !== undefined && isOpen && look.fits && !hasEnded;
  const due = fits ? await factorDue(services, request, person.uid) : undefined;
  // Who still has to show a code is not in yet: the log tells of the last step.
  if (due !== 'confirm')
    await logSignIn(services, request, {
      link,
      account,
      person,
      reason: reasonOf(person, { fits, due }),
    });
  if (!fits) return { wrong: true };
  if (due === 'enrol') return { first: true };
  return due === 'confirm' ? { step: stepOf(services, link, person.uid) } : { uid: person.uid };
}

/** Why somebody is not in, for the log of sign-ins; undefined for who is. */
function reasonOf(
  person: { readonly mayEnter: boolean } | undefined,
  { fits, due }: { fits: boolean; due: 'confirm' | 'enrol' | undefined },
): SignInEntry['reason'] | undefined {
  if (fits) return due === 'enrol' ? 'factorFailed' : undefined;
  if (!person) return 'unknownAccount';
  return person.mayEnter ? 'wrongSecret' : 'disabled';
}

/** Whether a second factor is to be proven here, as at every sign-in. */
async function factorDue(services: Services, request: FastifyRequest, uid: string): Promise<'confirm' | 'enrol' | undefined> {
  const { roles } = await services.access.grants(uid);
  const wanted = { uid, roles: roles.map(({ id }) => id), demanded: false };
  return (await factorStepOf({ db: services.database.db, services, request }, wanted))?.due;
}

const stepOf = (services: Services, link: OpenLink, uid: string): string =>
  tokenOf(services, { kind: 'f', id: link.id, until: services.now() + stepMillis, by: uid });

/** Who has shown a password at this link within the last minutes. */
function stepIn(services: Services, link: OpenLink, typed: URLSearchParams): string | undefined {
  const token = readToken(services, (typed.get('step') ?? '').slice(0, 200));
  return token?.kind === 'f' && token.id === link.id && token.until >= services.now() ? token.by : undefined;
}

/** The second step: a code of an app, or one for recovery. */
async function withCode(
  services: Services,
  request: FastifyRequest,
  { link, uid, typed }: { link: OpenLink; uid: string; typed: string },
): Promise<Attempt> {
  const { db } = services.database;
  const person = await services.directory.byUid(db, uid);
  const fits = person?.mayEnter === true && (await proveCode({ db, services }, uid, typed)) !== undefined;
  await logSignIn(services, request, { link, account: person?.account ?? '', person, reason: fits ? undefined : 'factorFailed' });
  return fits ? { uid } : { step: stepOf(services, link, uid), wrong: true };
}

interface Logged {
  readonly link: OpenLink;
  readonly account: string;
  readonly person: { readonly uid: string; readonly name: string } | undefined;
  readonly reason: SignInEntry['reason'] | undefined;
}

const logSignIn = (services: Services, request: FastifyRequest, { link, account, person, reason }: Logged): Promise<unknown> =>
  services.signInLog.write(services.database.db, {
    side: 'client',
    event: 'signIn',
    kind: localWay,
    account: services.signInLog.shown(account),
    person: person && { uid: person.uid, name: person.name },
    ...(reason !== undefined && { reason }),
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    device: { appId: link.app_key },
  });
