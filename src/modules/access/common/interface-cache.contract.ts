import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import * as atoms from '#kit/common/schema.ts';
import { interfacePage as page } from './permissions.ts';

/** How the cache of an interface stands. */
export const interfaceCacheGet = endpoint({
  method: 'GET',
  path: 'mas/interface/cache/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: atoms.id() }),
  reply: z.object({
    on: z.boolean(),
    ttlSeconds: z.int(),
    staleSeconds: z.int(),
    by: z.enum(['none', 'system', 'employee']),
    /** Of the process that answers. */
    entries: z.int(),
    bytes: z.int(),
    hits: z.int(),
    misses: z.int(),
    oldestAt: atoms.time().nullable(),
  }),
  summary: 'The cache of an interface: its settings, and what this process holds',
});

/** Sets the cache of an interface. */
export const interfaceCacheUpdate = endpoint({
  method: 'POST',
  path: 'mas/interface/cache/update',
  access: { code: page.button.cache },
  scope: 'department',
  audit: 'apiInterface.cache',
  dryRun: true,
  input: z.strictObject({
    id: atoms.id(),
    version: atoms.version(),
    on: z.boolean(),
    ttlSeconds: z.int().min(1).max(604_800).default(60),
    staleSeconds: z.int().min(0).max(604_800).default(0),
    by: z.enum(['none', 'system', 'employee']).default('none'),
  }),
  reply: z.object({ version: atoms.version() }),
  summary: 'Sets the cache in the draft of an interface; publishing brings it into force',
});

/** Empties the cache of interfaces. */
export const interfaceCacheClear = endpoint({
  method: 'POST',
  path: 'mas/interface/cache/clear',
  access: { code: page.button.cache },
  scope: 'department',
  audit: 'apiInterface.cacheClear',
  input: z.strictObject({ ids: atoms.ids() }),
  reply: atoms.count(),
  summary: 'Empties the cache of interfaces on every node',
});
