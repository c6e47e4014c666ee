import { code } from '#kit/common/codes.ts';
import { addressOf } from '#kit/common/contract.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { notFound, Overload } from '#kit/server/refusal.ts';
import { countedAddress } from '#kit/server/session/guess-limit.ts';
import type { SignInReason } from '#kit/common/session/sign-in-facts.ts';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';
import * as contract from '../common/login.contract.ts';
import { AnswerRefused } from './answer-refused.ts';
import type { AuthSettingTable } from './auth-setting/auth-setting.table.ts';
import { browserHashes, markBrowser } from './browser-cookie.ts';
import { failureOf, WayFailure } from './failure.ts';
import { assertBrowser, beginFlow, makeTicket, newState, takeFlow } from './flow.ts';
import { matchPeople, onePerson } from './match-person.ts';
import { browserOf, endBrowser } from './browser/end-browser.ts';
import { endTrial } from './end-trial.ts';
import { toLogin, wayOf } from './open-way.ts';
import { whoTries } from './try-word.ts';
import type { Identity } from './redirect-way.ts';
import { sealedLink } from './sign-out/link.ts';
import { receiveMessage } from './sign-out/receive.ts';
import { provedOrWhy, provenOf } from './proven.ts';

const startingOf = perProduct(() => createRateLimit({ burst: 60, perSecond: 1, keys: 10_000 }));

/** The browser's way to another system and back. */
export const loginRoutes: readonly BoundRoute[] = [
  handle(contract.loginStart, async (call, { sysCode, tries, terminal }) => {
    const seconds = startingOf(call.services)(countedAddress(call.caller.address), call.services.now());
    if (seconds > 0) throw new Overload(seconds);
    await begin(call, sysCode, { tries, terminal });
    return null;
  }),
  handle(contract.loginCallback, async (call, { sysCode }) => {
    const { search } = new URL(call.request.url, 'http://here');
    await end(call, sysCode, new URLSearchParams(search));
    return null;
  }),
  handle(contract.loginCallbackForm, async (call, { sysCode, SAMLResponse = '', RelayState = '', logoutRequest }) => {
    if (logoutRequest !== undefined) {
      await receiveMessage(call, sysCode, { parameters: new URLSearchParams({ logoutRequest }), query: null });
      return null;
    }
    await takeForm(call, sysCode, new URLSearchParams({ state: RelayState, SAMLResponse }));
    return null;
  }),
  handle(contract.loginMetadata, async (call, { sysCode }) => {
    const found = await wayOf(call, sysCode);
    if (found?.row.kind !== 'saml') throw notFound();
    const { samlMetadata } = await import('./saml/saml-way.ts');
    await call.response
      .header('cache-control', 'no-store')
      .type('application/samlmetadata+xml')
      .send(await samlMetadata(call.services, found.open));
    return null;
  }),
];

/** The way from the form to the cookie is one redirect. */
const onwardMillis = 60_000;

const isOpen = ({ enabled, audience }: AuthSettingTable): boolean => enabled && audience !== 'terminals';

async function begin(
  call: Call,
  sysCode: string,
  { tries, terminal }: { tries: string | undefined; terminal: string | undefined },
): Promise<void> {
  const { db, services, request, response } = call;
  const found = await wayOf(call, sysCode);
  const triedBy = found && whoTries(services, found.row.id, tries);
  const requested = found && (await browserOf(call, found.row, terminal));
  if (!found || (!triedBy && !requested && (terminal !== undefined || !isOpen(found.row))))
    return toLogin(call, { problem: String(code.notFound) });
  const { way, open, row } = found;
  const state = newState();
  try {
    const { address, kept: own } = await way.start(services, open, state);
    const browser = markBrowser(request, response);
    const kept = requested === undefined ? own : { ...own, terminal: requested };
    await beginFlow(db, state, { settingId: row.id, kept, triedBy: triedBy ?? null, browser, now: services.now() });
    void response.header('cache-control', 'no-store').redirect(address, 303);
  } catch (error) {
    await failed(call, { row, error, trial: triedBy !== undefined });
  }
}

/** The browser is back: its cookie says whether it is the one that left. */
async function end(call: Call, sysCode: string, parameters: URLSearchParams): Promise<void> {
  const { db, services, request, caller } = call;
  const found = await wayOf(call, sysCode);
  if (!found) return toLogin(call, { problem: String(code.notFound) });
  const { way, open, row } = found;
  const browsers = browserHashes(request);
  caller.note({ way: sysCode });
  try {
    const state = parameters.get('state') ?? undefined;
    const flow = await takeFlow(db, { state, settingId: row.id, now: services.now() });
    assertBrowser(flow, browsers);
    // What comes with a form was proved when it came; nothing of such a way is believed from an address.
    const identity = async (): Promise<Identity> =>
      way.posts ? provenOf(flow.kept) : way.finish(services, open, { parameters, kept: flow.kept });
    if (flow.triedBy !== null) {
      await endTrial(call, { row, uid: flow.triedBy, identity });
      return void call.response.header('cache-control', 'no-store').redirect(`/sys_login_authentication?id=${row.id}`, 303);
    }
    const requested = flow.kept['terminal'];
    if (requested !== undefined) return await endBrowser(call, { row, id: requested, identity });
    if (!isOpen(row)) throw new AnswerRefused('state');
    await believe(call, { row, identity: await identity(), browser: flow.browser });
  } catch (error) {
    await failed(call, { row, error });
  }
}

