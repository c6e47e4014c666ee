/**
 * Patterns of whole texts: characters, `.`, classes (`[A-Z]`, `\d`, `\w`, `\s`), repetitions (`?`, `*`, `+`, `{2,5}`) and alternatives (`|`),
 * without groups. All states are followed at once, so that the time grows with the length of the text alone, whatever the pattern is.
 */

type Matches = (character: string) => boolean;
interface Part {
  readonly matches: Matches;
  readonly least: number;
  readonly most: number;
}

/** A pattern that can't be read, with the place of what is wrong, counted from 1. */
export class PatternMistake extends Error {
  readonly at: number;
  constructor(at: number) {
    super(`at ${at}`);
    this.at = at;
  }
}

const mostStates = 2000;
const mostRepeats = 500;
const unlimited = -1;

const named: Readonly<Record<string, Matches>> = {
  d: (one) => one >= '0' && one <= '9',
  w: (one) => /^[A-Za-z0-9_]$/.test(one),
  s: (one) => /^\s$/.test(one),
};

const signs: Readonly<Record<string, readonly [number, number]>> = { '?': [0, 1], '*': [0, unlimited], '+': [1, unlimited] };

class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#characters = [...source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')];
  }

  alternatives(): Part[][] {
    const all: Part[][] = [[]];
    while (this.#at < this.#characters.length) {
      if (this.#now === '|') {
        this.#at += 1;
        all.push([]);
      } else all.at(-1)!.push(this.#part());
    }
    return all;
  }

  get #now(): string | undefined {
    return this.#characters[this.#at];
  }

  #wrong(): PatternMistake {
    return new PatternMistake(this.#at + 1);
  }

  #part(): Part {
    const matches = this.#one();
    const [least, most] = this.#repetition();
    return { matches, least, most };
  }

  #one(): Matches {
    const character = this.#now!;
    if ('()*+?{}]^$'.includes(character)) throw this.#wrong();
    this.#at += 1;
    if (character === '.') return () => true;
    if (character === '\\') return this.#escaped();
    if (character === '[') return this.#class();
    return (one) => one === character;
  }

  #escaped(): Matches {
    const character = this.#now;
    if (character === undefined) throw this.#wrong();
    const known = named[character];
    if (!known && /[A-Za-z0-9]/.test(character)) throw this.#wrong();
    this.#at += 1;
    return known ?? ((one) => one === character);
  }

  #class(): Matches {
    const isNot = this.#now === '^';
    if (isNot) this.#at += 1;
    const parts: Matches[] = [];
    while (this.#now !== ']') {
      const from = this.#now;
      if (from === undefined) throw this.#wrong();
      this.#at += 1;
      if (from === '\\') {
        parts.push(this.#escaped());
      } else if (this.#now === '-' && this.#characters[this.#at + 1] !== ']' && this.#characters[this.#at + 1] !== undefined) {
        const to = this.#characters[this.#at + 1]!;
        this.#at += 2;
        if (to < from) throw this.#wrong();
        parts.push((one) => one >= from && one <= to);
      } else parts.push((one) => one === from);
    }
    if (parts.length === 0) throw this.#wrong();
    this.#at += 1;
    return (one) => parts.some((matches) => matches(one)) !== isNot;
  }

  #repetition(): [number, number] {
    const simple = signs[this.#now ?? ''];
    if (simple) {
      this.#at += 1;
      return [...simple];
    }
    if (this.#now !== '{') return [1, 1];
    const rest = this.#characters.slice(this.#at).join('');
    const found = /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(rest);
    if (!found) throw this.#wrong();
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === '' ? unlimited : Number(found[3]);
    if (least > mostRepeats || most > mostRepeats || (most !== unlimited && most < least)) throw this.#wrong();
    this.#at += found[0].length;
    return [least, most];
  }
}

/** A state of a pattern: the part that comes next may be skipped, and may come again. */
interface State {
  readonly matches: Matches;
  readonly mayBeSkipped: boolean;
  readonly mayRepeat: boolean;
}

/** Each repetition as states of its own: `a{2,4}` is `aaa?a?`. */
function statesOf(parts: readonly Part[]): State[] {
  return parts.flatMap(({ matches, least, most }) => {
    const needed = Array.from({ length: least }, (): State => ({ matches, mayBeSkipped: false, mayRepeat: false }));
    if (most === unlimited) return [...needed, { matches, mayBeSkipped: true, mayRepeat: true }];
    return [...needed, ...Array.from({ length: most - least }, (): State => ({ matches, mayBeSkipped: true, mayRepeat: false }))];
  });
}

function test(states: readonly State[], text: string): boolean {
  const reach = (from: Iterable<number>): Set<number> => {
    const all = new Set<number>();
    for (const start of from)
      for (let place = start; !all.has(place); place += 1) {
        all.add(place);
        if (!states[place]?.mayBeSkipped) break;
      }
    return all;
  };
  let places = reach([0]);
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const state = states[place];
      if (!state?.matches(character)) continue;
      if (state.mayRepeat) next.push(place);
      next.push(place + 1);
    }
    if (next.length === 0) return false;
    places = reach(next);
  }
  return places.has(states.length);
}

/** Reads a pattern and answers a test of whole texts; a mistake is thrown as `PatternMistake`. */
export function readPattern(source: string): (text: string) => boolean {
  const alternatives = new Reader(source).alternatives().map(statesOf);
  if (alternatives.flat().length > mostStates) throw new PatternMistake(1);
  return (text) => alternatives.some((states) => test(states, text));
}
