import type { Caller } from '#kit/server/caller.ts';
import { outOfRange } from '#kit/server/refusal.ts';

/** Configuration holds for the whole site: who administers a part of the company neither reads nor changes it as text. */
export function assertWholeSite(caller: Caller): void {
  if (!caller.scope().all) throw outOfRange();
}
