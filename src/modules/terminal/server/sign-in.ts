import type { ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { SessionStage } from '#kit/common/client/client-facts.ts';
import { code } from '#kit/common/codes.ts';
import { builtinAdminUid } from '#kit/server/caller.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Terminal } from '#kit/server/client/terminal-gate.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { forgetFailures, needsPicture, type AttemptKeys } from '#kit/server/session/attempts.ts';
import type { ProvenPerson } from '#kit/server/session/enter.ts';
import { factorStepOf } from '#kit/server/session/factor/factor-due.ts';
import { proveTyped } from '#kit/server/session/sign-in.ts';
import type { SignInEntry } from '#kit/server/session/sign-in-log.ts';
import { localWay, type Entrant } from '#kit/server/session/sign-in-ways.ts';
import { watchSignIn } from '#kit/server/session/watch-sign-in.ts';
import { kindOfWay } from '#kit/server/session/way-kind.ts';
import type { clientLogin, passwordKinds } from '../common/auth.contract.ts';
import { houseOf } from './gate.ts';
import { isTrustedKey } from './trusted-key.ts';

type Reply = ClientReply<typeof clientLogin>;

/** What is typed at a terminal. */
interface TypedLogin {
  readonly kind: (typeof passwordKinds)[number];
  readonly settingId: string | undefined;
  readonly account: string;
  readonly password: string;
  readonly verifyId: string;
  readonly verifyCode: string | undefined;
}

/** Signs in at a terminal with account and password, by the same guards and counts as in the console. */
export async function loginTerminal(call: ClientCall, input: TypedLogin): Promise<Reply> {
  const way = await wayOf(call, input);
  const typed = { ...input, way, verifyCode: input.verifyCode, otp: undefined };
  const watched = { way, account: input.account, side: 'client' as const, device: deviceOf(call.terminal) };
  const end = { side: 'client' as const, finish: (proven: ProvenPerson) => enterTerminal(call, proven) };
  return inWordsOfTerminals(23012, () => watchSignIn(call, watched, () => proveTyped(call, typed, end)));
}

/** The console's refusal of a secret (10401) as terminals read it, with what it tells of the next try. */
export async function inWordsOfTerminals<T>(answer: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal && error.answer === code.signIn ? new Refusal(answer, {}, error.data) : error;
  }
}

/** What the log of sign-ins keeps of a terminal. */
export const deviceOf = ({ platform, appKey, buildNo }: Terminal): NonNullable<SignInEntry['device']> => ({
  platform,
  appId: appKey,
  appVersion: String(buildNo),
});

/** Which setting is meant: by its id, or the first of its kind that terminals of this platform and app are offered. */
async function wayOf({ db, services, terminal }: ClientCall, { kind, settingId }: TypedLogin): Promise<string> {
  if (!services.signIn) {
    if (kind === localWay && settingId === undefined) return localWay;
    throw new Refusal(23011);
  }
  const offered = await services.signIn.forTerminals(db, terminal.platform, terminal.appKey);
  const found = offered.find((one) => one.kind === kind && (settingId === undefined || one.settingId === settingId));
  if (!found) throw new Refusal(23011);
  return found.code;
}

/** The rules for all ways have the last word; then the session begins, whole or at the stage that leads on. */
export async function enterTerminal(call: ClientCall, proven: ProvenPerson & { readonly factor?: string }): Promise<Reply> {
  const { services, caller, db, terminal } = call;
  const { person, way, strong, mustChange, keys, factor = strong ? 'byProvider' : 'none' } = proven;
  if (person.uid === builtinAdminUid) await refuseBuiltin(call, keys);
  const grants = await services.access.grants(person.uid);
  const roles = grants.roles.map(({ id }) => id);
  const entrant: Entrant = { person, way, strong, superAdmin: grants.superAdmin, roles, terminal };
  const { factor: demanded } = (await services.signIn?.admit(call, entrant)) ?? { factor: false };
  let step = strong ? null : await factorStepOf(call, { uid: person.uid, roles: entrant.roles, demanded });
  const isTrusted = step?.due === 'confirm' && !demanded && (await isTrustedKey(db, { uid: person.uid, terminal, now: services.now() }));
  if (isTrusted) step = null;
  const whole = step || mustChange ? 'full' : await wholeStage(call, person.uid);
  return call.write(async (tx) => {
    if (keys) await forgetFailures(tx, keys);
    const stage = step ? 'factor' : mustChange ? 'password' : whole;
    const begun = await beginSession(tx, call, { person, way, factor, stage, mustChange });
    if (step)
      return {
        ...begun,
        next: step.due === 'enrol' ? 'factorSetup' : 'factor',
        factors: { kinds: step.kinds, trustedDays: step.trustedDays },
      };
    await services.signIn?.entered(tx, entrant, services.now());
    await writeSignIn(tx, call, { person, way, factor, sessionId: begun.id });
    caller.touch({ kind: 'employee', id: person.uid, name: person.name });
    return begun;
  });
}

/** What is left once nothing else keeps a session back: its device must be enrolled and bound. */
export async function wholeStage({ services, db, terminal, caller }: ClientCall, uid: string): Promise<'enrol' | 'pending' | 'full'> {
  const { thumbprint, platform, appKey } = terminal;
  if (!services.devices || thumbprint === null) return 'full';
  return services.devices.stageOf(db, { uid, thumbprint, platform, appKey, address: caller.address, asked: 'signIn' });
}

/** The built-in administrator is for the first start and emergencies, and no employee who has terminals: it reads like a wrong password. */
async function refuseBuiltin({ caller, db, services }: ClientCall, keys: AttemptKeys | undefined): Promise<never> {
  caller.note({ why: 'disabled' });
  const needVerifyCode = keys !== undefined && (await needsPicture(db, await services.policy.now(), keys, services.now()));
  throw new Refusal(code.signIn, {}, { needVerifyCode });
}

interface Beginning {
  person: { uid: string; account: string; name: string };
  way: string;
  factor: string;
  stage: SessionStage;
  mustChange: boolean;
}

/** Begins a session of this terminal, and what it is answered. */
export async function beginSession(tx: Tx, call: ClientCall, { person, ...draft }: Beginning): Promise<Reply & { id: string }> {
  const { terminal, caller } = call;
  const { address, userAgent } = caller;
  const begun = await houseOf(call).sessions.begin(tx, { ...draft, terminal, uid: person.uid, address, userAgent });
  return {
    ...begun,
    stage: draft.stage,
    next: draft.stage === 'full' ? null : draft.stage,
    person: { uid: person.uid, name: person.name },
    factors: null,
  };
}

interface SignedIn {
  person: { uid: string; account: string; name: string };
  way: string;
  factor: string;
  sessionId: string;
  event?: SignInEntry['event'];
}

/** A line of the log of sign-ins about a terminal. */
export async function writeSignIn(tx: Tx, call: ClientCall, { person, way, factor, sessionId, event = 'signIn' }: SignedIn): Promise<void> {
  const { services, caller, terminal } = call;
  const known = terminal.thumbprint === null ? undefined : await services.devices?.describe(tx, terminal.thumbprint);
  await services.signInLog.write(tx, {
    side: 'client',
    event,
    kind: await kindOfWay(services, tx, way),
    factor,
    account: person.account,
    person,
    sessionId,
    address: caller.address,
    userAgent: caller.userAgent,
    device: { ...deviceOf(terminal), ...known },
  });
}
