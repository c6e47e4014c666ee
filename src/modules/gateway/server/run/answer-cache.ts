import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';

/** An answer that is kept. */
export interface CachedAnswer {
  readonly data: unknown;
  readonly raw: Buffer;
  /** The same in the product's envelope. */
  readonly envelope?: Buffer;
  readonly contentType: string;
  readonly status: number;
  readonly at: number;
}

interface Counts {
  hits: number;
  misses: number;
}

const mostEntry = 1024 * 1024;
const mostBytes = 128 * 1024 * 1024;
const clearChannel = 'gateway.cache.clear';

/** Answers of one process: the least used go first. */
class AnswerCache {
  readonly #entries = new Map<string, { answer: CachedAnswer; bytes: number; interfaceId: string }>();
  readonly #counts = new Map<string, Counts>();
  readonly #flights = new Map<string, Promise<CachedAnswer>>();
  #bytes = 0;

  find(key: string, interfaceId: string, now: number, { ttlMs, staleMs }: { ttlMs: number; staleMs: number }) {
    const entry = this.#entries.get(key);
    const counts = this.#countsOf(interfaceId);
    const age = entry ? now - entry.answer.at : Number.POSITIVE_INFINITY;
    if (!entry || age > ttlMs + staleMs) {
      counts.misses += 1;
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const isFresh = age <= ttlMs;
    if (isFresh) counts.hits += 1;
    else counts.misses += 1;
    return { answer: entry.answer, isFresh };
  }

  keep(key: string, interfaceId: string, answer: CachedAnswer): boolean {
    const bytes = answer.raw.length > 0 ? answer.raw.length : Buffer.byteLength(JSON.stringify(answer.data) ?? '');
    if (bytes > mostEntry) return false;
    this.#drop(key);
    this.#entries.set(key, { answer, bytes, interfaceId });
    this.#bytes += bytes;
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
    return true;
  }

  /** Equal readings that are under way at the same time ask once. */
  async joined(key: string, work: () => Promise<CachedAnswer>): Promise<CachedAnswer> {
    const known = this.#flights.get(key);
    if (known) return known;
    const flight = work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  clear(interfaceIds: readonly string[]): void {
    const named = new Set(interfaceIds);
    for (const [key, { interfaceId }] of this.#entries) if (named.has(interfaceId)) this.#drop(key);
  }

  look(interfaceId: string): { entries: number; bytes: number; oldestAt: number | null } & Counts {
    const own = [...this.#entries.values()].filter((entry) => entry.interfaceId === interfaceId);
    return {
      entries: own.length,
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      oldestAt: own.length === 0 ? null : Math.min(...own.map(({ answer }) => answer.at)),
      ...this.#countsOf(interfaceId),
    };
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #countsOf(interfaceId: string): Counts {
    const known = this.#counts.get(interfaceId) ?? { hits: 0, misses: 0 };
    this.#counts.set(interfaceId, known);
    return known;
  }
}

/** The cache of a running product; emptied where another node says so. */
export const cacheOf = perProduct(({ bus }: Pick<Services, 'database' | 'bus'>) => {
  const cache = new AnswerCache();
  bus.subscribe(clearChannel, (message) => {
    if (Array.isArray(message)) cache.clear(message.map(String));
  });
  return cache;
});

/** Empties the cache of interfaces on every node. */
export async function clearCache(services: Pick<Services, 'database' | 'bus'>, ids: readonly string[]): Promise<void> {
  cacheOf(services).clear(ids);
  await services.bus.publish(clearChannel, [...ids]);
}
