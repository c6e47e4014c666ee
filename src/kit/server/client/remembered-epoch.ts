import type { CoreServices } from '../services/core-services.ts';
import type { ClientPart } from './client-part.ts';
import type { ClientEpoch } from './terminal-gate.ts';

/** How long what was read is answered from memory: every answer to a terminal carries it, and who waits looks at it once a second. */
const keptMillis = 500;

/** Reads something of the site at most twice a second on each node. */
function remembered<T>(read: (services: CoreServices) => Promise<T>): (services: CoreServices) => Promise<T> {
  const known = new WeakMap<object, { at: number; value: Promise<T> }>();
  return async (services) => {
    const own = known.get(services.database);
    if (own && performance.now() - own.at < keptMillis) return own.value;
    const value = read(services);
    known.set(services.database, { at: performance.now(), value });
    // What could not be read is asked again.
    value.catch(() => known.delete(services.database));
    return value;
  };
}

/** A count of decisions for all terminals. */
export function rememberedEpoch(read: (services: CoreServices) => Promise<number>): ClientEpoch {
  const count = remembered(read);
  return async (services) => ({ site: await count(services) });
}

/** A part that is the same for all terminals: whoever waits is told when its word is another. */
export function sitePart(name: string, read: (services: CoreServices) => Promise<string>): ClientPart {
  const word = remembered(read);
  return { name, stamp: word, word };
}
