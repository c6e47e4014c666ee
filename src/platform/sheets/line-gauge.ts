import { maxLine } from './cell.ts';
import { SheetError } from './sheet-error.ts';

const newline = 10;
const carriageReturn = 13;
/** A character has four bytes at most. */
const maxBytes = 4 * maxLine;

/**
 * Measures the lines of a csv as its bytes go by, before anybody knows their encoding: SheetError line at the first one that is longer
 * than any row may be. So a file without line ends is refused after its first few megabytes.
 */
class LineGauge {
  #line = 1;
  #length = 0;
  #wasReturn = false;

  /** Lines so far, that which has not ended too. */
  get lines(): number {
    return this.#length > 0 ? this.#line : this.#line - 1;
  }

  /** Takes the next bytes. */
  take(bytes: Uint8Array): void {
    // By its index: an iterator takes twenty times as long.
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      const isEnd = byte === carriageReturn || (byte === newline && !this.#wasReturn);
      this.#wasReturn = byte === carriageReturn;
      if (isEnd) {
        this.#line += 1;
        this.#length = 0;
      } else if ((this.#length += 1) > maxBytes) throw new SheetError('line', this.#line);
    }
  }
}

/** The pieces of a csv as they come, until one of its lines is too long; `counted` gets the number of lines at the end. */
export async function* measured(pieces: AsyncIterable<Buffer>, counted?: (lines: number) => void): AsyncGenerator<Buffer> {
  const gauge = new LineGauge();
  for await (const piece of pieces) {
    gauge.take(piece);
    yield piece;
  }
  counted?.(gauge.lines);
}
