import { pick } from '#kit/common/language.ts';
import type { AnswerDraft } from '../../common/decision.ts';
import type { Slot } from '../../common/fields.ts';
import { inHours } from '#modules/public-accounts/server/public.ts';
import type { BookScene } from '../engine/book.ts';
import { filledIn, valuesOf } from './fill-text.ts';
import { readPlainly, readSlot, slotsIn, type Filled } from './slots.ts';
import { freshTalk, type Talk, type TalkMeans, type TalkScene, type Turned, type Why } from './talk.ts';
import { shownSlots, whyOf } from './why.ts';

/** A scene as a session carries it. */
export const carried = ({ phrases: _phrases, negatives: _negatives, audience: _audience, ...scene }: BookScene): TalkScene => scene;

/** Types that are found in the contacts and are not told by the text alone. */
const sought = new Set(['employee', 'department']);

/** Whether what stands in the places of a sentence can be what the scene asks for. */
export function fits(means: TalkMeans, { slots }: BookScene, places: ReadonlyMap<string, string>): boolean {
  return [...places].every(([code, text]) => {
    const slot = slots.find((one) => one.code === code);
    if (!slot) return false;
    return sought.has(slot.type) ? text.length <= 40 : 'filled' in readPlainly(slot, text, means);
  });
}

interface Beginning {
  readonly scene: TalkScene;
  readonly text: string;
  readonly places: ReadonlyMap<string, string>;
  readonly why: Why;
}

/** Begins a scene: what the sentence says already is not asked for. */
export async function beginScene(means: TalkMeans, { scene, text, places, why }: Beginning): Promise<Turned> {
  const slots: Record<string, Filled> = {};
  for (const slot of scene.slots) {
    const initial = initialOf(slot, means);
    if (initial) slots[slot.code] = initial;
  }
  for (const [code, value] of slotsIn(scene.slots, text, means)) slots[code] = value;
  for (const [code, value] of places) {
    const slot = scene.slots.find((one) => one.code === code);
    const read = slot && (await readSlot(slot, value, means));
    if (read && 'filled' in read) slots[code] = read.filled;
  }
  return goOn(means, { ...freshTalk, scene, text, slots }, { confirmed: false, why });
}

function initialOf({ initial, type }: Slot, { person, wall }: TalkMeans): Filled | undefined {
  if (initial === 'me') return type === 'text' ? { value: person.name, shown: person.name } : { value: person.uid, shown: person.name };
  if (initial === 'myDepartment')
    return { value: type === 'text' ? person.departmentName : person.departmentId, shown: person.departmentName };
  if (initial !== 'today') return undefined;
  const today = new Date(wall).toISOString().slice(0, 10);
  return type === 'dateRange' ? { value: { from: today, to: today }, shown: today } : { value: today, shown: today };
}

interface Going {
  readonly confirmed: boolean;
  /** Why what was said is no value. */
  readonly note?: string;
  readonly why?: Why;
}

/** Goes on within a scene: asks for what is missing, shows what will be done, or does it. */
export async function goOn(means: TalkMeans, talk: Talk, { confirmed, note, why }: Going): Promise<Turned> {
  const scene = talk.scene!;
  const shared = { ...(why ?? whyOf(means, { step: 1, scene, score: null })), slots: shownSlots(scene.slots, talk.slots, means) };
  const next = talk.options.length > 0 ? scene.slots.find(({ code }) => code === talk.asked.at(-1)) : missing(scene.slots, talk);
  if (next) {
    const answer = question(means, next, { talk, note });
    const asked = talk.asked.at(-1) === next.code ? talk.asked : [...talk.asked, next.code];
    return { talk: { ...talk, state: 'filling', asked }, why: shared, does: { answer }, missed: false, done: null };
  }
  return doIt(means, { ...talk, scene }, { confirmed, why: shared });
}

const missing = (slots: readonly Slot[], { slots: values }: Talk): Slot | undefined =>
  slots.find(({ code, required }) => required && !(code in values));

/** What is asked for; each further time in other words, where there are some. */
function question(means: TalkMeans, slot: Slot, { talk, note }: { talk: Talk; note: string | undefined }): AnswerDraft {
  const { language } = means;
  const asked = pick(slot.questions[Math.min(talk.tries, slot.questions.length - 1)]!, language);
  const several = talk.options.map(({ id, shown }) => ({ id, label: shown }));
  const choices = slot.type === 'choice' ? slot.choices.map(({ value, name }) => ({ id: value, label: pick(name, language) })) : [];
  const yesNo = slot.type === 'yesNo' ? (['yes', 'no'] as const).map((id) => ({ id, label: means.words(`talk.${id}`) })) : [];
  return {
    kind: 'ask',
    text: note === undefined ? asked : `${note}\n${asked}`,
    options: several.length > 0 ? several : [...choices, ...yesNo],
  };
}

