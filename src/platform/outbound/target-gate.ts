import { outboundError } from './outbound-error.ts';

/** Limits of the calls to one target; times in ms. */
export interface GateLimits {
  readonly connections: number;
  readonly queue: number;
  /** Longest wait for a free connection. */
  readonly waitMs: number;
  /** Failures in a row that open the breaker. */
  readonly failures: number;
  /** First rest of an open breaker; doubles with each failed trial up to 5 minutes. */
  readonly restMs: number;
}

/** A place among the calls to a target; the first end counts, later ones do nothing. */
export interface Ticket {
  end(outcome: 'ok' | 'failed' | 'neither'): void;
}

interface Target {
  running: number;
  readonly waiting: Set<(open: boolean) => void>;
  failures: number;
  restUntil: number;
  restMs: number;
  trial: boolean;
}

/** The places of calls, by target. */
export interface TargetGate {
  /** A place where one is free at once. */
  enterNow(key: string): Ticket | undefined;
  enter(key: string, signal?: AbortSignal): Promise<Ticket>;
}

const maxRestMs = 5 * 60_000;
const maxTargets = 1_000;

const stopped = (signal: AbortSignal | undefined): Error =>
  outboundError(signal?.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'timeout' : 'cancelled');

/** Bounded pool, bounded queue and circuit breaker per target, so that one slow system never delays the calls to others. */
export function createTargetGate(limits: GateLimits, now: () => number = Date.now): TargetGate {
  const targets = new Map<string, Target>();

  const targetOf = (key: string): Target => {
    const known = targets.get(key);
    if (known !== undefined) return known;
    if (targets.size >= maxTargets) {
      for (const [old, target] of targets)
        if (target.running === 0 && target.waiting.size === 0 && target.restUntil <= now()) targets.delete(old);
    }
    const fresh: Target = { running: 0, waiting: new Set(), failures: 0, restUntil: 0, restMs: limits.restMs, trial: false };
    targets.set(key, fresh);
    return fresh;
  };

  const isOpen = (target: Target): boolean => target.failures >= limits.failures;

  const note = (target: Target, outcome: 'ok' | 'failed' | 'neither', wasTrial: boolean): void => {
    if (wasTrial) target.trial = false;
    if (outcome === 'ok') [target.failures, target.restMs, target.restUntil] = [0, limits.restMs, 0];
    if (outcome !== 'failed') return;
    target.failures += 1;
    if (!isOpen(target)) return;
    if (wasTrial) target.restMs = Math.min(maxRestMs, target.restMs * 2);
    target.restUntil = now() + target.restMs;
    for (const refuse of target.waiting) refuse(false);
  };

  const ticket = (target: Target, wasTrial: boolean): Ticket => {
    let ended = false;
    return {
      end(outcome) {
        if (ended) return;
        ended = true;
        target.running -= 1;
        note(target, outcome, wasTrial);
        const next = target.waiting.values().next();
        if (next.done !== true && target.running < limits.connections) next.value(true);
      },
    };
  };

  const wait = (target: Target, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (work: () => void): void => {
        target.waiting.delete(go);
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        work();
      };
      const stop = (): void => leave(() => reject(stopped(signal)));
      // The place is taken at once, before anybody else can come in between.
      const go = (open: boolean): void => {
        if (open) target.running += 1;
        leave(open ? resolve : () => reject(outboundError('breaker')));
      };
      const timer = setTimeout(() => leave(() => reject(outboundError('busy'))), limits.waitMs);
      signal?.addEventListener('abort', stop, { once: true });
      target.waiting.add(go);
    });

  /** A place that is free now; undefined where it must be waited for. A target that rests refuses. */
  const free = (target: Target): Ticket | undefined => {
    const isTrial = isOpen(target);
    if (isTrial && (target.trial || now() < target.restUntil)) throw outboundError('breaker');
    if (target.running >= limits.connections) return undefined;
    target.trial ||= isTrial;
    target.running += 1;
    return ticket(target, isTrial);
  };

  return {
    enterNow: (key) => free(targetOf(key)),
    async enter(key, signal) {
      if (signal?.aborted === true) throw stopped(signal);
      const target = targetOf(key);
      const place = free(target);
      if (place) return place;
      if (target.waiting.size >= limits.queue) throw outboundError('busy');
      const isTrial = isOpen(target);
      target.trial ||= isTrial;
      try {
        await wait(target, signal);
      } catch (error) {
        if (isTrial) target.trial = false;
        throw error;
      }
      return ticket(target, isTrial);
    },
  };
}
