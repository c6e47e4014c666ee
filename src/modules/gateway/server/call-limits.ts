import type { FastifyReply } from 'fastify';
import { perProduct } from '#kit/server/per-product.ts';
import type { identify } from './caller/callers.ts';
import type { Calling } from './calling.ts';
import type { Loaded } from './run/context.ts';
import { Limits, takeQuota, type RateState } from './run/limits.ts';

/** Rates and calls in flight of this process. */
export const limitsOf = perProduct(() => ({ limits: new Limits(), inFlight: 0 }));

/** Counts a call against everything that limits it; answers the narrowest rate, and how its place is given back. */
export async function limit(
  { services }: Calling,
  loaded: Loaded,
  { caller, system }: Awaited<ReturnType<typeof identify>>,
  grant: { id: string; rate: number | null; quotaDay: number | null } | null,
): Promise<{ rate: RateState | undefined; leave: () => void }> {
  const { limits } = limitsOf(services);
  const { definition } = loaded;
  const whose = caller.employee?.uid ?? caller.id ?? caller.address;
  const wanted = [
    ...(definition.limits.rate === null ? [] : [{ key: `i ${loaded.id}`, rate: definition.limits.rate, burst: definition.limits.rate }]),
    ...(definition.limits.callerRate === null
      ? []
      : [{ key: `c ${loaded.id} ${whose}`, rate: definition.limits.callerRate, burst: definition.limits.callerRate }]),
    ...(grant?.rate == null ? [] : [{ key: `g ${grant.id}`, rate: grant.rate, burst: grant.rate }]),
    ...(system ? [{ key: `s ${system.id}`, rate: system.rate, burst: system.burst }] : []),
    // What anybody may call is held to 20 a second.
    ...(loaded.auth ? [] : [{ key: `o ${loaded.id}`, rate: 20, burst: 20 }]),
  ];
  const rates = wanted.map(({ key, ...bucket }) => limits.take(key, bucket));
  if (system?.quotaDay != null) await takeQuota(services.database.db, system.id, system.quotaDay, services.now());
  if (grant?.quotaDay != null) await takeQuota(services.database.db, grant.id, grant.quotaDay, services.now());
  const leaves = [
    limits.enter(`i ${loaded.id}`, definition.behaviour.concurrency),
    ...(system ? [limits.enter(`s ${system.id}`, system.concurrency)] : []),
  ];
  return { rate: rates.toSorted((one, other) => one.left - other.left)[0], leave: () => leaves.forEach((give) => give()) };
}

/** Says how the rate stands. */
export function rateHeaders(response: FastifyReply, rate: RateState | undefined): void {
  if (rate)
    response
      .header('ratelimit-limit', String(rate.limit))
      .header('ratelimit-remaining', String(rate.left))
      .header('ratelimit-reset', String(rate.reset));
}
