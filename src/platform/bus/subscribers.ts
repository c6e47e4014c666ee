import type { JsonValue, Listener } from './bus-types.ts';

/** Subscribers within this process. */
export class Subscribers {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #gaps = new Set<() => void>();
  readonly #onFailure: (sentence: string) => void;

  constructor(onFailure: (sentence: string) => void = () => {}) {
    this.#onFailure = onFailure;
  }

  add(channel: string, listener: Listener): () => void {
    // Wrapped, so that the same function may be subscribed twice.
    const own: Listener = (message) => listener(message);
    const set = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, set.add(own));
    return () => {
      set.delete(own);
      if (set.size === 0 && this.#listeners.get(channel) === set) this.#listeners.delete(channel);
    };
  }

  addGap(listener: () => void): () => void {
    const own = () => listener();
    this.#gaps.add(own);
    return () => this.#gaps.delete(own);
  }

  deliver(channel: string, message: JsonValue): void {
    for (const listener of this.#listeners.get(channel) ?? []) this.#call(channel, () => listener(message));
  }

  gap(): void {
    for (const listener of this.#gaps) this.#call('gap', listener);
  }

  /** One failing listener keeps the message from no other. */
  #call(channel: string, listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#onFailure(
        `A listener of the bus channel ${channel} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}
