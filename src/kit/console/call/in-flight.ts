import type { WireOperation } from './request.ts';

interface Flight {
  signal: AbortSignal;
  /** Nothing arrived in time. */
  timedOut(): boolean;
  /** A newer call to the same address took its place. */
  superseded(): boolean;
  end(): void;
}

const usualTimeout = 30_000;
const flights = new Map<string, () => void>();

/**
 * Watches a call while it is under way: its time (30,000 ms unless the operation says more; a file has as long as it needs), the
 * caller's own signal, and, where the operation asks for it, that only the newest call to an address goes on.
 */
export function inFlight(operation: WireOperation, address: string, outer: AbortSignal | undefined): Flight {
  const controller = new AbortController();
  const key = `${operation.method} ${address}`;
  let late = false;
  let replaced = false;
  const abort = (): void => controller.abort();
  const supersede = (): void => {
    replaced = true;
    abort();
  };
  if (operation.dedupe === 'cancel-previous') {
    flights.get(key)?.();
    flights.set(key, supersede);
  }
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  const limit = operation.timeout ?? (operation.encoding === 'multipart' ? undefined : usualTimeout);
  const timer = limit === undefined ? undefined : setTimeout(() => ((late = true), abort()), limit);
  return {
    signal: controller.signal,
    timedOut: () => late,
    superseded: () => replaced,
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
      if (flights.get(key) === supersede) flights.delete(key);
    },
  };
}