/**
 * The form of a provider is a POST from another site, with which browsers send no cookie that is Lax, and one that is None would travel
 * with every request of every site. So the answer is proved here, once, and kept under a new state that belongs to the same browser; a
 * redirect by GET takes the browser to where its cookie is read. Until then nothing is opened and nobody is named.
 */
async function takeForm(call: Call, sysCode: string, parameters: URLSearchParams): Promise<void> {
  const { db, services, caller, response } = call;
  const found = await wayOf(call, sysCode);
  if (!found?.way.posts) return toLogin(call, { problem: String(code.notFound) });
  const { way, open, row } = found;
  caller.note({ way: sysCode });
  try {
    const now = services.now();
    const flow = await takeFlow(db, { state: parameters.get('state') ?? undefined, settingId: row.id, now });
    const outcome = await provedOrWhy(() => way.finish(services, open, { parameters, kept: flow.kept }), flow.triedBy !== null);
    const state = newState();
    await beginFlow(db, state, {
      ...flow,
      kept: { ...forTerminal(flow.kept), outcome: JSON.stringify(outcome) },
      now,
      millis: onwardMillis,
    });
    void response.header('cache-control', 'no-store').redirect(`${contractAddress(sysCode)}?state=${state}`, 303);
  } catch (error) {
    await failed(call, { row, error });
  }
}

/** What is kept says for which terminal the browser signs in. */
const forTerminal = ({ terminal }: Readonly<Record<string, string>>): Record<string, string> =>
  terminal === undefined ? {} : { terminal };

const contractAddress = (sysCode: string): string => addressOf(contract.loginCallback).replace('{sysCode}', sysCode);

/** Who the other system names gets a ticket, where that is exactly one enabled employee. */
async function believe(
  call: Call,
  { row, identity, browser }: { row: AuthSettingTable; identity: Identity; browser: Buffer },
): Promise<void> {
  const { db, services, caller } = call;
  const now = services.now();
  const people = await matchPeople({ db, directory: services.directory }, identity.attributes, row.match);
  const { person, why } = onePerson(people);
  if (!person) {
    caller.note({ why, people: people.length });
    await services.signIn?.refused(db, row.code, now);
    if (await noteRefusal(call, row, why === 'disabled' ? 'disabled' : 'unknownAccount')) await audit(call, 11023);
    // Unknown, disabled and several read the same to who stands outside.
    return toLogin(call, { kind: row.code, problem: '11023' });
  }
  caller.touch({ kind: 'employee', id: person.uid, name: person.name });
  const link = sealedLink(services.secrets, row.id, identity.link);
  const ticket = await makeTicket(db, { settingId: row.id, browser, uid: person.uid, strong: identity.strong, link, now });
  await audit(call, code.done);
  toLogin(call, { kind: row.code, ticket });
}

/** Neither a page nor a stack: the reason goes to the login page in a word, and into the audit. */
async function failed(
  call: Call,
  { row, error, trial = false }: { row: AuthSettingTable; error: unknown; trial?: boolean },
): Promise<void> {
  const { services, request, caller } = call;
  const refused = error instanceof AnswerRefused;
  const failure = refused ? undefined : failureOf(error);
  if (failure instanceof WayFailure && failure.reason === 'protocol') request.log.warn({ err: error }, 'A sign-in elsewhere failed');
  const reason = refused ? error.reason : (failure?.reason ?? 'protocol');
  const answer = refused ? 11024 : code.otherSide;
  caller.note({ way: row.code, why: reason });
  if (refused) await services.signIn?.refused(call.db, row.code, services.now());
  if (trial || (await noteRefusal(call, row, 'provider'))) await audit(call, answer);
  toLogin(call, { kind: row.code, problem: String(answer), reason });
}

/** A line of the log of sign-ins about nobody in particular; false where they come so fast that they are only counted. */
const noteRefusal = ({ db, services, caller }: Call, { kind }: AuthSettingTable, reason: SignInReason): Promise<boolean> =>
  services.signInLog.write(db, {
    side: 'console',
    event: 'refuse',
    kind,
    reason,
    address: caller.address,
    userAgent: caller.userAgent,
  });

const audit = (call: Call, answer: number): Promise<void> =>
  writeAudit(
    call.db,
    { ...call.caller, operation: 'login.federated' },
    { path: contract.loginCallback.path, module: 'sign-in', code: answer, durationMs: Math.round(call.response.elapsedTime) },
  );
