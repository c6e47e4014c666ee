/** Why an answer of another system is not believed. */
export type RefusalReason =
  | 'state'
  | 'browser'
  | 'denied'
  | 'code'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'time'
  | 'replay'
  | 'document'
  | 'identity';

/** The answer of another system is not believed (11024). */
export class AnswerRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, cause?: unknown) {
    super(`The answer is refused: ${reason}`, { cause });
    this.reason = reason;
  }
}
