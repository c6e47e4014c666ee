import { perProduct } from '#kit/server/per-product.ts';
import { isOpen, type identify } from './caller/callers.ts';
import type { Calling, GatewayResponse } from './calling.ts';
import type { Loaded } from './run/context.ts';
import type { Services } from '#kit/server/services.ts';
import { CallFailure } from './run/failure.ts';
import { SharedRates } from './run/shared-rate.ts';
import { Limits, takeQuota, type RateState, type Running } from './run/limits.ts';

/** Rates and calls in flight of this process. */
export const limitsOf = perProduct(({ database }: Pick<Services, 'database'>) => ({
  limits: new Limits(),
  shared: new SharedRates(database.db),
  inFlight: 0,
  answered: 0,
}));

const stateOf = (found: number, { rate, burst }: { rate: number; burst: number }): RateState => {
  const left = Math.max(0, Math.min(burst - 1, found));
  return { limit: burst, left, reset: Math.max(0, Math.ceil((burst - left) / rate)) };
};

/** Takes a call of those that this process has at hand. */
function takeNow(services: Services, key: string, bucket: { rate: number; burst: number }): RateState | undefined {
  const taken = limitsOf(services).shared.takeNow(key, bucket);
  return taken?.ok === true ? stateOf(taken.left, bucket) : undefined;
}

/** Takes a call of a rate that all nodes share; with the database away this process keeps the rate for itself. */
async function takeOf(services: Services, key: string, bucket: { rate: number; burst: number }): Promise<RateState> {
  const { limits, shared } = limitsOf(services);
  const taken = await shared.take(key, bucket);
  if (!taken) return limits.take(key, bucket);
  if (taken.ok) return stateOf(taken.left, bucket);
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
  if (isOpen(loaded, services.now())) wanted.push({ key: `o ${loaded.id}`, rate: 20, burst: 20 });
  let narrowest: RateState | undefined;
  for (const bucket of wanted) {
    const taken = takeNow(services, bucket.key, bucket) ?? (await takeOf(services, bucket.key, bucket));
    if (!narrowest || taken.left < narrowest.left) narrowest = taken;
  }
  if (system?.quotaDay != null) await takeQuota(services.database.db, system.id, system.quotaDay, services.now());
  if (grant?.quotaDay != null) await takeQuota(services.database.db, grant.id, grant.quotaDay, services.now());
  const ofInterface = limits.enter(`i ${loaded.id}`, definition.behaviour.concurrency);
  let ofSystem: Running | undefined;
  try {
    ofSystem = system ? limits.enter(`s ${system.id}`, system.concurrency) : undefined;
  } catch (error) {
    // The place that it has already is somebody else's.
    ofInterface.count -= 1;
    throw error;
  }
  return {
    rate: narrowest,
    leave: () => {
      ofInterface.count -= 1;
      if (ofSystem) ofSystem.count -= 1;
    },
  };
}

/** Tells the caller the state of the rate, by headers. */
export function rateHeaders(response: GatewayResponse, rate: RateState | undefined): void {
  if (rate)
    response
      .header('ratelimit-limit', String(rate.limit))
      .header('ratelimit-remaining', String(rate.left))
      .header('ratelimit-reset', String(rate.reset));
}
