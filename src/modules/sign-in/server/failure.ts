import { code } from '#kit/common/codes.ts';
import type { Texts } from '#kit/server/texts.ts';
import type { Language } from '#kit/common/language.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { toOutboundError, type OutboundCategory } from '#platform/outbound/outbound-error.ts';

/** Why another system could not say who somebody is. */
export type FailureReason =
  | OutboundCategory
  | 'serviceBind'
  | 'encryption'
  | 'certificate'
  | 'unavailable'
  | 'credentials'
  | 'notFound'
  | 'several'
  | 'noPerson'
  | 'severalPeople'
  | 'disabledPerson';

/** The other system was not reached, or did not do what it should; says nothing about the person. */
export class WayFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, cause?: unknown) {
    super(`The other system failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Any error on the way to another system as a typed one. */
export function failureOf(error: unknown): WayFailure {
  return error instanceof WayFailure ? error : new WayFailure(toOutboundError(error).category, error);
}

/** The failure as it is answered: 10502 with its reason in words. */
export function refusalOf(failure: WayFailure, texts: Texts, language: Language): Refusal {
  return new Refusal(code.otherSide, { reason: texts.text(language, 'sign-in', `failure.${failure.reason}`) }, { reason: failure.reason });
}
