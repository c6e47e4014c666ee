import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

/** Characters of a stored digest or print that are compared: 96 bits. */
const kept = 16;
const bytes = 12;
/** How a print that is missing stands beside its digest. */
const none = 'A'.repeat(kept);

/** Places of three words each, found by these words. Its room is twice as large as what it holds. */
class Places {
  readonly words: Uint32Array;
  readonly states: Uint8Array;

  constructor(size: number) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(size, 512) * 2));
    this.words = new Uint32Array(room * 3);
    this.states = new Uint8Array(room);
  }

  /** Where they are, or where they would be. */
  find(first: number, second: number, third: number): number {
    const { words, states } = this;
    const mask = states.length - 1;
    let place = first & mask;
    while (states[place] !== 0 && (words[place * 3] !== first || words[place * 3 + 1] !== second || words[place * 3 + 2] !== third))
      place = (place + 1) & mask;
    return place;
  }

  put(first: number, second: number, third: number): number {
    const place = this.find(first, second, third);
    this.words[place * 3] = first;
    this.words[place * 3 + 1] = second;
    this.words[place * 3 + 2] = third;
    this.states[place] = 1;
    return place;
  }
}

/** Bytes as words; a copy begins where words may. */
const wordsOf = (all: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(all).buffer, 0, Math.floor(all.length / 4));

/** A word of a print, whose signs are of eight bits each. */
const wordIn = (print: string, at: number): number =>
  (print.charCodeAt(at) | (print.charCodeAt(at + 1) << 8) | (print.charCodeAt(at + 2) << 16) | (print.charCodeAt(at + 3) << 24)) >>> 0;

/**
 * Digests of everybody whom a source is tied to and who is there: who comes with the same one did not change and is neither staged nor
 * compared. Beside them the prints of what they were read from: who comes with one of these is not even taken apart. Thirty bytes each
 * beside the room of the tables: a million take less than a hundred megabytes.
 */
export class KnownDigests {
  /** 0: free, 1: known, 2: read. */
  readonly #digests: Places;
  /** 0: free, 1: there; and whose they are. */
  readonly #prints: Places;
  readonly #owners: Uint32Array;
  #size = 0;
  #read = 0;
  /** Ties without a digest, or of somebody who is there no more. */
  readonly others: number;
  /** Whether there are any prints. */
  readonly hasPrints: boolean;

  /** Three words of a digest and three of its print, which are 0 where there is none, and so on. */
  private constructor(parts: readonly Uint32Array[], others: number) {
    const isPrinted = (all: Uint32Array, at: number): boolean => all[at + 3] !== 0 || all[at + 4] !== 0 || all[at + 5] !== 0;
    let [size, prints] = [0, 0];
    for (const all of parts)
      for (let at = 0; at < all.length; at += 6) {
        size += 1;
        if (isPrinted(all, at)) prints += 1;
      }
    this.others = others;
    this.hasPrints = prints > 0;
    this.#digests = new Places(size);
    this.#prints = new Places(prints);
    this.#owners = new Uint32Array(this.#prints.states.length);
    for (const all of parts)
      for (let at = 0; at < all.length; at += 6) {
        const place = this.#digests.find(all[at]!, all[at + 1]!, all[at + 2]!);
        if (this.#digests.states[place] === 0) this.#size += 1;
        this.#digests.put(all[at]!, all[at + 1]!, all[at + 2]!);
        if (isPrinted(all, at)) this.#owners[this.#prints.put(all[at + 3]!, all[at + 4]!, all[at + 5]!)] = place;
      }
  }

  /** Loads those of a source. */
  static async of(db: Db, sourceId: string): Promise<KnownDigests> {
    // Who is in the bin is found first, in an index: joined with them, every person would be looked up. Who was erased has no digest.
    const { rows: bin } = await sql<{ ids: string[] | null }>`select array_agg(e.id) as ids from employee e where e.status = 'deleted'
      and exists (select from source_link l where l.object_id = e.id and l.source_id = ${sourceId}::uuid offset 0)`.execute(db);
    const ids = bin[0]?.ids ?? [];
    const { rows } = await sql<{ digests: string | null; others: number }>`
      select string_agg(left(l.hash, ${kept}::int) || coalesce(left(l.print, ${kept}::int), ${none}), '') filter (where l.object_id <> all(${ids}::uuid[])) as digests,
        count(*) filter (where l.hash is null or l.object_id = any(${ids}::uuid[]))::int as others
      from source_link l where l.source_id = ${sourceId}::uuid and l.object_kind = 'employee' and l.state = 'linked'`.execute(db);
    return new KnownDigests(
      rows.flatMap(({ digests }) => (digests === null ? [] : wordsOf(Buffer.from(digests, 'base64url')))),
      rows.reduce((sum, one) => sum + one.others, 0),
    );
  }

  #find(digest: Buffer): number {
    return this.#digests.find(digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8));
  }

  /** Notes that somebody was read; false when the digest is not known, or was read before: then the record has to be looked at. */
  take(digest: Buffer): boolean {
    return this.#take(this.#find(digest));
  }

  /** The same by a print, twelve signs of eight bits each. */
  takePrint(print: string): boolean {
    const place = this.#prints.find(wordIn(print, 0), wordIn(print, 4), wordIn(print, 8));
    return this.#prints.states[place] === 1 && this.#take(this.#owners[place]!);
  }

  /** The same for all of a page, as they are stored one behind the other: how many they are; undefined, and nobody taken, where one of them is not known. */
  takePrints(records: string): number | undefined {
    const words = wordsOf(Buffer.from(records, 'base64url'));
    const owners = new Uint32Array(words.length / 3);
    for (let at = 0; at < owners.length; at += 1) {
      const place = this.#prints.find(words[at * 3]!, words[at * 3 + 1]!, words[at * 3 + 2]!);
      if (this.#prints.states[place] !== 1 || this.#digests.states[this.#owners[place]!] !== 1) return undefined;
      owners[at] = this.#owners[place]!;
    }
    // Two of a page with one print: only one of them can be who is known.
    if (new Set(owners).size < owners.length) return undefined;
    for (const owner of owners) this.#take(owner);
    return owners.length;
  }

  #take(place: number): boolean {
    const { states } = this.#digests;
    if (states[place] !== 1) return false;
    states[place] = 2;
    this.#read += 1;
    return true;
  }

  /** Whether a record with this digest was read, as it is stored. */
  wasRead(stored: string | null): boolean {
    return stored !== null && this.#digests.states[this.#find(Buffer.from(stored, 'base64url'))] === 2;
  }

  /** Whether everybody who is tied was read as they were. */
  get isWhole(): boolean {
    return this.#read === this.#size && this.others === 0;
  }

  /** Digests that nobody came with, as the first characters of what is stored, piece by piece. */
  *unread(pieceSize: number): Generator<string[]> {
    if (this.#read === this.#size) return;
    const { states, words } = this.#digests;
    let piece: string[] = [];
    const one = Buffer.alloc(bytes);
    for (let at = 0; at < states.length; at += 1) {
      if (states[at] !== 1) continue;
      for (let word = 0; word < 3; word += 1) one.writeUInt32LE(words[at * 3 + word]!, word * 4);
      piece.push(one.toString('base64url'));
      if (piece.length < pieceSize) continue;
      yield piece;
      piece = [];
    }
    if (piece.length > 0) yield piece;
  }
}
