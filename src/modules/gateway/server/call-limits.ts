import { perProduct } from '#kit/server/per-product.ts';
import type { identify } from './caller/callers.ts';
import type { Calling, GatewayResponse } from './calling.ts';
import type { Loaded } from './run/context.ts';
import type { Services } from '#kit/server/services.ts';
import { CallFailure } from './run/failure.ts';
import { SharedRates } from './run/shared-rate.ts';
import { Limits, takeQuota, type RateState } from './run/limits.ts';

/** Rates and calls in flight of this process. */
export const limitsOf = perProduct(({ database }: Pick<Services, 'database'>) => ({
  limits: new Limits(),
  shared: new SharedRates(database.db),
  inFlight: 0,
  answered: 0,
}));

/** Takes a call of a rate that all nodes share; with the database away this process keeps the rate for itself. */
async function takeOf(services: Services, key: string, bucket: { rate: number; burst: number }): Promise<RateState> {
  const { limits, shared } = limitsOf(services);
  const taken = shared.takeNow(key) ?? (await shared.take(key, bucket));
  if (!taken) return limits.take(key, bucket);
  if (taken.ok) {
    const left = Math.max(0, Math.min(bucket.burst - 1, taken.left));
    return { limit: bucket.burst, left, reset: Math.max(0, Math.ceil((bucket.burst - left) / bucket.rate)) };
  }
  const { waitSeconds } = taken;
  throw new CallFailure('limited', { code: 14307, params: { n: waitSeconds, reason: `${bucket.rate}/s` }, retryAfter: waitSeconds });
}

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
  const wanted: { key: string; rate: number; burst: number }[] = [];
  const { rate: own, callerRate } = definition.limits;
  if (own !== null) wanted.push({ key: `i ${loaded.id}`, rate: own, burst: own });
  if (callerRate !== null) wanted.push({ key: `c ${loaded.id} ${whose}`, rate: callerRate, burst: callerRate });
  if (grant?.rate != null) wanted.push({ key: `g ${grant.id}`, rate: grant.rate, burst: grant.rate });
  if (system) wanted.push({ key: `s ${system.id}`, rate: system.rate, burst: system.burst });
  // What anybody may call is held to 20 a second.
  if (!loaded.auth) wanted.push({ key: `o ${loaded.id}`, rate: 20, burst: 20 });
  const rates: RateState[] = [];
  for (const bucket of wanted) rates.push(await takeOf(services, bucket.key, bucket));
  if (system?.quotaDay != null) await takeQuota(services.database.db, system.id, system.quotaDay, services.now());
  if (grant?.quotaDay != null) await takeQuota(services.database.db, grant.id, grant.quotaDay, services.now());
  const leaveInterface = limits.enter(`i ${loaded.id}`, definition.behaviour.concurrency);
  let leaveSystem: (() => void) | undefined;
  try {
    leaveSystem = system ? limits.enter(`s ${system.id}`, system.concurrency) : undefined;
  } catch (error) {
    // The place that it has already is somebody else's.
    leaveInterface();
    throw error;
  }
  const narrowest = rates.length < 2 ? rates[0] : rates.toSorted((one, other) => one.left - other.left)[0];
  return {
    rate: narrowest,
    leave: () => {
      leaveInterface();
      leaveSystem?.();
    },
  };
}

/** Says how the rate stands. */
export function rateHeaders(response: GatewayResponse, rate: RateState | undefined): void {
  if (rate)
    response
      .header('ratelimit-limit', String(rate.limit))
      .header('ratelimit-remaining', String(rate.left))
      .header('ratelimit-reset', String(rate.reset));
}
