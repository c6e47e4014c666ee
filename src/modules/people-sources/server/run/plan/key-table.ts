/**
 * Remembers at which row each of millions of keys stood first, in twelve bytes a key: a source's accounts and numbers are looked at for
 * repetitions without holding them. Two keys are taken for one only when 64 bits of their digests agree.
 */
export class KeyTable {
  #size = 0;
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #rows = new Int32Array(1024).fill(-1);

  /** The row that had the key before, undefined when this is the first. */
  put(key: string, row: number): number | undefined {
    if (this.#size * 2 >= this.#rows.length) this.#grow();
    let [high, low] = [0x811c9dc5, 0x9e3779b9];
    for (let at = 0; at < key.length; at += 1) {
      const unit = key.charCodeAt(at);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul(low ^ (unit + at), 0x85ebca6b);
      low ^= low >>> 13;
    }
    const place = this.#place(high >>> 0, low >>> 0);
    if (this.#rows[place]! >= 0) return this.#rows[place];
    this.#high[place] = high >>> 0;
    this.#low[place] = low >>> 0;
    this.#rows[place] = row;
    this.#size += 1;
    return undefined;
  }

  #place(high: number, low: number): number {
    const mask = this.#rows.length - 1;
    let place = (high ^ (low >>> 7)) & mask;
    while (this.#rows[place]! >= 0 && (this.#high[place] !== high || this.#low[place] !== low)) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [high, low, rows] = [this.#high, this.#low, this.#rows];
    this.#high = new Uint32Array(rows.length * 2);
    this.#low = new Uint32Array(rows.length * 2);
    this.#rows = new Int32Array(rows.length * 2).fill(-1);
    for (let at = 0; at < rows.length; at += 1) {
      if (rows[at]! < 0) continue;
      const place = this.#place(high[at]!, low[at]!);
      this.#high[place] = high[at]!;
      this.#low[place] = low[at]!;
      this.#rows[place] = rows[at]!;
    }
  }
}
