import { CallFailure } from '../run/failure.ts';

/** How one place of a pool is opened and closed. */
interface Making<T> {
  open(): Promise<T>;
  close(one: T): Promise<void>;
}

const mostWaiting = 200;
const idleMillis = 30_000;

/** A bounded pool: who finds no place waits for a short while, and not behind too many. */
export class Places<T extends object> {
  readonly #most: number;
  readonly #making: Making<T>;
  readonly #idle: { one: T; since: number }[] = [];
  readonly #waiting: ((one: T) => void)[] = [];
  #open = 0;
  #closed = false;

  constructor(most: number, making: Making<T>) {
    this.#most = most;
    this.#making = making;
  }

  async take(waitMs: number): Promise<T> {
    if (this.#closed) throw new CallFailure('off', { params: { name: '' } });
    const now = performance.now();
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (now - idle.since < idleMillis) return idle.one;
      this.#drop(idle.one);
    }
    if (this.#open < this.#most) {
      this.#open += 1;
      try {
        return await this.#making.open();
      } catch (error) {
        this.#open -= 1;
        throw error;
      }
    }
    if (this.#waiting.length >= mostWaiting) throw busy();
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(got), 1);
        reject(busy());
      }, waitMs);
      const got = (one: T): void => {
        clearTimeout(timer);
        resolve(one);
      };
      this.#waiting.push(got);
    });
  }

  giveBack(one: T, isBroken: boolean): void {
    if (isBroken || this.#closed) {
      this.#drop(one);
      const next = this.#waiting.shift();
      if (next && !this.#closed) void this.#hand(next);
      return;
    }
    const next = this.#waiting.shift();
    if (next) next(one);
    else this.#idle.push({ one, since: performance.now() });
  }

  /** Opens a place for who has waited longest; where that fails, they wait on. */
  async #hand(next: (one: T) => void): Promise<void> {
    try {
      next(await this.take(0));
    } catch {
      this.#waiting.unshift(next);
    }
  }

  state(): { used: number; idle: number; waiting: number } {
    return { used: this.#open - this.#idle.length, idle: this.#idle.length, waiting: this.#waiting.length };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { one } of this.#idle.splice(0)) this.#drop(one);
  }

  #drop(one: T): void {
    this.#open -= 1;
    void this.#making.close(one).catch(() => undefined);
  }
}

const busy = (): CallFailure => new CallFailure('limited', { code: 14317, params: { n: 1, reason: 'pool' }, retryAfter: 1 });
