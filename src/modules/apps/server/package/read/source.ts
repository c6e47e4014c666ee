/** Bytes of a package, read where they are needed; a package is never held as a whole. */
export interface Source {
  readonly size: number;
  read(start: number, length: number): Promise<Buffer>;
}

/** Why a package is refused: the number of the code, a word for the reason, and what the sentence names. */
export class PackageFault extends Error {
  override readonly name = 'PackageFault';
  readonly code: number;
  /** Word of the catalogue (`package.reason.<word>`). */
  readonly reason: string;
  /** What the sentence names: an entry, an identity. */
  readonly subject: string;
  /** Whose it should be, where something belongs to another one. */
  readonly expected: string;

  constructor(code: number, reason: string, subject = '', expected = '') {
    super(`${code} ${reason} ${subject}`);
    this.code = code;
    this.reason = reason;
    this.subject = subject;
    this.expected = expected;
  }
}

/** 13001: not a package of the kind that it should be. */
export const notOne = (reason: string, subject = ''): PackageFault => new PackageFault(13001, reason, subject);
/** 13002: what is in it does not match what it says of itself. */
export const damaged = (subject: string): PackageFault => new PackageFault(13002, 'damaged', subject);
/** 13003: its signature does not hold. */
export const badSignature = (reason: string, subject = ''): PackageFault => new PackageFault(13003, reason, subject);
/** 13007: no phone installs it outside of a store. */
export const notInstallable = (reason: string): PackageFault => new PackageFault(13007, reason);

const partBytes = 1024 * 1024;

/** A part of a package piece by piece, so that a large one takes no room: the next piece is asked for while one is worked on. */
export async function* partsOf(source: Source, start: number, end: number): AsyncGenerator<Buffer> {
  const ask = (at: number): Promise<Buffer> => {
    const piece = source.read(at, Math.min(partBytes, end - at));
    // Whoever waits for it is told; nobody may wait when the piece before was bad.
    piece.catch(() => undefined);
    return piece;
  };
  let coming = start < end ? ask(start) : undefined;
  for (let at = start; coming; at += partBytes) {
    const piece = await coming;
    coming = at + partBytes < end ? ask(at + partBytes) : undefined;
    yield piece;
  }
}

/** A reader of little-endian values that refuses to leave its bytes. */
export class Cursor {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  u32(): number {
    const value = this.bytes.readUInt32LE(this.at);
    this.at += 4;
    return value;
  }

  take(length: number): Buffer {
    if (length < 0 || length > this.left) throw new RangeError('behind the end');
    const part = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return part;
  }

  /** Bytes whose length stands before them. */
  prefixed(): Buffer {
    return this.take(this.u32());
  }

  /** All of a sequence of length-prefixed values. */
  static all(bytes: Buffer): Buffer[] {
    const cursor = new Cursor(bytes);
    const parts: Buffer[] = [];
    while (cursor.left > 0) parts.push(cursor.prefixed());
    return parts;
  }
}
