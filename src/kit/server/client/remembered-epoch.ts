import type { Services } from '../services.ts';
import type { ClientEpoch } from './terminal-gate.ts';

/** How long a count is answered from memory: every answer to a terminal carries it. */
const keptMillis = 500;

/** A count of decisions for all terminals, read from the database at most twice a second on each node. */
export function rememberedEpoch(read: (services: Services) => Promise<number>): ClientEpoch {
  const known = new WeakMap<object, { at: number; site: Promise<number> }>();
  return async (services) => {
    const own = known.get(services.database);
    if (own && performance.now() - own.at < keptMillis) return { site: await own.site };
    const site = read(services);
    known.set(services.database, { at: performance.now(), site });
    // What could not be read is asked again.
    site.catch(() => known.delete(services.database));
    return { site: await site };
  };
}
