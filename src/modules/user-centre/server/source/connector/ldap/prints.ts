import { hash } from 'node:crypto';
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

/** A print as it is stored. */
export const printText = (print: string): string => Buffer.from(print, 'latin1').toString('base64url');
