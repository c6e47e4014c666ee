import { X509Certificate } from 'node:crypto';

/** The certificates of a PEM text, one after another; undefined where one of them is none. */
export function certificatesIn(pem: string): X509Certificate[] | undefined {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    return found.map((one) => new X509Certificate(one));
  } catch {
    return undefined;
  }
}

/** When the last of them ends, in epoch milliseconds: until then one of them may be signed with. */
export function certificatesEnd(pem: string): number | null {
  const ends = (certificatesIn(pem) ?? []).map(({ validTo }) => Date.parse(validTo));
  return ends.length === 0 ? null : Math.max(...ends);
}

/** When the first of them ends, which is the own one where a chain follows it. */
export function certificateEnd(pem: string): number | null {
  const [first] = certificatesIn(pem) ?? [];
  return first ? Date.parse(first.validTo) : null;
}
