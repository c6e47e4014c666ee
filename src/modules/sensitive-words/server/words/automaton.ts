/** Where a pattern ends in a text, and which. */
export interface Occurrence {
  readonly pattern: number;
  /** Index of the first code point and of the one behind the last. */
  readonly start: number;
  readonly end: number;
}

/** Finds all patterns of a list in one pass. */
export interface Automaton {
  readonly patterns: number;
  search(points: readonly number[]): Occurrence[];
}

/** More than any code point: a step is a state and a code point in one number. */
const points = 0x20_00_00;

/**
 * Aho and Corasick, "Efficient string matching" (CACM 18, 1975), over code points. Building takes time in proportion to all patterns, a search
 * in proportion to the text and what is found in it. An empty pattern is never found.
 */
export function buildAutomaton(patterns: readonly (readonly number[])[]): Automaton {
  const steps = new Map<number, number>();
  const parents: number[] = [0];
  const by: number[] = [0];
  const ends: (number[] | undefined)[] = [undefined];
  for (const [pattern, word] of patterns.entries()) {
    let state = 0;
    for (const point of word) {
      const key = state * points + point;
      const next = steps.get(key) ?? parents.length;
      if (next === parents.length) {
        steps.set(key, next);
        parents.push(state);
        by.push(point);
        ends.push(undefined);
      }
      state = next;
    }
    if (word.length > 0) (ends[state] ??= []).push(pattern);
  }
  const { falls, ending } = fallsOf({ steps, parents, by, ends });
  const lengths = patterns.map((word) => word.length);
  return {
    patterns: patterns.length,
    search: (text) => {
      const found: Occurrence[] = [];
      let state = 0;
      for (let at = 0; at < text.length; at += 1) {
        state = follow(steps, falls, state, text[at]!);
        for (let end = ends[state] ? state : ending[state]!; end > 0; end = ending[end]!)
          for (const pattern of ends[end]!) found.push({ pattern, start: at + 1 - lengths[pattern]!, end: at + 1 });
      }
      return found;
    },
  };
}

interface Tree {
  steps: ReadonlyMap<number, number>;
  parents: readonly number[];
  by: readonly number[];
  ends: readonly (number[] | undefined)[];
}

/** For each state the one of the longest ending that also begins a pattern, and the next such one in which a pattern ends (0 for none). */
function fallsOf({ steps, parents, by, ends }: Tree): { falls: Int32Array; ending: Int32Array } {
  const falls = new Int32Array(parents.length);
  const ending = new Int32Array(parents.length);
  for (const state of byDepth(parents)) {
    const parent = parents[state]!;
    falls[state] = parent === 0 ? 0 : follow(steps, falls, falls[parent]!, by[state]!);
    const fall = falls[state]!;
    ending[state] = ends[fall] ? fall : ending[fall]!;
  }
  return { falls, ending };
}

/** States but the first, the shallow ones first. */
function byDepth(parents: readonly number[]): Int32Array {
  const depths = new Int32Array(parents.length);
  // A state is made after its parent.
  for (let state = 1; state < parents.length; state += 1) depths[state] = depths[parents[state]!]! + 1;
  return Int32Array.from({ length: parents.length - 1 }, (_, at) => at + 1).sort((one, other) => depths[one]! - depths[other]!);
}

function follow(steps: ReadonlyMap<number, number>, falls: Int32Array, from: number, point: number): number {
  for (let state = from; ; state = falls[state]!) {
    const next = steps.get(state * points + point);
    if (next !== undefined) return next;
    if (state === 0) return 0;
  }
}
