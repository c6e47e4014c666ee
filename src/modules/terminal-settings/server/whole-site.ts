import type { Caller } from '#kit/server/caller.ts';
import { outOfRange } from '#kit/server/refusal.ts';

/** Keys, navigation and the setting of numbers hold for the whole site: who administers a part of the company neither sees nor changes them. */
export function assertWholeSite(caller: Caller): void {
  if (!caller.scope().all) throw outOfRange();
}
