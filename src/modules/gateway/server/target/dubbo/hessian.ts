/** A value that can't be read or written; never says what it held. */
export class HessianError extends Error {}

/** A value of a Java type: how it is written is told by the type, not by the value. */
export interface Typed {
  readonly type: string;
  readonly value: unknown;
}

const deepest = 64;

/** Writes hessian 2: texts, numbers, dates, lists and maps. */
export class HessianWriter {
  readonly #parts: Buffer[] = [];

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #byte(...bytes: number[]): void {
    this.#parts.push(Buffer.from(bytes));
  }

  text(value: string): void {
    // Lengths count UTF-16 units; long texts go in pieces, never through a pair.
    let rest = value;
    while (rest.length > 32_768) {
      let cut = 32_768;
      if (/[\ud800-\udbff]/.test(rest[cut - 1]!)) cut -= 1;
      const piece = Buffer.from(rest.slice(0, cut));
      this.#parts.push(Buffer.from([0x52, cut >> 8, cut & 255]), piece);
      rest = rest.slice(cut);
    }
    const size = rest.length;
    if (size < 32) this.#byte(size);
    else if (size < 1024) this.#byte(0x30 + (size >> 8), size & 255);
    else this.#byte(0x53, size >> 8, size & 255);
    this.#parts.push(Buffer.from(rest));
  }

  int(value: number): void {
    const whole = Buffer.alloc(5);
    whole[0] = 0x49;
    whole.writeInt32BE(value, 1);
    this.#parts.push(whole);
  }

  long(value: bigint): void {
    const whole = Buffer.alloc(9);
    whole[0] = 0x4c;
    whole.writeBigInt64BE(value, 1);
    this.#parts.push(whole);
  }

  double(value: number): void {
    const whole = Buffer.alloc(9);
    whole[0] = 0x44;
    whole.writeDoubleBE(value, 1);
    this.#parts.push(whole);
  }

  /** Any JSON value: whole numbers as int where they fit, else long. */
  value(value: unknown, depth = 0): void {
    if (depth > deepest) throw new HessianError('too deep');
    if (value === null || value === undefined) this.#byte(0x4e);
    else if (typeof value === 'boolean') this.#byte(value ? 0x54 : 0x46);
    else if (typeof value === 'string') this.text(value);
    else if (typeof value === 'bigint') this.long(value);
    else if (typeof value === 'number') this.#number(value);
    else if (Array.isArray(value)) {
      this.#byte(0x58);
      this.int(value.length);
      for (const one of value) this.value(one, depth + 1);
    } else this.map(value as Record<string, unknown>, depth);
  }

  #number(value: number): void {
    if (!Number.isInteger(value)) this.double(value);
    else if (value >= -2_147_483_648 && value <= 2_147_483_647) this.int(value);
    else if (Number.isSafeInteger(value)) this.long(BigInt(value));
    else this.double(value);
  }

  map(value: Record<string, unknown>, depth = 0): void {
    this.#byte(0x48);
    for (const [key, inner] of Object.entries(value)) {
      this.text(key);
      this.value(inner, depth + 1);
    }
    this.#byte(0x5a);
  }

  /** An array of a Java type: `[string` or `[object`. */
  array(type: string, items: readonly unknown[], write: (item: unknown) => void): void {
    if (items.length < 8) this.#byte(0x70 + items.length);
    else this.#byte(0x56);
    this.text(type);
    if (items.length >= 8) this.int(items.length);
    for (const item of items) write(item);
  }

  /** A value as its Java type asks for it; numbers in text keep every digit. */
  typed({ type, value }: Typed): void {
    if (value === null || value === undefined) return this.#byte(0x4e);
    if (/^(int|short|byte|java\.lang\.(Integer|Short|Byte))$/.test(type)) return this.int(whole(value, 2_147_483_647));
    if (/^(long|java\.lang\.Long)$/.test(type)) return this.long(bigOf(value));
    if (/^(double|float|java\.lang\.(Double|Float))$/.test(type)) return this.double(Number(value));
    if (/^(boolean|java\.lang\.Boolean)$/.test(type)) return this.#byte(value === true || value === 'true' || value === 1 ? 0x54 : 0x46);
    if (type === 'java.lang.String' || type === 'java.math.BigDecimal' || type === 'java.math.BigInteger')
      return this.text(typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value));
    if (type === 'java.util.Date') {
      const date = Buffer.alloc(9);
      date[0] = 0x4a;
      const at = new Date(typeof value === 'number' ? value : String(value)).getTime();
      if (Number.isNaN(at)) throw new HessianError('no date');
      date.writeBigInt64BE(BigInt(at), 1);
      this.#parts.push(date);
      return undefined;
    }
    return this.value(value);
  }
}

function whole(value: unknown, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number > most || number < -most - 1) throw new HessianError('no whole number');
  return number;
}

function bigOf(value: unknown): bigint {
  try {
    return BigInt(typeof value === 'number' ? Math.trunc(value) : String(value));
  } catch {
    throw new HessianError('no long');
  }
}
