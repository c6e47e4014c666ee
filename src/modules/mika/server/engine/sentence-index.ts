import type { FoundBy } from '../../common/words.ts';
import { alike, gramsOf, hasHan, soundGrams, soundOf } from '../text/grams.ts';
import { plainOf, withSynonyms, type Synonyms } from '../text/plain.ts';
import { templateOf, withoutPlaces, type Template } from './template.ts';

/** A sentence that leads somewhere. */
export interface Entry {
  /** Place of what it leads to. */
  readonly owner: number;
  readonly phrase: string;
  /** It keeps sentences away instead. */
  readonly negative: boolean;
}

interface Kept extends Entry {
  readonly plain: string;
  readonly signs: readonly string[];
  readonly template: Template | undefined;
  readonly weight: number;
  readonly sound: readonly string[];
  readonly soundWeight: number;
}

/** How near a sentence comes. */
export interface Near {
  readonly owner: number;
  readonly phrase: string;
  readonly score: number;
  readonly by: FoundBy;
  readonly negative: boolean;
}

/** Sentences that are found again. */
export interface SentenceIndex {
  /** Those that are the same as a plain sentence. */
  exact(plain: string): readonly Entry[];
  /** Those with places. */
  readonly templates: readonly (Entry & { readonly template: Template })[];
  /** The nearest of each owner, those that keep away apart; only owners that are asked for. */
  near(plain: string, asked: (owner: number) => boolean): Near[];
  readonly size: number;
}

/** Sentences that are put into the index between two looks at other work. */
const atOnce = 500;
/** Sentences whose characters are compared one by one, after their parts have chosen them. */
const mostCompared = 60;
const soundFactor = 0.96;

/** Puts sentences together so that they are found by their parts; other work goes on in between. */
export async function indexOf(entries: readonly Entry[], synonyms: Synonyms): Promise<SentenceIndex> {
  const kept: Kept[] = [];
  const postings = new Map<string, number[]>();
  const grams: Map<string, number>[] = [];
  const exact = new Map<string, Entry[]>();
  for (const [at, entry] of entries.entries()) {
    if (at % atOnce === atOnce - 1) await new Promise((go) => setImmediate(go));
    const template = templateOf(entry.phrase);
    const plain = withSynonyms(plainOf(template ? withoutPlaces(entry.phrase) : entry.phrase), synonyms);
    if (plain === '' && !template) continue;
    const sound = hasHan(plain) ? soundOf(plain) : '';
    const own = new Map([...gramsOf(plain), ...soundGrams(sound)]);
    for (const gram of own.keys()) {
      const list = postings.get(gram);
      if (list) list.push(kept.length);
      else postings.set(gram, [kept.length]);
    }
    grams.push(own);
    kept.push({ ...entry, plain, signs: [...plain], template, weight: 0, sound: [...sound], soundWeight: 0 });
    if (!template) exact.set(plain, [...(exact.get(plain) ?? []), entry]);
  }
  const rarity = (gram: string): number => Math.log(1 + kept.length / (postings.get(gram)?.length ?? 0.5));
  const [weights, soundWeights] = [new Float64Array(kept.length), new Float64Array(kept.length)];
  for (const [at, own] of grams.entries())
    for (const [gram, counts] of own) (gram.startsWith('=') ? soundWeights : weights)[at]! += counts * rarity(gram);
  return {
    exact: (plain) => exact.get(plain) ?? [],
    templates: kept.flatMap((one) => (one.template ? [{ ...one, template: one.template }] : [])),
    near: (plain, asked) => nearestOf({ kept, postings, rarity, weights, soundWeights }, plain, asked),
    size: kept.length,
  };
}

interface Parts {
  readonly kept: readonly Kept[];
  readonly postings: ReadonlyMap<string, readonly number[]>;
  readonly rarity: (gram: string) => number;
  readonly weights: Float64Array;
  readonly soundWeights: Float64Array;
}

/** How much of two sentences is the same, by the parts that they share (Dice's coefficient, rare parts counting more; Robertson's idf). */
function shares({ kept, postings, rarity }: Parts, own: ReadonlyMap<string, number>): { shared: Float64Array; total: number } {
  const shared = new Float64Array(kept.length);
  let total = 0;
  for (const [gram, counts] of own) {
    const weight = counts * rarity(gram);
    total += weight;
    for (const at of postings.get(gram) ?? []) shared[at]! += weight;
  }
  return { shared, total };
}

function nearestOf(parts: Parts, plain: string, asked: (owner: number) => boolean): Near[] {
  const { kept, weights, soundWeights } = parts;
  if (plain === '') return [];
  const signs = [...plain];
  const sound = soundOf(plain);
  const written = shares(parts, gramsOf(plain));
  const heard = shares(parts, soundGrams(sound));
  const ranked: { at: number; score: number; heard: number }[] = [];
  for (let at = 0; at < kept.length; at += 1) {
    const [one, other] = [written.shared[at]!, heard.shared[at]!];
    if ((one === 0 && other === 0) || !asked(kept[at]!.owner)) continue;
    const score = one === 0 ? 0 : (2 * one) / (written.total + weights[at]!);
    const bySound = other === 0 ? 0 : ((2 * other) / (heard.total + soundWeights[at]!)) * soundFactor;
    ranked.push({ at, score, heard: bySound });
  }
  ranked.sort((one, other) => Math.max(other.score, other.heard) - Math.max(one.score, one.heard));
  const best = new Map<string, Near>();
  for (const { at, score, heard: bySound } of ranked.slice(0, mostCompared)) {
    const { owner, phrase, negative, ...entry } = kept[at]!;
    const typed = Math.max(score, 0.98 * alike(signs, entry.signs, 0.4));
    const spoken = entry.sound.length === 0 ? 0 : Math.max(bySound, soundFactor * alike([...sound], entry.sound, 0.4));
    const found: Near = { owner, phrase, negative, score: Math.min(1, Math.max(typed, spoken)), by: spoken > typed ? 'pinyin' : 'similar' };
    const key = `${owner} ${negative}`;
    if ((best.get(key)?.score ?? 0) < found.score) best.set(key, found);
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}
