import { perProduct } from '#kit/server/per-product.ts';

/** A message as it goes over the wire, at its place in the conversation. */
export interface Framed {
  readonly seq: number;
  readonly frame: Buffer;
}

/** So long, and so many, messages are at hand: they reach the terminals of this process within less. */
const handMillis = 2_000;
const mostAtHand = 2_000;

/** Messages that this process wrote a moment ago: who is connected here gets them without another reading of the database. */
class JustWritten {
  readonly #frames = new Map<string, { frame: Buffer; until: number }>();

  add(conversation: string, { seq, frame }: Framed): void {
    const now = performance.now();
    for (const [place, { until }] of this.#frames) {
      if (until > now && this.#frames.size < mostAtHand) break;
      this.#frames.delete(place);
    }
    this.#frames.set(`${conversation} ${seq}`, { frame, until: now + handMillis });
  }

  /** All messages of a conversation behind one number, up to another; undefined where one of them is not at hand. */
  all({ conversation, low, high }: { readonly conversation: string; readonly low: number; readonly high: number }): Framed[] | undefined {
    if (high - low > mostAtHand) return undefined;
    const now = performance.now();
    const found: Framed[] = [];
    for (let seq = low + 1; seq <= high; seq += 1) {
      const one = this.#frames.get(`${conversation} ${seq}`);
      if (!one || one.until <= now) return undefined;
      found.push({ seq, frame: one.frame });
    }
    return found;
  }

  /** What was at hand may have changed (a message was recalled): the database is read again. */
  clear(): void {
    this.#frames.clear();
  }
}

/** What a running product wrote a moment ago. */
export const justWrittenOf = perProduct(() => new JustWritten());
