import {
  AdminLimitExceededError,
  BusyError,
  ConfidentialityRequiredError,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  OperationsError,
  ResultCodeError,
  SizeLimitExceededError,
  StrongAuthRequiredError,
  TimeLimitExceededError,
  UnavailableError,
  UnwillingToPerformError,
} from 'ldapts';
import { toOutboundError, type OutboundCategory } from '#platform/outbound/outbound-error.ts';
import { SourceFailure, type FailureCategory } from '../connector.ts';

const byAnswer: readonly [new (...given: never[]) => ResultCodeError, FailureCategory][] = [
  [InvalidCredentialsError, 'auth'],
  [InappropriateAuthError, 'auth'],
  [ConfidentialityRequiredError, 'tls'],
  [StrongAuthRequiredError, 'tls'],
  [InsufficientAccessError, 'permission'],
  // Active Directory answers so to who is not bound.
  [OperationsError, 'permission'],
  [UnwillingToPerformError, 'permission'],
  [NoSuchObjectError, 'empty'],
  [InvalidDNSyntaxError, 'syntax'],
  // A directory that stops in the middle has not shown everybody: never an end.
  [SizeLimitExceededError, 'limit'],
  [AdminLimitExceededError, 'limit'],
  [TimeLimitExceededError, 'timeout'],
  [BusyError, 'unavailable'],
  [UnavailableError, 'unavailable'],
];

const onTheWay: Readonly<Record<OutboundCategory, FailureCategory>> = {
  dns: 'dns',
  denied: 'denied',
  refused: 'refused',
  timeout: 'timeout',
  tls: 'tls',
  protocol: 'protocol',
  tooLarge: 'limit',
  busy: 'unavailable',
  breaker: 'unavailable',
  cancelled: 'unavailable',
};

/** Any error of a connection or of an answer as a typed one; `what` names the base or server that it is about. */
export function sourceFailure(error: unknown, what: string): SourceFailure {
  if (error instanceof SourceFailure) return error;
  if (error instanceof ResultCodeError) {
    const known = byAnswer.find(([type]) => error instanceof type);
    return new SourceFailure(known?.[1] ?? 'protocol', known ? what : `${what} (${error.code})`, error);
  }
  return new SourceFailure(onTheWay[toOutboundError(error).category], what, error);
}
