import { randomBytes, sign, type KeyObject } from 'node:crypto';

/** A value in DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const rsaWithSha256 = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const commonName = Buffer.from('0603550403', 'hex');
const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(text)))));
const timeOf = (at: number): Buffer => {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  // Two digits for the year up to 2049 (RFC 5280, 4.1.2.5).
  return Number(digits.slice(0, 4)) < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
};

interface Pair {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** A certificate (X.509, RFC 5280) by which an RSA key vouches for itself: the form in which SAML carries public keys. */
export function selfSigned({ privateKey, publicKey }: Pair, request: { name: string; from: number; until: number }): string {
  const name = nameOf(request.name);
  // Positive and never zero at its beginning.
  const serial = der(0x02, Buffer.concat([Buffer.from([0x5a]), randomBytes(15)]));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const said = sequence(version, serial, rsaWithSha256, name, sequence(timeOf(request.from), timeOf(request.until)), name, key);
  const whole = sequence(said, rsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', said, privateKey)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
