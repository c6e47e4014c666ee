import { decideAudience, type Membership } from '#kit/server/audience/audience.ts';
import { mikaLimits, type FoundBy } from '../../common/words.ts';
import type { BookAnswer, BookScene } from './book.ts';
import { comparedBy, type Engine } from './engine.ts';
import type { Near } from './sentence-index.ts';
import { placesOf } from './template.ts';

/** Who asks, and when. */
export interface Asker {
  readonly membership: Membership;
  readonly at: number;
}

/** A scene or an answer that came near. */
export interface Found<T> {
  readonly what: T;
  readonly score: number;
  readonly by: FoundBy;
  readonly phrase: string;
  /** What stood in the places of its sentence. */
  readonly places: ReadonlyMap<string, string>;
}

/** What mika makes of a sentence that begins something. */
export type Outcome = { readonly candidates: readonly Found<BookScene>[] } & (
  | { readonly step: 2 | 3; readonly scene: Found<BookScene> }
  /** Too near to each other: the person chooses. */
  | { readonly step: 4; readonly near: readonly Found<BookScene>[] }
  | { readonly step: 5; readonly answer: Found<BookAnswer> }
  | { readonly step: 7 }
);

/** A sentence that comes so near to one that keeps away is kept away. */
const keptAway = 0.85;
/** How sure a sentence with places is that was found as a whole. */
const templateScore = 0.99;
const none: ReadonlyMap<string, string> = new Map();

/** Whether what stands in the places of a sentence can be what the scene asks for. */
export type PlacesFit = (scene: BookScene, places: ReadonlyMap<string, string>) => boolean;

/** Whether a scene is for somebody now. */
export const isFor = ({ audience, validFrom, validUntil }: BookScene, { membership, at }: Asker): boolean =>
  (validFrom === null || validFrom <= at) && (validUntil === null || validUntil > at) && decideAudience(audience, membership).included;

const before = (one: Found<BookScene>, other: Found<BookScene>): number =>
  other.score - one.score || other.what.priority - one.what.priority || one.what.order - other.what.order;

/**
 * What a sentence leads to: a scene whose sentence it is, or one whose places it fills; else the scene that it comes near, where no other one
 * comes as near; else an answer. The live path, the test console and saved sentences all ask this.
 */
export function decide(engine: Engine, text: string, { asker, fit }: { asker: Asker; fit: PlacesFit }): Outcome {
  const plain = comparedBy(engine, text);
  const open = new Map<number, boolean>();
  const isOpen = (owner: number): boolean => {
    const known = open.get(owner) ?? isFor(engine.scenes[owner]!, asker);
    open.set(owner, known);
    return known;
  };
  const exact = engine.ofScenes.exact(plain);
  const closed = new Set(exact.flatMap(({ owner, negative }) => (negative ? [owner] : [])));
  const whole = [
    ...exact
      .filter(({ owner, negative }) => !negative && isOpen(owner))
      .map(({ owner, phrase }): Found<BookScene> => ({ what: engine.scenes[owner]!, score: 1, by: 'exact', phrase, places: none })),
    ...filled(engine, text, { isOpen, fit }),
  ].filter(({ what }) => !closed.has(engine.scenes.indexOf(what)));
  const first = onePerScene(whole);
  const near = engine.ofScenes.near(plain, isOpen);
  const away = new Map(near.flatMap(({ owner, negative, score }) => (negative ? [[owner, score] as const] : [])));
  const similar = near
    .filter(({ owner, negative, score }) => !negative && !closed.has(owner) && !((away.get(owner) ?? 0) >= Math.max(keptAway, score)))
    .map((one): Found<BookScene> => ({ ...foundIn(one), what: engine.scenes[one.owner]! }));
  const candidates = onePerScene([...first, ...similar]);
  const [winner, second] = first;
  if (winner) {
    const isAlone = !second || second.score < winner.score || second.what.priority < winner.what.priority;
    return isAlone ? { step: 2, scene: winner, candidates } : { step: 4, near: tied(first, winner), candidates };
  }
  const [best] = similar;
  if (best && best.score >= best.what.threshold) {
    const close = similar.filter(({ score }) => best.score - score < mikaLimits.near);
    if (close.length === 1) return { step: 3, scene: best, candidates };
    return { step: 4, near: close.slice(0, mikaLimits.shownCandidates), candidates };
  }
  const answer = answerTo(engine, plain, asker);
  return answer ? { step: 5, answer, candidates } : { step: 7, candidates };
}

const foundIn = ({ score, by, phrase }: Near) => ({ score, by, phrase, places: none });

const tied = (all: readonly Found<BookScene>[], { score, what }: Found<BookScene>): Found<BookScene>[] =>
  all.filter((one) => one.score === score && one.what.priority === what.priority).slice(0, mikaLimits.shownCandidates);

/** The best of each scene, the best first. */
function onePerScene(all: readonly Found<BookScene>[]): Found<BookScene>[] {
  const best = new Map<string, Found<BookScene>>();
  for (const one of all.toSorted(before)) if (!best.has(one.what.id)) best.set(one.what.id, one);
  return [...best.values()];
}

/** Scenes whose sentences with places fit a sentence as a whole. */
function filled(engine: Engine, text: string, { isOpen, fit }: { isOpen: (owner: number) => boolean; fit: PlacesFit }): Found<BookScene>[] {
  return engine.ofScenes.templates.flatMap(({ owner, phrase, template, negative }) => {
    if (negative || !isOpen(owner)) return [];
    const places = placesOf(template, text);
    const what = engine.scenes[owner]!;
    return places && fit(what, places) ? [{ what, score: templateScore, by: 'template' as const, phrase, places }] : [];
  });
}

const answerThreshold = 0.72;

/** The answer that a sentence asks for. */
function answerTo(engine: Engine, plain: string, { membership, at }: Asker): Found<BookAnswer> | undefined {
  const isOpen = (owner: number): boolean => {
    const { until, audience } = engine.answers[owner]!;
    return (until === null || until > at) && decideAudience(audience, membership).included;
  };
  const [same] = engine.ofAnswers.exact(plain).filter(({ owner }) => isOpen(owner));
  if (same) return { what: engine.answers[same.owner]!, score: 1, by: 'exact', phrase: same.phrase, places: none };
  const [near] = engine.ofAnswers.near(plain, isOpen);
  return near && near.score >= answerThreshold ? { ...foundIn(near), what: engine.answers[near.owner]! } : undefined;
}
