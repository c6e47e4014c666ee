import { pick } from '#kit/common/language.ts';
import type { BookAnswer } from '../engine/book.ts';
import { isFor, type Outcome } from '../engine/decide.ts';
import { carried, handOver } from './begin-scene.ts';
import { freshTalk, type TalkMeans, type Turned, type Why } from './talk.ts';
import { whyOf } from './why.ts';

const leastSuggested = 0.2;
const mostSuggested = 3;

/** An answer to a question that has no scene. */
export function answered({ language, setting }: TalkMeans, { answer, link }: BookAnswer, why: Why): Turned {
  const kind = link === '' ? 'text' : 'card';
  const does = { answer: { kind, text: pick(answer, language), link: link === '' ? null : link, askHelped: setting.askHelped } } as const;
  return { talk: freshTalk, why, does, missed: false, done: 'answered' };
}

/** What mika does when nothing answers a sentence, in the order of the settings: an interface, people, or a text with the nearest scenes. */
export async function lastResort(means: TalkMeans, text: string, outcome: Outcome): Promise<Turned> {
  const { setting, engine, language, person, now } = means;
  for (const way of setting.fallbackOrder) {
    if (way === 'interface' && setting.fallbackInterface) {
      const { interfaceId, param } = setting.fallbackInterface;
      const facts = await means.interfaceOf(interfaceId);
      if (facts?.isOpen && !facts.isWrite)
        return {
          talk: freshTalk,
          why: whyOf(means, { step: 6, scene: null, score: null, outcome }),
          does: { call: { interfaceId, path: facts.path, params: { [param]: text }, scene: null, slots: {}, isWrite: false } },
          missed: false,
          done: 'answered',
        };
    }
    if (way === 'handover') {
      const scene = engine.scenes.find(({ code, kind }) => kind === 'handover' && code === setting.fallbackScene);
      if (scene && isFor(scene, { membership: person.membership, at: now })) {
        const why = whyOf(means, { step: 7, scene, score: null, outcome });
        return { ...handOver(means, { ...freshTalk, scene: carried(scene), text }, why), missed: true };
      }
    }
    if (way === 'text') break;
  }
  const near = outcome.candidates.filter(({ score }) => score >= leastSuggested).map(({ what }) => pick(what.name, language));
  const usual = setting.suggestions.map((one) => pick(one, language));
  return {
    talk: freshTalk,
    why: whyOf(means, { step: 7, scene: null, score: null, outcome }),
    does: { answer: { kind: 'missed', text: pick(setting.noAnswer, language), suggestions: [...near, ...usual].slice(0, mostSuggested) } },
    missed: true,
    done: null,
  };
}
