import { Alphabet, Steps } from './steps.ts';

/** Finds all patterns of a list in one pass. */
export interface Automaton {
  readonly patterns: number;
  /** Says for each place at which a pattern ends which one it is, with the index of its first code point and of the one behind its last. */
  search(points: readonly number[], found: (pattern: number, start: number, end: number) => void): void;
}

/** Steps of shallow states that stand in a table; nearly all of a text is read in these. */
const mostTold = 2 ** 19;
/** Patterns after which others get the time, while a list is made ready. */
const atOnce = 2_000;

/**
 * Aho and Corasick, "Efficient string matching" (CACM 18, 1975), over code points. Building takes time in proportion to all patterns, a search
 * in proportion to the text and what is found in it. An empty pattern is never found. It yields now and then, so that who builds can let
 * others go on; the automaton is what it returns.
 */
export function* building(patterns: readonly (readonly number[])[]): Generator<void, Automaton> {
  const tree = new Tree(patterns);
  for (let from = 0; from < patterns.length; from += atOnce) {
    for (let pattern = from; pattern < Math.min(from + atOnce, patterns.length); pattern += 1) tree.enter(pattern, patterns[pattern]!);
    yield;
  }
  return yield* tree.joined();
}

class Tree {
  readonly #alphabet = new Alphabet();
  readonly #steps: Steps;
  /** Of each state: the one before it, the letter that leads to it, its depth, the first pattern that ends in it (-1: none). */
  readonly #parents: Int32Array;
  readonly #by: Int32Array;
  readonly #depths: Int32Array;
  readonly #ends: Int32Array;
  /** The next pattern that ends where a pattern does; equal ones are chained. */
  readonly #same: Int32Array;
  readonly #lengths: Int32Array;
  #states = 1;

  constructor(patterns: readonly (readonly number[])[]) {
    const most = patterns.reduce((sum, { length }) => sum + length, 1);
    this.#steps = new Steps(Math.min(most, 2 ** 20));
    this.#parents = new Int32Array(most);
    this.#by = new Int32Array(most);
    this.#depths = new Int32Array(most);
    this.#ends = new Int32Array(most).fill(-1);
    this.#same = new Int32Array(patterns.length).fill(-1);
    this.#lengths = Int32Array.from(patterns, ({ length }) => length);
  }

  enter(pattern: number, word: readonly number[]): void {
    if (word.length === 0) return;
    let state = 0;
    for (const point of word) {
      const letter = this.#alphabet.enter(point);
      let next = this.#steps.get(state, letter);
      if (next < 0) {
        next = this.#states;
        this.#states += 1;
        this.#steps.add(state, letter, next);
        this.#parents[next] = state;
        this.#by[next] = letter;
        this.#depths[next] = this.#depths[state]! + 1;
      }
      state = next;
    }
    this.#same[pattern] = this.#ends[state]!;
    this.#ends[state] = pattern;
  }

