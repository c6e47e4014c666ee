/** Why a secret could not be sealed, opened or found; never carries the value or the key. */
export type SecretReason = 'key' | 'mode' | 'format' | 'unknownKey' | 'tampered';

/** A failure of the secret store: `key` (bad master key), `mode` (key file readable by others), `format`, `unknownKey`, `tampered` (changed or moved). */
export class SecretError extends Error {
  readonly reason: SecretReason;
  constructor(reason: SecretReason, message: string) {
    super(message);
    this.name = 'SecretError';
    this.reason = reason;
  }
}
