/** Of so many places one is used at most: beyond, looking takes long. */
const fill = 0.6;

/** SHA-256 digests by their first 64 bits, 8 bytes each: a gateway sees a million nonces in ten minutes. */
export class DigestSet {
  #size = 0;
  #places: Uint32Array;

  constructor(places = 4096) {
    this.#places = new Uint32Array(places * 2);
  }

  has(digest: Buffer): boolean {
    const [high, low] = halves(digest);
    const at = this.#find(high, low);
    return this.#places[at] !== 0 || this.#places[at + 1] !== 0;
  }

  add(digest: Buffer): void {
    const [high, low] = halves(digest);
    this.#put(high, low);
    if (this.#size * 2 > this.#places.length * fill) this.#grow();
  }

  #put(high: number, low: number): void {
    const at = this.#find(high, low);
    if (this.#places[at] !== 0 || this.#places[at + 1] !== 0) return;
    this.#places[at] = high;
    this.#places[at + 1] = low;
    this.#size += 1;
  }

  /** Where it lies, or would lie. */
  #find(high: number, low: number): number {
    const places = this.#places;
    const mask = places.length / 2 - 1;
    let place = low & mask;
    for (;;) {
      const at = place * 2;
      if ((places[at] === high && places[at + 1] === low) || (places[at] === 0 && places[at + 1] === 0)) return at;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Uint32Array(before.length * 2);
    this.#size = 0;
    for (let at = 0; at < before.length; at += 2) {
      const [high, low] = [before[at]!, before[at + 1]!];
      if (high !== 0 || low !== 0) this.#put(high, low);
    }
  }
}

/** Never both 0: that marks a free place. */
const halves = (digest: Buffer): [number, number] => [digest.readUInt32BE(0), digest.readUInt32BE(4) || 1];
