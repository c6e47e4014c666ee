import { HessianError } from './hessian.ts';

const deepest = 64;
const mostValues = 1_000_000;
const longestText = 8 * 1024 * 1024;

interface ClassShape {
  readonly name: string;
  readonly fields: readonly string[];
}

/** Reads hessian 2 within limits; nothing is instantiated, names of classes are kept as `$class`, long numbers above 2⁵³ as text. */
export class HessianReader {
  readonly #bytes: Buffer;
  at = 0;
  #values = 0;
  readonly #refs: unknown[] = [];
  readonly #types: string[] = [];
  readonly #classes: ClassShape[] = [];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.at >= this.#bytes.length;
  }

  #byte(): number {
    if (this.at >= this.#bytes.length) throw new HessianError('cut');
    return this.#bytes[this.at++]!;
  }

  #take(size: number): Buffer {
    if (size < 0 || this.at + size > this.#bytes.length) throw new HessianError('cut');
    this.at += size;
    return this.#bytes.subarray(this.at - size, this.at);
  }

  /** The next value. */
  read(depth = 0): unknown {
    if (depth > deepest) throw new HessianError('too deep');
    if ((this.#values += 1) > mostValues) throw new HessianError('too many');
    const tag = this.#byte();
    if (tag <= 0x1f || (tag >= 0x30 && tag <= 0x33) || tag === 0x53 || tag === 0x52) return this.#text(tag);
    const number = this.#number(tag);
    if (number !== undefined) return number;
    if (tag === 0x4e) return null;
    if (tag === 0x54) return true;
    if (tag === 0x46) return false;
    if (tag === 0x4a) return dateText(Number(this.#take(8).readBigInt64BE()));
    if (tag === 0x4b) return dateText(this.#take(4).readInt32BE() * 60_000);
    if (tag === 0x41 || tag === 0x42 || (tag >= 0x20 && tag <= 0x2f) || (tag >= 0x34 && tag <= 0x37))
      return this.#binary(tag).toString('base64');
    if (tag === 0x51) {
      const index = this.#int();
      if (index < 0 || index >= this.#refs.length) throw new HessianError('no such reference');
      return this.#refs[index];
    }
    if (tag === 0x43) {
      this.#classShape();
      return this.read(depth);
    }
    if (tag === 0x4f || (tag >= 0x60 && tag <= 0x6f)) return this.#object(tag === 0x4f ? this.#int() : tag - 0x60, depth);
    if (tag === 0x48) return this.#map(undefined, depth);
    if (tag === 0x4d) return this.#map(this.#type(), depth);
    return this.#list(tag, depth);
  }

  #list(tag: number, depth: number): unknown[] {
    const open = tag === 0x55 || tag === 0x57;
    let size = -1;
    if (tag === 0x55) this.#type();
    else if (tag === 0x56) {
      this.#type();
      size = this.#int();
    } else if (tag === 0x58) size = this.#int();
    else if (tag >= 0x70 && tag <= 0x77) {
      this.#type();
      size = tag - 0x70;
    } else if (tag >= 0x78 && tag <= 0x7f) size = tag - 0x78;
    else if (!open) throw new HessianError('unknown tag');
    if (!open && (size < 0 || size > this.#bytes.length)) throw new HessianError('wrong length');
    const list: unknown[] = [];
    this.#refs.push(list);
    while (open ? this.#bytes[this.at] !== 0x5a : list.length < size) list.push(this.read(depth + 1));
    if (open) this.at += 1;
    return list;
  }

  #map(type: string | undefined, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = type === undefined || type === '' || type === 'java.util.HashMap' ? {} : { $class: type };
    this.#refs.push(map);
    for (;;) {
      if (this.at >= this.#bytes.length) throw new HessianError('cut');
      if (this.#bytes[this.at] === 0x5a) break;
      const key = this.read(depth + 1);
      const value = this.read(depth + 1);
      put(map, typeof key === 'object' ? JSON.stringify(key) : String(key), value);
    }
    this.at += 1;
    return map;
  }

  #classShape(): void {
    const name = String(this.read());
    const count = this.#int();
    if (count < 0 || count > 10_000) throw new HessianError('wrong length');
    const fields = Array.from({ length: count }, () => String(this.read()));
    this.#classes.push({ name, fields });
  }

  #object(index: number, depth: number): Record<string, unknown> {
    const shape = this.#classes[index];
    if (!shape) throw new HessianError('no such class');
    const object: Record<string, unknown> = { $class: shape.name };
    this.#refs.push(object);
    for (const field of shape.fields) put(object, field, this.read(depth + 1));
    return object;
  }

  #type(): string {
    const tag = this.#bytes[this.at] ?? 0;
    const isText = tag <= 0x1f || (tag >= 0x30 && tag <= 0x33) || tag === 0x53 || tag === 0x52;
    if (!isText) {
      const known = this.#types[this.#int()];
      if (known === undefined) throw new HessianError('no such type');
      return known;
    }
    const type = String(this.read());
    this.#types.push(type);
    return type;
  }

  #int(): number {
    const value = this.read();
    if (typeof value !== 'number') throw new HessianError('no number');
    return value;
  }

  #number(tag: number): number | string | undefined {
    if (tag >= 0x80 && tag <= 0xbf) return tag - 0x90;
    if (tag >= 0xc0 && tag <= 0xcf) return ((tag - 0xc8) << 8) + this.#byte();
    if (tag >= 0xd0 && tag <= 0xd7) return ((tag - 0xd4) << 16) + this.#take(2).readUInt16BE();
    if (tag === 0x49) return this.#take(4).readInt32BE();
    if (tag >= 0xd8 && tag <= 0xef) return tag - 0xe0;
    if (tag >= 0xf0) return ((tag - 0xf8) << 8) + this.#byte();
    if (tag >= 0x38 && tag <= 0x3f) return ((tag - 0x3c) << 16) + this.#take(2).readUInt16BE();
    if (tag === 0x59) return this.#take(4).readInt32BE();
    if (tag === 0x4c) {
      const value = this.#take(8).readBigInt64BE();
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    }
    if (tag === 0x5b) return 0;
    if (tag === 0x5c) return 1;
    if (tag === 0x5d) return this.#take(1).readInt8();
    if (tag === 0x5e) return this.#take(2).readInt16BE();
    if (tag === 0x5f) return this.#take(4).readInt32BE() / 1000;
    return tag === 0x44 ? this.#take(8).readDoubleBE() : undefined;
  }

  #text(first: number): string {
    const pieces: string[] = [];
    let total = 0;
    for (let tag = first; ; tag = this.#byte()) {
      const size = tag <= 0x1f ? tag : tag <= 0x33 ? ((tag - 0x30) << 8) + this.#byte() : this.#take(2).readUInt16BE();
      total += size;
      if (total > longestText) throw new HessianError('too long');
      pieces.push(this.#units(size));
      if (tag !== 0x52) return pieces.join('');
    }
  }

  /** So many UTF-16 units; Java writes a pair as two signs of three bytes each. */
  #units(size: number): string {
    const units: number[] = [];
    while (units.length < size) {
      const one = this.#byte();
      if (one < 0x80) units.push(one);
      else if ((one & 0xe0) === 0xc0) units.push(((one & 0x1f) << 6) | (this.#byte() & 0x3f));
      else if ((one & 0xf0) === 0xe0) units.push(((one & 0x0f) << 12) | ((this.#byte() & 0x3f) << 6) | (this.#byte() & 0x3f));
      else {
        const point =
          (((one & 0x07) << 18) | ((this.#byte() & 0x3f) << 12) | ((this.#byte() & 0x3f) << 6) | (this.#byte() & 0x3f)) - 0x10000;
        units.push(0xd800 + (point >> 10), 0xdc00 + (point & 0x3ff));
      }
    }
    let text = '';
    for (let at = 0; at < units.length; at += 8192) text += String.fromCharCode(...units.slice(at, at + 8192));
    return text;
  }

  #binary(first: number): Buffer {
    const pieces: Buffer[] = [];
    for (let tag = first; ; tag = this.#byte()) {
      const size =
        tag >= 0x20 && tag <= 0x2f
          ? tag - 0x20
          : tag >= 0x34 && tag <= 0x37
            ? ((tag - 0x34) << 8) + this.#byte()
            : this.#take(2).readUInt16BE();
      pieces.push(this.#take(size));
      if (tag !== 0x41) return Buffer.concat(pieces);
    }
  }
}

const put = (target: Record<string, unknown>, key: string, value: unknown): void => {
  if (key !== '__proto__') target[key] = value;
};

const dateText = (at: number): string | number => (Math.abs(at) <= 8_640_000_000_000_000 ? new Date(at).toISOString() : at);
