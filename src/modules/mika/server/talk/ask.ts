import { sql } from 'kysely';
import { pick, type Language } from '#kit/common/language.ts';
import type { ClientTurn } from '../../common/client.contract.ts';
import { mikaAnswerView, type AnswerDraft, type AnswerView, type Decision } from '../../common/decision.ts';
import { mikaLimits, type SessionState } from '../../common/words.ts';
import { code } from '#kit/common/codes.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { comparedBy } from '../engine/engine.ts';
import { liveEngine } from '../engine/live.ts';
import { noteMissed } from '../knowledge/note-missed.ts';
import { notifyHandlers } from './hand-over.ts';
import { makeCall } from './make-call.ts';
import { meansFor, talkPerson } from './means.ts';
import {
  beginSession,
  isIdle,
  keepCalled,
  keepSession,
  keepTurn,
  keyOf,
  lockPerson,
  openAnswer,
  openTalk,
  sessionById,
  type StoredSession,
} from './sessions.ts';
import { takeTurn } from './take-turn.ts';
import { freshTalk, type Said, type TalkMeans, type TalkScene, type Turned, type WantedCall, type Why } from './talk.ts';

/** What a person says at a terminal. */
export interface Asking {
  readonly uid: string;
  readonly language: Language;
  readonly platform: number;
  readonly sessionId: string | undefined;
  readonly clientId: string;
  readonly said: Said;
}

/** A turn that waits for an interface. */
interface Pending {
  readonly turnId: string;
  readonly session: StoredSession;
  readonly decision: Decision;
  readonly wanted: WantedCall;
  readonly means: TalkMeans;
  readonly n: number;
  readonly done: Turned['done'];
}

type Taken = { readonly turn: ClientTurn; readonly handover?: { scene: TalkScene; name: string } } | { readonly pending: Pending };

const minuteMillis = 60_000;
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Takes what a person says: the turn is kept first; an interface is called once that holds, so that what is confirmed once is called once; its
 * answer is kept then. The same id of the terminal is answered the same.
 */
export async function askMika(services: Services, write: Write, asking: Asking): Promise<ClientTurn> {
  const engine = await liveEngine(services).now();
  const taken = await write(async (tx) => {
    await lockPerson(tx, asking.uid);
    const twice = await earlier(tx, services, asking);
    if (twice) return { turn: twice };
    const person = await talkPerson(services, tx, asking);
    if (!person) throw new Refusal(code.notFound);
    await assertPace(tx, asking.uid, services.now());
    const means = await meansFor(services, tx, { engine, person, language: asking.language });
    return takeIn(tx, services, { asking, means });
  });
  if ('pending' in taken) return callAndKeep(services, write, taken.pending);
  if (taken.handover) await notifyHandlers(services, taken.handover.scene, taken.handover.name);
  return taken.turn;
}

/** The session in which a turn is taken: the named one, or a new one. 17038 where it is over. */
async function sessionFor(tx: Tx, { uid, sessionId, platform }: Asking, now: number): Promise<StoredSession> {
  if (sessionId === undefined) return beginSession(tx, { uid, platform, now });
  const session = await sessionById(tx, sessionId);
  if (!session || session.employeeId !== uid) throw new Refusal(17038);
  if (session.state === 'ended' || isIdle(session, now) || session.turns >= mikaLimits.turns) throw new Refusal(17038);
  return session;
}

async function takeIn(tx: Tx, services: Services, { asking, means }: { asking: Asking; means: TalkMeans }): Promise<Taken> {
  const { now } = means;
  const session = await sessionFor(tx, asking, now);
  const { said } = asking;
  const text = 'text' in said ? [...said.text].slice(0, mikaLimits.sentence).join('') : undefined;
  // A process that ended while it called leaves the session so: what became of the call is not known, and nothing is called again.
  if (session.state === 'calling' && now - session.lastAt < minuteMillis)
    throw new Refusal(code.wrongState, { state: 'calling' }, { state: 'calling' });
  if (session.state === 'takenOver' || session.state === 'waiting') return withPerson(tx, services, { asking, means, session, text });
  const turned = await takeTurn(means, openTalk(services, session), text === undefined ? said : { text });
  const decision = decisionOf(turned.why, means);
  const key = text === undefined ? null : keyOf(services, comparedBy(means.engine, text));
  if (turned.missed && text !== undefined) await noteMissed(tx, { key: key!, text, uid: asking.uid, now });
  const n = session.turns + 1;
  const draft = { session, n, clientId: asking.clientId, text: text ?? null, key, decision, now };
  const shared = {
    talk: turned.talk,
    scene: turned.why.scene,
    score: turned.why.step === 2 || turned.why.step === 3 ? turned.why.score : null,
    turns: 1,
  };
  if ('call' in turned.does) {
    const turnId = await keepTurn(tx, services, { ...draft, answer: null, answerKind: 'calling', state: 'calling' });
    await keepSession(tx, services, { id: session.id, now }, { ...shared, state: 'calling' });
    return { pending: { turnId, session, decision, wanted: turned.does.call, means, n, done: turned.done } };
  }
  const handover = 'handover' in turned.does && turned.does.isOpen ? turned.does.handover : undefined;
  const state: SessionState = handover
    ? 'waiting'
    : turned.talk.state === 'asking' && turned.done !== null
      ? 'answered'
      : turned.talk.state;
  const answer = mikaAnswerView.parse(turned.does.answer);
  await keepTurn(tx, services, { ...draft, answer, answerKind: answer.kind, state });
  const result = handover ? 'handedOver' : turned.done;
  await keepSession(tx, services, { id: session.id, now }, { ...shared, state, waiting: handover !== undefined, result });
  const turn = { sessionId: session.id, n, at: now, state, answer };
  return { turn, ...(handover && { handover: { scene: handover, name: means.person.name } }) };
}

