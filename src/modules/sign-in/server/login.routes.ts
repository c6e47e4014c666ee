import { code } from '#kit/common/codes.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Overload } from '#kit/server/refusal.ts';
import { countedAddress } from '#kit/server/session/guess-limit.ts';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';
import * as contract from '../common/login.contract.ts';
import { AnswerRefused } from './answer-refused.ts';
import type { AuthSettingTable } from './auth-setting.table.ts';
import { secretPlace } from './auth-setting.service.ts';
import { callbackOf, originOf } from './auth-setting.view.ts';
import { browserHashes, markBrowser } from './browser-cookie.ts';
import { failureOf, WayFailure } from './failure.ts';
import { beginFlow, makeTicket, newState, takeFlow } from './flow.ts';
import { matchPeople, onePerson } from './match-person.ts';
import type { OpenSetting, RedirectWay } from './redirect-way.ts';
import { redirectWays } from './redirect-ways.ts';
import { openSetting } from './ways.ts';

/** Where the browser lands: words of the login page stand behind the number sign, where no server and no log sees them. */
function toLogin(call: Call, words: Record<string, string>): void {
  void call.response.header('cache-control', 'no-store').redirect(`/login#${new URLSearchParams(words).toString()}`, 303);
}

/** The browser's way to another system and back. */
export function loginRoutes(): readonly BoundRoute[] {
  const starting = createRateLimit({ burst: 60, perSecond: 1, keys: 10_000 });
  return [
    handle(contract.loginStart, async (call, { sysCode }) => {
      const seconds = starting(countedAddress(call.caller.address), call.services.now());
      if (seconds > 0) throw new Overload(seconds);
      await begin(call, sysCode);
      return null;
    }),
    handle(contract.loginCallback, async (call, { sysCode }) => {
      const { search } = new URL(call.request.url, 'http://here');
      await end(call, sysCode, new URLSearchParams(search));
      return null;
    }),
  ];
}

/** A setting of a way that sends browsers away, ready for use. */
async function wayOf(call: Call, sysCode: string): Promise<{ way: RedirectWay; open: OpenSetting } | undefined> {
  const setting = await openSetting(call.db, sysCode);
  const way = setting && redirectWays[setting.kind];
  return setting && way ? { way, open: openedOf(call, setting) } : undefined;
}

/** A setting with its secret open. */
export function openedOf({ services, request }: Pick<Call, 'services' | 'request'>, setting: AuthSettingTable): OpenSetting {
  return {
    setting,
    secret: setting.secret === null ? null : services.secrets.open(setting.secret, secretPlace(setting.id)),
    callback: callbackOf(originOf(services, request), setting) ?? '',
  };
}

async function begin(call: Call, sysCode: string): Promise<void> {
  const { db, services, request, response } = call;
  const found = await wayOf(call, sysCode);
  if (!found) return toLogin(call, { problem: String(code.notFound) });
  const { way, open } = found;
  const state = newState();
  try {
    const { address, kept } = await way.start(services, open, state);
    const browser = markBrowser(request, response);
    await beginFlow(db, state, { settingId: open.setting.id, kept, triedBy: null, browser, now: services.now() });
    void response.header('cache-control', 'no-store').redirect(address, 303);
  } catch (error) {
    await failed(call, { sysCode, error });
  }
}

async function end(call: Call, sysCode: string, parameters: URLSearchParams): Promise<void> {
  const { db, services, request } = call;
  const found = await wayOf(call, sysCode);
  if (!found) return toLogin(call, { problem: String(code.notFound) });
  const { way, open } = found;
  const { setting } = open;
  const now = services.now();
  const browsers = browserHashes(request);
  call.caller.note({ way: sysCode });
  try {
    const state = parameters.get('state') ?? undefined;
    const flow = await takeFlow(db, { state, settingId: setting.id, browsers, now });
    const identity = await way.finish(services, open, { parameters, kept: flow.kept });
    const people = await matchPeople({ db, directory: services.directory }, identity.attributes, setting.match);
    const { person, why } = onePerson(people);
    if (!person) {
      call.caller.note({ why, people: people.length });
      await services.signIn?.refused(db, sysCode, now);
      await audit(call, 11023);
      // Unknown, disabled and several read the same to who stands outside.
      return toLogin(call, { kind: sysCode, problem: '11023' });
    }
    call.caller.touch({ kind: 'employee', id: person.uid, name: person.name });
    const [browser] = browsers;
    const ticket = await makeTicket(db, { settingId: setting.id, browser: browser!, uid: person.uid, strong: identity.strong, now });
    await audit(call, code.done);
    toLogin(call, { kind: sysCode, ticket });
  } catch (error) {
    await failed(call, { sysCode, error });
  }
}

/** Neither a page nor a stack: the reason goes to the login page in a word, and into the audit. */
async function failed(call: Call, { sysCode, error }: { sysCode: string; error: unknown }): Promise<void> {
  const { services, request, caller } = call;
  const refused = error instanceof AnswerRefused;
  const failure = refused ? undefined : failureOf(error);
  if (failure instanceof WayFailure && failure.reason === 'protocol') request.log.warn({ err: error }, 'A sign-in elsewhere failed');
  const reason = refused ? error.reason : (failure?.reason ?? 'protocol');
  const answer = refused ? 11024 : code.otherSide;
  caller.note({ way: sysCode, why: reason });
  if (refused) await services.signIn?.refused(call.db, sysCode, services.now());
  await audit(call, answer);
  toLogin(call, { kind: sysCode, problem: String(answer), reason });
}

const audit = (call: Call, answer: number): Promise<void> =>
  writeAudit(
    call.db,
    { ...call.caller, operation: 'login.federated' },
    { path: contract.loginCallback.path, module: 'sign-in', code: answer, durationMs: Math.round(call.response.elapsedTime) },
  );
