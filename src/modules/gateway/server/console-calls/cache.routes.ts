import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { interfaceCacheClear, interfaceCacheGet } from '#modules/access/common/interface-cache.contract.ts';
import { interfaceInRange, readDefinition } from '#modules/access/server/public.ts';
import { cacheOf, clearCache } from '../run/answer-cache.ts';

/** Caches of interfaces as they stand, and their emptying. */
export const cacheRoutes: readonly BoundRoute[] = [
  handle(interfaceCacheGet, async ({ db, caller, services }, { id }) => {
    const row = await interfaceInRange(db, caller, id);
    return { ...readDefinition(row.definition).cache, ...cacheOf(services).look(id) };
  }),
  handle(interfaceCacheClear, async ({ db, caller, services }, { ids }) => {
    for (const id of ids) {
      const row = await interfaceInRange(db, caller, id);
      caller.touch({ kind: 'apiInterface', id, name: row.name });
    }
    await clearCache(services, ids);
    return { count: ids.length };
  }),
];
