import type { Bus, BusOptions } from './bus-types.ts';
import { openDatabaseBus } from './database-bus.ts';

export type { Bus, BusOptions, JsonValue, Listener } from './bus-types.ts';

/** Opens the bus over Redis or Valkey when redisUrl is set, else over the database's LISTEN and NOTIFY. */
export async function openBus(options: BusOptions): Promise<Bus> {
  const { redisUrl } = options;
  if (redisUrl === undefined) return openDatabaseBus(options);
  // Its client is loaded only where it is used: the start is quicker without.
  const { openRedisBus } = await import('./redis-bus.ts');
  return openRedisBus({ ...options, redisUrl });
}