type InScene = Talk & { readonly scene: TalkScene };

/** Everything is known: what is to be done is shown first where it must be, and then done. */
async function doIt(means: TalkMeans, talk: InScene, { confirmed, why }: { confirmed: boolean; why: Why }): Promise<Turned> {
  const { scene, slots } = talk;
  const { target } = scene;
  const done = (does: Turned['does'], how: Turned['done'] = 'done'): Turned => ({ talk: freshTalk, why, does, missed: false, done: how });
  const facts = target.kind === 'interface' ? await means.interfaceOf(target.interfaceId) : undefined;
  if (target.kind === 'interface' && !facts?.isOpen) return done({ answer: { kind: 'failed', text: means.words('talk.unreachable') } });
  const writes = facts?.isWrite === true;
  if (writes && !means.person.mayWrite)
    return done({ answer: { kind: 'failed', text: means.words('error.17037', { function: 'mika.write' }) } });
  if ((scene.confirm || writes) && !confirmed) {
    const name = pick(scene.name, means.language);
    const lines = scene.slots.flatMap((slot) =>
      slots[slot.code] ? [`${pick(slot.name, means.language)}: ${slots[slot.code]!.shown}`] : [],
    );
    const options = (['yes', 'no'] as const).map((id) => ({ id, label: means.words(id === 'yes' ? 'talk.doIt' : 'talk.dont') }));
    const answer = { kind: 'confirm' as const, text: means.words('talk.confirm', { scene: name }), title: name, items: lines, options };
    return { talk: { ...talk, state: 'confirming', options: [] }, why, does: { answer }, missed: false, done: null };
  }
  if (target.kind === 'interface') {
    const params = valuesOf(target.params, slots, means.person);
    return done({ call: { interfaceId: target.interfaceId, path: facts?.path ?? '', params, scene, slots, isWrite: writes } });
  }
  if (target.kind === 'handover') return handOver(means, talk, why);
  return done({ answer: answerOf(means, talk) }, target.kind === 'answer' ? 'answered' : 'done');
}

/** The answer of a scene that needs nobody else. */
function answerOf(means: TalkMeans, { scene, slots }: InScene): AnswerDraft {
  const { language, person } = means;
  const { target } = scene;
  const { askHelped } = means.setting;
  if (target.kind === 'form') {
    const form = { systemCode: target.systemCode, templateCode: target.templateCode, prefill: valuesOf(target.prefill, slots, person) };
    return {
      kind: 'form',
      text: filledIn(target.text, language, slots) || means.words('talk.form'),
      title: pick(scene.name, language),
      form,
    };
  }
  if (target.kind === 'widget') {
    const widget = { widgetId: target.widgetId, params: valuesOf(target.params, slots, person) };
    return {
      kind: 'widget',
      text: filledIn(target.text, language, slots) || means.words('talk.widget'),
      title: pick(scene.name, language),
      widget,
    };
  }
  if (target.kind !== 'answer') throw new Error(`A scene of kind ${target.kind} answers nothing by itself`);
  const title = filledIn(target.title, language, slots);
  const kind = title === '' && target.link === null ? 'text' : 'card';
  return { kind, text: filledIn(target.text, language, slots), title, link: target.link, askHelped };
}

/** Hands over to people, or says when they are there. */
export function handOver(means: TalkMeans, talk: InScene, why: Why): Turned {
  const { scene, slots } = talk;
  if (scene.target.kind !== 'handover') throw new Error('Only a scene of kind handover hands over');
  const { hours, text, outside } = scene.target;
  const isOpen = hours.length === 0 || inHours(means.now, means.zone, hours);
  const said = filledIn(isOpen ? text : outside, means.language, slots) || means.words(isOpen ? 'talk.handover' : 'talk.outside');
  return {
    talk: freshTalk,
    why,
    does: { handover: scene, answer: { kind: isOpen ? 'handover' : 'text', text: said }, isOpen },
    missed: false,
    done: isOpen ? null : 'answered',
  };
}
