import { pick } from '#kit/common/language.ts';
import { isCancel, isBack, yesNoIn } from '../text/times.ts';
import { comparedBy } from '../engine/engine.ts';
import { decide } from '../engine/decide.ts';
import { beginScene, carried, fits, goOn } from './begin-scene.ts';
import { lastResort, answered } from './last-resort.ts';
import { noWhy, whyOf } from './why.ts';
import { readSlot } from './slots.ts';
import { freshTalk, type Said, type Talk, type TalkMeans, type Turned } from './talk.ts';

/**
 * What becomes of what somebody says: within a scene it is the value that was asked for, "cancel", "back" or one of the options; else it is a
 * new question. Terminals and the test console both ask this; nothing is called or written here.
 */
export async function takeTurn(means: TalkMeans, talk: Talk, said: Said): Promise<Turned> {
  const text = 'text' in said ? withoutName(said.text, means) : '';
  const option = 'option' in said ? said.option : undefined;
  if (talk.state === 'choosing') {
    const found = talk.options.find(
      ({ id, shown }) => id === option || (text !== '' && comparedBy(means.engine, shown) === comparedBy(means.engine, text)),
    );
    const scene = means.engine.scenes.find(({ id }) => id === found?.id);
    if (scene)
      return beginScene(means, {
        scene: carried(scene),
        text: talk.text,
        places: new Map(),
        why: whyOf(means, { step: 1, scene, score: null }),
      });
  }
  if (talk.state === 'filling' && talk.scene) return fill(means, talk, { text, option });
  if (talk.state === 'confirming' && talk.scene) {
    const agrees = option === 'yes' ? true : option === 'no' ? false : yesNoIn(text);
    if (agrees === true) return goOn(means, { ...talk, state: 'asking' }, { confirmed: true });
    if (agrees === false || isCancel(text)) return cancelled(means, talk);
    if (isBack(text)) return back(means, talk);
    const other = await ask(means, text);
    // What is neither yes nor no and nothing else does not agree to anything.
    return other.missed ? goOn(means, talk, { confirmed: false }) : other;
  }
  if (text !== '' && isCancel(text)) return cancelled(means, talk);
  return ask(means, text || (option ?? ''));
}

/** A sentence without the name by which mika is called at its beginning. */
function withoutName(text: string, { setting }: TalkMeans): string {
  const name = setting.wakeWord.trim();
  const said = text.trim();
  if (name === '' || !said.toLowerCase().startsWith(name.toLowerCase())) return said;
  const rest = said.slice(name.length).replace(/^[\s\p{P}]+/u, '');
  return rest === '' ? said : rest;
}

/** What somebody answered to what was asked for. */
async function fill(means: TalkMeans, talk: Talk, { text, option }: { text: string; option: string | undefined }): Promise<Turned> {
  const code = talk.asked.at(-1);
  const slot = talk.scene?.slots.find((one) => one.code === code);
  if (!slot) return goOn(means, talk, { confirmed: false });
  if (isCancel(text)) return cancelled(means, talk);
  if (isBack(text)) return back(means, talk);
  const chosen = option === undefined ? undefined : talk.options.find(({ id }) => id === option);
  const read = chosen ? { filled: chosen } : await readSlot(slot, text || (option ?? ''), means);
  if ('filled' in read) {
    const { value, shown } = read.filled;
    const next = { ...talk, slots: { ...talk.slots, [slot.code]: { value, shown } }, tries: 0, options: [] };
    return goOn(means, next, { confirmed: false });
  }
  if ('several' in read) return goOn(means, { ...talk, options: read.several }, { confirmed: false, note: means.words('talk.several') });
  // What is no value may be another question.
  const other = text === '' ? undefined : await ask(means, text);
  if (other && other.why.step <= 3) return other;
  const tries = talk.tries + 1;
  if (tries >= slot.retries)
    return {
      talk: freshTalk,
      why: whyOf(means, { step: 1, scene: talk.scene, score: null, talk }),
      does: { answer: { kind: 'cancelled', text: means.words('talk.givenUp', { scene: pick(talk.scene!.name, means.language) }) } },
      missed: false,
      done: 'givenUp',
    };
  return goOn(means, { ...talk, tries }, { confirmed: false, note: means.words(read.wrong, read.params) });
}

/** The question before is asked again. */
async function back(means: TalkMeans, talk: Talk): Promise<Turned> {
  const asked = talk.state === 'confirming' ? talk.asked : talk.asked.slice(0, -1);
  const code = asked.at(-1);
  if (code === undefined) return cancelled(means, talk);
  const { [code]: _again, ...slots } = talk.slots;
  return goOn(means, { ...talk, state: 'filling', slots, asked: asked.slice(0, -1), tries: 0, options: [] }, { confirmed: false });
}

function cancelled(means: TalkMeans, talk: Talk): Turned {
  return {
    talk: freshTalk,
    why: talk.scene ? whyOf(means, { step: 1, scene: talk.scene, score: null, talk }) : noWhy(1),
    does: { answer: { kind: 'cancelled', text: means.words('talk.cancelled') } },
    missed: false,
    done: null,
  };
}

/** A new question. */
async function ask(means: TalkMeans, text: string): Promise<Turned> {
  const asker = { membership: means.person.membership, at: means.now };
  const outcome = decide(means.engine, text, { asker, fit: (scene, places) => fits(means, scene, places) });
  const why = (scene: { what: Parameters<typeof whyOf>[1]['scene']; score: number } | null) =>
    whyOf(means, { step: outcome.step, scene: scene?.what ?? null, score: scene?.score ?? null, outcome });
  if (outcome.step === 2 || outcome.step === 3)
    return beginScene(means, { scene: carried(outcome.scene.what), text, places: outcome.scene.places, why: why(outcome.scene) });
  if (outcome.step === 4) {
    const options = outcome.near.map(({ what }) => ({ id: what.id, value: what.id, shown: pick(what.name, means.language) }));
    return {
      talk: { ...freshTalk, state: 'choosing', text, options },
      why: { ...why(null), step: 3 },
      does: {
        answer: { kind: 'choose', text: means.words('talk.choose'), options: options.map(({ id, shown }) => ({ id, label: shown })) },
      },
      missed: false,
      done: null,
    };
  }
  const useAnswers = means.setting.fallbackOrder.includes('answers');
  if (outcome.step === 5 && useAnswers)
    return answered(means, outcome.answer.what, whyOf(means, { step: 5, scene: null, score: outcome.answer.score, outcome }));
  return lastResort(means, text, outcome);
}
