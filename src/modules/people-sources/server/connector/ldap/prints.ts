import { createHash, hash } from 'node:crypto';
import type { RawValue } from '../connector.ts';

/** Characters of a print as it is stored: 96 bits. */
const bytes = 12;

/** Makes prints of entries: of their bytes, and of what a record holds that is not in them (departments, the id of the manager). */
export class PrintMaker {
  readonly #key: Buffer;
  #room: Buffer;
  readonly #places = new WeakMap<object, string>();

  constructor(key: string) {
    this.#key = Buffer.from(key, 'utf8');
    this.#room = Buffer.alloc(64 * 1024);
    this.#key.copy(this.#room);
  }

  /** A print, twelve signs of eight bits each. */
  of(entry: Buffer, place: Readonly<Record<string, RawValue>>, manager: string | undefined): string {
    let text = this.#places.get(place);
    if (text === undefined) this.#places.set(place, (text = JSON.stringify(place)));
    text += manager === undefined ? '-' : `+${manager}`;
    let at = this.#key.length;
    const most = at + text.length * 3 + 1 + entry.length;
    if (most > this.#room.length) {
      this.#room = Buffer.alloc(most * 2);
      this.#key.copy(this.#room);
    }
    at += this.#room.write(text, at, 'utf8');
    // Where the text ends and the entry begins can't be shifted: an entry begins with a sign that no text has.
    this.#room[at++] = 0xff;
    at += entry.copy(this.#room, at);
    return hash('sha256', this.#room.subarray(0, at), 'binary').slice(0, bytes);
  }
}

/** Bytes that go into a digest at once. */
const pieceSize = 64 * 1024;

/** Makes prints of pages: of the bytes of all entries, and of what places people beside them. */
export class PagePrinter {
  readonly #key: string;
  readonly #room = Buffer.alloc(pieceSize);

  constructor(key: string, places: string) {
    this.#key = JSON.stringify([key, places]);
  }

  /** A print as it is stored; undefined where the bytes of an entry are not known. */
  of(page: readonly { readonly bytes: Buffer | undefined }[]): string | undefined {
    const digest = createHash('sha256').update(this.#key);
    let at = 0;
    for (const { bytes: entry } of page) {
      if (!entry) return undefined;
      if (at + entry.length > pieceSize) {
        digest.update(this.#room.subarray(0, at));
        at = 0;
      }
      // Where an entry ends is said by the entry itself.
      if (entry.length > pieceSize) digest.update(entry);
      else at += entry.copy(this.#room, at);
    }
    return digest.update(this.#room.subarray(0, at)).digest('base64url').slice(0, 32);
  }
}

/** A print as it is stored. */
export const printText = (print: string): string => Buffer.from(print, 'latin1').toString('base64url');
