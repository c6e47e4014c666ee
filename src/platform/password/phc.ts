/** Parameters of an argon2id hash in PHC string format: memory in KiB, passes, lanes. */
export interface Argon2Hash {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (PHC string format, RFC 9106 version 0x13). */
export function formatPhc(value: Argon2Hash): string {
  return `$argon2id$v=19$m=${value.memory},t=${value.passes},p=${value.lanes}$${unpadded(value.salt)}$${unpadded(value.hash)}`;
}

/** The parsed hash, or undefined when it is not argon2id of version 19 or asks for more than 256 MiB, 10 passes or 8 lanes. */
export function parsePhc(text: string): Argon2Hash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/.exec(text);
  if (match === null) return undefined;
  const [memory = 0, passes = 0, lanes = 0] = match.slice(1, 4).map(Number);
  const salt = Buffer.from(match[4] ?? '', 'base64');
  const hash = Buffer.from(match[5] ?? '', 'base64');
  // A stored value may come from an import: it must not decide how much memory one sign-in takes.
  if (memory > 256 * 1024 || memory < 8 * lanes || passes < 1 || passes > 10 || lanes < 1 || lanes > 8) return undefined;
  return { memory, passes, lanes, salt, hash };
}
