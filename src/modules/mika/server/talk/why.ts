import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Candidate, FilledSlot } from '../../common/decision.ts';
import type { Slot } from '../../common/fields.ts';
import { mikaLimits } from '../../common/words.ts';
import type { Outcome } from '../engine/decide.ts';
import type { Filled } from './slots.ts';
import type { Talk, TalkMeans, Why } from './talk.ts';

const dots = '••••';
const rounded = (score: number): number => Math.round(score * 1000) / 1000;

/** What was found for slots, as others may read it: what is private is dots. */
export function shownSlots(
  slots: readonly Slot[],
  values: Readonly<Record<string, Filled>>,
  { language }: Pick<TalkMeans, 'language'>,
): FilledSlot[] {
  return slots.flatMap(({ code, name, sensitive }) => {
    const found = values[code];
    return found ? [{ code, name: pick(name, language), shown: sensitive ? dots : found.shown }] : [];
  });
}

/** Nothing was looked at. */
export const noWhy = (step: number): Why => ({ step, scene: null, score: null, candidates: [], slots: [] });

interface Facts {
  readonly step: number;
  readonly scene: { readonly id: string; readonly name: LocalDraft; readonly slots: readonly Slot[] } | null;
  readonly score: number | null;
  readonly outcome?: Outcome;
  readonly talk?: Talk;
}

/** Why a turn is decided so. */
export function whyOf(means: TalkMeans, { step, scene, score, outcome, talk }: Facts): Why {
  const candidates = (outcome?.candidates ?? [])
    .slice(0, mikaLimits.shownCandidates)
    .map(({ what, score: own, by, phrase }): Candidate => ({
      kind: 'scene',
      id: what.id,
      name: pick(what.name, means.language),
      score: rounded(own),
      by,
      phrase,
    }));
  if (outcome?.step === 5) {
    const { what, score: own, by, phrase } = outcome.answer;
    candidates.unshift({ kind: 'answer', id: what.id, name: what.name, score: rounded(own), by, phrase });
  }
  return {
    step,
    scene: scene && { id: scene.id, name: scene.name },
    score: score === null ? null : rounded(score),
    candidates: candidates.slice(0, mikaLimits.shownCandidates),
    slots: scene && talk ? shownSlots(scene.slots, talk.slots, means) : [],
  };
}
