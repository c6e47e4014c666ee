/** Numbers of code points; there are no others. */
const mostPoints = 0x11_00_00;

/** Numbers of the code points that occur in any pattern, from 1 on; 0: in none. */
export class Alphabet {
  readonly #numbers = new Int32Array(mostPoints);
  size = 1;

  /** The number of a code point, given at its first sight. */
  enter(point: number): number {
    const known = this.#numbers[point]!;
    if (known !== 0) return known;
    this.#numbers[point] = this.size;
    this.size += 1;
    return this.size - 1;
  }

  of(point: number): number {
    return this.#numbers[point]!;
  }
}

/** Numbers of one entry: the state, the letter, the state behind it. */
const stride = 3;

/** Steps of a tree: from a state by a letter to a state. An open hash in one array of numbers; a state that is left by nothing is -1 + 1. */
export class Steps {
  #entries: Int32Array;
  #mask: number;
  #used = 0;

  constructor(expected: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 1.4)));
    this.#entries = new Int32Array(capacity * stride);
    this.#mask = capacity - 1;
  }

  /** The state behind a step; -1 where there is none. */
  get(state: number, letter: number): number {
    const entries = this.#entries;
    for (let at = hash(state, letter) & this.#mask; ; at = (at + 1) & this.#mask) {
      const place = at * stride;
      const found = entries[place + 1]!;
      // Letters begin at 1: 0 is a free place.
      if (found === 0) return -1;
      if (found === letter && entries[place] === state) return entries[place + 2]!;
    }
  }

  /** Adds a step that is not there. */
  add(state: number, letter: number, next: number): void {
    if ((this.#used + 1) * 1.3 > this.#mask) this.#grow();
    this.#used += 1;
    this.#put(state, letter, next);
  }

  #put(state: number, letter: number, next: number): void {
    let at = hash(state, letter) & this.#mask;
    while (this.#entries[at * stride + 1] !== 0) at = (at + 1) & this.#mask;
    this.#entries[at * stride] = state;
    this.#entries[at * stride + 1] = letter;
    this.#entries[at * stride + 2] = next;
  }

  #grow(): void {
    const before = this.#entries;
    this.#entries = new Int32Array(before.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let place = 0; place < before.length; place += stride)
      if (before[place + 1] !== 0) this.#put(before[place]!, before[place + 1]!, before[place + 2]!);
  }
}

function hash(state: number, letter: number): number {
  const mixed = Math.imul(state, 0x9e_37_79_b1) ^ Math.imul(letter, 0x85_eb_ca_6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
