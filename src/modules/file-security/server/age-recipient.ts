const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const steps = [0x3b_6a_57_b2, 0x26_50_8e_6d, 0x1e_a1_19_fa, 0x3d_42_33_dd, 0x2a_14_62_b3];
const prefix = 'age';

function checksum(words: readonly number[]): number[] {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1_ff_ff_ff) << 5) ^ word;
    for (const [bit, step] of steps.entries()) if ((top >>> bit) & 1) sum ^= step;
  }
  return Array.from({ length: 6 }, (_, at) => ((sum ^ 1) >>> (5 * (5 - at))) & 31);
}

/** A public key of X25519 as age writes it (BIP 173 with the prefix `age`); undefined for any other key. */
export function ageRecipient(key: Readonly<Record<string, string>> | null): string | undefined {
  if (key?.['crv'] !== 'X25519' || key['x'] === undefined) return undefined;
  const bytes = Buffer.from(key['x'], 'base64url');
  if (bytes.length !== 32) return undefined;
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = bits.match(/.{1,5}/g)!.map((part) => Number.parseInt(part.padEnd(5, '0'), 2));
  const head = [...[...prefix].map((one) => one.charCodeAt(0) >> 5), 0, ...[...prefix].map((one) => one.charCodeAt(0) & 31)];
  const sum = checksum([...head, ...words, 0, 0, 0, 0, 0, 0]);
  return `${prefix}1${[...words, ...sum].map((word) => letters[word]).join('')}`;
}
