import type { Caller } from '#kit/server/caller.ts';
import { outOfRange } from '#kit/server/refusal.ts';

/** Rules, notice persons and silences concern the whole site: for who sees everything alone (10910). */
export function assertSiteWide(caller: Caller): void {
  if (!caller.scope().all) throw outOfRange();
}
