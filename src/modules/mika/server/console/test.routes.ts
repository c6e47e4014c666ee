import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { mikaAnswerView } from '../../common/decision.ts';
import { mikaTest } from '../../common/test.contract.ts';
import type { SessionState } from '../../common/words.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { draftEngine, liveEngine } from '../engine/live.ts';
import type { Engine } from '../engine/engine.ts';
import { decisionOf } from '../talk/ask.ts';
import { makeCall } from '../talk/make-call.ts';
import { meansFor, talkPerson } from '../talk/means.ts';
import { takeTurn } from '../talk/take-turn.ts';
import { freshTalk, type Talk, type TalkMeans, type Turned } from '../talk/talk.ts';

type Tested = Reply<typeof mikaTest>['turns'][number];

/** Scenes that the caller may know of decide; those of others are left out of tests. */
async function withinRange(engine: Engine, { db, caller }: Call): Promise<Engine> {
  const range = caller.scope();
  if (range.all) return engine;
  const { rows } = await sql<{
    id: string;
  }>`select s.id from mika_scene s where ${directory.departmentInRange(range, 's.owner_dept_id')}`.execute(db);
  const seen = new Set(rows.map(({ id }) => id));
  const isSeen = (owner: number): boolean => seen.has(engine.scenes[owner]!.id);
  const { ofScenes } = engine;
  return {
    ...engine,
    ofScenes: {
      ...ofScenes,
      exact: (plain) => ofScenes.exact(plain).filter(({ owner }) => isSeen(owner)),
      templates: ofScenes.templates.filter(({ owner }) => isSeen(owner)),
      near: (plain, asked) => ofScenes.near(plain, (owner) => isSeen(owner) && asked(owner)),
    },
  };
}

async function meansOf(call: Call, { empId, language, source, calls }: Parsed<typeof mikaTest>): Promise<TalkMeans> {
  const { caller, db, services } = call;
  const uid = empId ?? caller.uid;
  // What an interface answers to somebody is not shown to others.
  if (calls === 'live' && uid !== caller.uid) throw new InvalidInput([{ path: 'calls', namespace: 'mika', key: 'issue.liveAsOneself' }]);
  const range = caller.scope();
  if (empId !== undefined && empId !== caller.uid) {
    const { rows } = await sql`select from employee e where e.id = ${empId}::uuid and ${directory.employeeInRange(range, 'e.id')}`.execute(
      db,
    );
    if (rows.length === 0) throw range.all ? notFound() : outOfRange();
  }
  const person = await talkPerson(services, db, { uid, language });
  if (!person) throw notFound();
  const engine = source === 'draft' ? await draftEngine(services, db) : await liveEngine(services).now();
  return meansFor(services, db, { engine: await withinRange(engine, call), person, language });
}

/** One turn of a test: interfaces that only read are called where that is wanted, of the last turn alone; what writes never is. */
async function oneTurn(
  call: Call,
  means: TalkMeans,
  { turned, text, isLive }: { turned: Turned; text: string; isLive: boolean },
): Promise<Tested> {
  const { talk, does, why, done } = turned;
  const shared = { text, decision: decisionOf(why, means) };
  const state = (talk.state === 'asking' && done !== null ? 'answered' : talk.state) satisfies SessionState;
  if ('handover' in does) return { ...shared, state: does.isOpen ? 'waiting' : state, answer: mikaAnswerView.parse(does.answer) };
  if ('answer' in does) return { ...shared, state, answer: mikaAnswerView.parse(does.answer) };
  const { call: wanted } = does;
  if (!isLive || wanted.isWrite) {
    const text_ = means.words(wanted.isWrite ? 'test.wouldWrite' : 'test.wouldCall', {
      path: wanted.path,
      params: JSON.stringify(wanted.params),
    });
    return { ...shared, state: 'answered', answer: mikaAnswerView.parse({ kind: 'text', text: text_ }) };
  }
  const words = (key: string, params?: Record<string, unknown>): string => means.words(key, params);
  const { answer, made } = await makeCall(
    { services: call.services, person: means.person, language: means.language, setting: means.setting, words },
    wanted,
  );
  return { text, state: 'answered', decision: { ...shared.decision, call: made }, answer: mikaAnswerView.parse(answer) };
}

/** The console in which sentences are tried. */
export const testRoutes: readonly BoundRoute[] = [
  handle(mikaTest, async (call, input): Promise<Reply<typeof mikaTest>> => {
    const means = await meansOf(call, input);
    const turns: Tested[] = [];
    let talk: Talk = freshTalk;
    for (const [at, text] of input.texts.entries()) {
      const isOption = talk.options.some(({ id }) => id === text) || (talk.state === 'confirming' && (text === 'yes' || text === 'no'));
      const turned = await takeTurn(means, talk, isOption ? { option: text } : { text });
      talk = turned.talk;
      turns.push(await oneTurn(call, means, { turned, text, isLive: input.calls === 'live' && at === input.texts.length - 1 }));
    }
    return { turns };
  }),
];
