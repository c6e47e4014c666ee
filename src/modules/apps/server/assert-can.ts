import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import { Refusal } from '#kit/server/refusal.ts';

/** Refuses (65002) where a button that the input asks for is not granted. */
export function assertCan(caller: Pick<Caller, 'can'>, button: string): void {
  if (!caller.can(button)) throw new Refusal(code.notGranted, { code: button }, { code: button });
}