interface WithPerson {
  readonly asking: Asking;
  readonly means: TalkMeans;
  readonly session: StoredSession;
  readonly text: string | undefined;
}

/** While a person answers, or is waited for, mika keeps what is said and is silent. */
async function withPerson(tx: Tx, services: Services, { asking, means, session, text }: WithPerson): Promise<Taken> {
  const { now } = means;
  const n = session.turns + 1;
  const answer = mikaAnswerView.parse(
    session.state === 'takenOver'
      ? { kind: 'person', text: '', by: session.takenName }
      : { kind: 'waiting', text: means.words('talk.waiting') },
  );
  const said = text ?? ('option' in asking.said ? asking.said.option : '');
  await keepTurn(tx, services, {
    session,
    n,
    clientId: asking.clientId,
    text: said,
    key: null,
    answer,
    answerKind: answer.kind,
    state: session.state,
    decision: null,
    now,
  });
  await keepSession(tx, services, { id: session.id, now }, { state: session.state, talk: freshTalk, turns: 1, waiting: true });
  return { turn: { sessionId: session.id, n, at: now, state: session.state, answer } };
}

/** Calls the interface, and keeps what it answered. */
async function callAndKeep(services: Services, write: Write, pending: Pending): Promise<ClientTurn> {
  const { turnId, session, decision, wanted, means, n, done } = pending;
  const words = (key: string, params?: Record<string, unknown>): string => means.words(key, params);
  const { answer, made, isOk } = await makeCall(
    { services, person: means.person, language: means.language, setting: means.setting, words },
    wanted,
  );
  const view = mikaAnswerView.parse(answer);
  const state: SessionState = 'answered';
  await write(async (tx) => {
    await keepCalled(tx, services, { id: turnId, answer: view, decision: { ...decision, call: made }, state });
    const now = services.now();
    const current = await sessionById(tx, session.id);
    // Somebody may have ended or taken it over in the meantime.
    const kept = current?.state === 'calling' ? state : (current?.state ?? state);
    await keepSession(
      tx,
      services,
      { id: session.id, now },
      {
        state: kept,
        talk: freshTalk,
        ms: made.ms,
        failed: !isOk,
        result: isOk ? done : 'error',
      },
    );
  });
  return { sessionId: session.id, n, at: means.now, state, answer: view };
}

/** A decision as it is kept, before an interface has answered. */
export function decisionOf(why: Why, { engine, language }: Pick<TalkMeans, 'engine' | 'language'>): Decision {
  return {
    step: why.step,
    sceneId: why.scene?.id ?? null,
    sceneName: why.scene ? pick(why.scene.name, language) : '',
    score: why.score,
    candidates: [...why.candidates],
    slots: [...why.slots],
    call: null,
    versionNo: engine.versionNo,
  };
}

/** What was answered to the same id of the terminal before. One whose interface has not answered says so: nothing is called again. */
async function earlier(tx: Tx, services: Services, { uid, clientId, language }: Asking): Promise<ClientTurn | undefined> {
  const { rows } = await sql<{
    id: string;
    sessionId: string;
    n: number;
    at: number;
    state: SessionState;
    answer: string | null;
  }>`select id, session_id as "sessionId", n, at, state, answer from mika_turn
    where employee_id = ${uid}::uuid and client_id = ${clientId}::uuid`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const unknown: AnswerDraft = { kind: 'failed', text: services.texts.text(language, 'mika', 'talk.stillCalling') };
  const answer: AnswerView = openAnswer(services, row.id, row.answer) ?? mikaAnswerView.parse(unknown);
  return { sessionId: row.sessionId, n: row.n, at: Number(row.at), state: row.state, answer };
}

/** So many sentences of one person in a minute. */
async function assertPace(tx: Tx, uid: string, now: number): Promise<void> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from mika_turn where employee_id = ${uid}::uuid and client_id is not null
    and at > ${now - minuteMillis}`.execute(tx);
  if ((rows[0]?.n ?? 0) >= mikaLimits.asksInMinute) throw new Refusal(code.tooMany, { seconds: 60 }, { retryAfter: 60 });
}
