/** Why an answer of another system is not believed. */
export const refusalReasons = [
  'state',
  'browser',
  'denied',
  'code',
  'signature',
  'issuer',
  'audience',
  'nonce',
  'time',
  'replay',
  'document',
  'identity',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The answer of another system is not believed (11024). */
export class AnswerRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, cause?: unknown) {
    super(`The answer is refused: ${reason}`, { cause });
    this.reason = reason;
  }
}
