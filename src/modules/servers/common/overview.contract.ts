import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, time } from '#kit/common/schema.ts';
import { serversPage as page } from './permissions.ts';
import { serverKinds, serverStates, zones } from './server-facts.ts';

/** A process of this product. */
export const nodeRow = z.object({
  id: id(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  startedAt: time(),
  seenAt: time(),
  /** Not heard of for twenty seconds. */
  gone: z.boolean(),
  roles: z.array(z.string()),
  /** Of the machine, over a minute. */
  load: z.number(),
  /** 99 of 100 turns of the event loop were late by less, milliseconds. */
  loopP99: z.number(),
  /** Bytes. */
  memory: z.number(),
  connections: z.int(),
  /** Its clock before the database's, milliseconds. */
  skew: z.int(),
});
export type NodeRow = z.output<typeof nodeRow>;

/** Processes, database, cache, file store, jobs and migrations. */
export const serverNodes = endpoint({
  method: 'GET',
  path: 'sys/server/nodes',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: z.object({
    nodes: z.array(nodeRow),
    database: z.object({ version: z.string(), embedded: z.boolean(), bytes: z.number(), connections: z.int(), ms: z.number() }),
    cache: z.object({ kind: z.enum(['database', 'redis']), ok: z.boolean(), ms: z.number().nullable() }),
    files: z.object({ kind: z.enum(['folder', 's3']), ok: z.boolean(), ms: z.number().nullable(), free: z.number().nullable() }),
    jobs: z.object({ queued: z.int(), running: z.int(), failed: z.int(), oldestAt: time().nullable() }),
    migrations: z.object({ applied: z.int(), last: z.string(), lastAt: time().nullable() }),
  }),
  timeout: 20_000,
  summary: 'Processes of this product and what they stand on',
});

/** What the drawing shows: zones, servers, what depends on them, and the processes. */
export const serverOverview = endpoint({
  method: 'GET',
  path: 'sys/server/overview',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: z.object({
    servers: z.array(
      z.object({
        id: id(),
        name: z.string(),
        kind: z.enum(serverKinds),
        zones: z.array(z.enum(zones)),
        state: z.enum(serverStates),
        enabled: z.boolean(),
        draining: z.boolean(),
        daysLeft: z.int().nullable(),
        platforms: z.array(platformNumber()),
      }),
    ),
    platforms: z.array(z.object({ platform: platformNumber(), publishedAt: time().nullable() })),
    nodes: z.array(nodeRow),
  }),
  summary: 'Servers, platforms and processes at a glance',
});

/** Parts of a support bundle. */
export const bundleParts = ['product', 'nodes', 'database', 'jobs', 'servers', 'platforms'] as const;
export type BundlePart = (typeof bundleParts)[number];

/** First what would leave (`list`), then a zip of it, without secrets, as a job. */
export const supportBundle = endpoint({
  method: 'POST',
  path: 'sys/supportBundle',
  access: { code: page.button.supportBundle },
  scope: 'department',
  stepUp: true,
  audit: 'support.bundle',
  input: z.strictObject({
    parts: z
      .array(z.enum(bundleParts))
      .min(1)
      .max(bundleParts.length)
      .default([...bundleParts]),
    list: z.boolean().default(false),
  }),
  reply: z.object({
    files: z.array(z.object({ part: z.enum(bundleParts), name: z.string(), bytes: z.int(), holds: z.array(z.string()) })),
    jobId: id().nullable(),
  }),
  summary: 'What a support bundle holds, and the bundle itself',
});