  /** For each state the one of the longest ending that also begins a pattern, and the next such one in which a pattern ends (0 for none). */
  *joined(): Generator<void, Automaton> {
    const { parents, by, ends, steps } = yield* this.#inOrder();
    const count = this.#states;
    const nodes = new Int32Array(count * 2);
    for (let state = 1; state < count; state += 1) nodes[parents[state]! * 2]! |= 1 << by[state]!;
    const ending = new Int32Array(count);
    const speaks = new Uint8Array(count);
    const first = new Int32Array(this.#alphabet.size);
    for (let letter = 1; letter < first.length; letter += 1) first[letter] = Math.max(0, steps.get(0, letter));
    const rows = Math.min(count, Math.max(1, Math.floor(mostTold / first.length)));
    const ways: Ways = { steps, nodes, first, told: new Int32Array(rows * first.length), rows };
    for (let state = 1; state < count; state += 1) {
      if (state % (atOnce * 8) === 0) yield;
      const parent = parents[state]!;
      const fall = parent === 0 ? 0 : follow(ways, nodes[parent * 2 + 1]!, by[state]!);
      nodes[state * 2 + 1] = fall;
      ending[state] = ends[fall]! >= 0 ? fall : ending[fall]!;
      speaks[state] = ends[state]! >= 0 || ending[state] !== 0 ? 1 : 0;
      if (state < rows) tell(ways, state);
    }
    return searching({ ...ways, ending, speaks, ends, same: this.#same, lengths: this.#lengths }, this.#alphabet);
  }

  /** The states by other numbers, the shallow ones first: nearly all of a text is read in these, and they lie side by side. */
  *#inOrder(): Generator<void, { parents: Int32Array; by: Int32Array; ends: Int32Array; steps: Steps }> {
    const order = this.#byDepth();
    const numbers = new Int32Array(this.#states);
    for (let at = 0; at < order.length; at += 1) numbers[order[at]!] = at + 1;
    const [parents, by, ends] = [new Int32Array(this.#states), new Int32Array(this.#states), new Int32Array(this.#states).fill(-1)];
    const steps = new Steps(this.#states);
    for (let state = 1; state < this.#states; state += 1) {
      if (state % (atOnce * 8) === 0) yield;
      const before = order[state - 1]!;
      parents[state] = numbers[this.#parents[before]!]!;
      by[state] = this.#by[before]!;
      ends[state] = this.#ends[before]!;
      steps.add(parents[state]!, by[state]!, state);
    }
    return { parents, by, ends, steps };
  }

  /** States but the first, the shallow ones first. */
  #byDepth(): Int32Array {
    const counts = new Int32Array(this.#depths.reduce((most, depth) => Math.max(most, depth), 0) + 2);
    for (let state = 1; state < this.#states; state += 1) counts[this.#depths[state]! + 1]! += 1;
    for (let depth = 1; depth < counts.length; depth += 1) counts[depth]! += counts[depth - 1]!;
    const order = new Int32Array(this.#states - 1);
    for (let state = 1; state < this.#states; state += 1) {
      const depth = this.#depths[state]!;
      order[counts[depth]!] = state;
      counts[depth]! += 1;
    }
    return order;
  }
}

interface Ways {
  readonly steps: Steps;
  /** Of each state the letters by which it is left, as bits of the letters modulo 32 (most wrong steps are known without looking for them), and the state it falls back to, side by side. */
  readonly nodes: Int32Array;
  /** Steps out of the first state by letter: most letters of a text begin nothing. */
  readonly first: Int32Array;
  /** Of the first `rows` states where each letter leads. */
  readonly told: Int32Array;
  readonly rows: number;
}

/** Writes down where each letter leads from a state: as from the one it falls back to, unless it has a step of its own. */
function tell({ steps, nodes, first, told }: Ways, state: number): void {
  const [mask, fall] = [nodes[state * 2]!, nodes[state * 2 + 1]!];
  const place = state * first.length;
  // What it falls back to is shallower and was written down before.
  told.set(fall === 0 ? first : told.subarray(fall * first.length, (fall + 1) * first.length), place);
  for (let letter = 1; letter < first.length; letter += 1) {
    if ((mask & (1 << letter)) === 0) continue;
    const next = steps.get(state, letter);
    if (next >= 0) told[place + letter] = next;
  }
}

interface Joined extends Ways {
  readonly ending: Int32Array;
  /** Whether a pattern ends in a state, or in one it falls back to. */
  readonly speaks: Uint8Array;
  readonly ends: Int32Array;
  readonly same: Int32Array;
  readonly lengths: Int32Array;
}

function follow({ steps, nodes, first, told, rows }: Ways, from: number, letter: number): number {
  for (let state = from; state !== 0; state = nodes[state * 2 + 1]!) {
    if (state < rows) return told[state * first.length + letter]!;
    if ((nodes[state * 2]! & (1 << letter)) === 0) continue;
    const next = steps.get(state, letter);
    if (next >= 0) return next;
  }
  return first[letter]!;
}

function searching(ways: Joined, alphabet: Alphabet): Automaton {
  const { ending, ends, speaks, same, lengths } = ways;
  return {
    patterns: lengths.length,
    search: (points, found) => {
      let state = 0;
      for (let at = 0; at < points.length; at += 1) {
        const letter = alphabet.of(points[at]!);
        state = letter === 0 ? 0 : follow(ways, state, letter);
        if (speaks[state] === 0) continue;
        for (let end = ends[state]! >= 0 ? state : ending[state]!; end > 0; end = ending[end]!)
          for (let pattern = ends[end]!; pattern >= 0; pattern = same[pattern]!) found(pattern, at + 1 - lengths[pattern]!, at + 1);
      }
    },
  };
}
