import forge from 'node-forge';
import { Refusal } from '#kit/server/refusal.ts';

/** Rounds of key derivation above which a file is refused: they would keep a core busy for minutes. */
const mostRounds = 200_000;
const deepest = 40;

/** The keys and certificates of a PKCS #12 file. */
export interface P12 {
  readonly keys: readonly string[];
  readonly certificates: readonly string[];
}

/** Reads a PKCS #12 file (modern and legacy ciphers). Refuses with 13030 (password) and 13032 (not such a file). */
export function readP12(bytes: Buffer, password: string): P12 {
  let asn1: forge.asn1.Asn1;
  try {
    asn1 = forge.asn1.fromDer(forge.util.createBuffer(bytes.toString('latin1')), true);
  } catch {
    throw new Refusal(13032, { found: '?', expected: 'PKCS #12' }, { expected: 'p12' });
  }
  assertRounds(asn1, 0);
  try {
    return contentsOf(forge.pkcs12.pkcs12FromAsn1(asn1, false, password));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const words = error instanceof Error ? error.message : '';
    if (/password|MAC|decrypt/i.test(words)) throw new Refusal(13030);
    throw new Refusal(13032, { found: words.slice(0, 80), expected: 'PKCS #12' }, { expected: 'p12' });
  }
}

function contentsOf(p12: forge.pkcs12.Pkcs12Pfx): P12 {
  const bags = (type: string): forge.pkcs12.Bag[] => p12.getBags({ bagType: type })[type] ?? [];
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
  const keys = [...bags(keyBag ?? ''), ...bags(pkcs8ShroudedKeyBag ?? '')].map((bag) => keyPem(bag));
  const certificates = bags(certBag ?? '').flatMap((bag) => {
    const raw = bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1;
    return raw ? [pemOf('CERTIFICATE', forge.asn1.toDer(raw).getBytes())] : [];
  });
  return { keys, certificates };
}

/** Keys other than RSA are left by the library as they stand in the file. */
function keyPem(bag: forge.pkcs12.Bag): string {
  const info = bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1;
  if (!info) throw new Refusal(13031);
  return pemOf('PRIVATE KEY', forge.asn1.toDer(info).getBytes());
}

const pemOf = (label: string, der: string): string => {
  const lines =
    Buffer.from(der, 'latin1')
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

/** Looks for the rounds of key derivation wherever they stand outside of what is encrypted: beside a salt. */
function assertRounds(node: forge.asn1.Asn1, depth: number): void {
  if (depth > deepest) throw new Refusal(13032, { found: 'depth', expected: 'PKCS #12' }, { expected: 'p12' });
  const { OCTETSTRING, INTEGER } = forge.asn1.Type;
  if (typeof node.value === 'string') {
    if (node.type === OCTETSTRING && node.value.length > 20) {
      const inner = innerOf(node.value);
      if (inner) assertRounds(inner, depth + 1);
    }
    return;
  }
  const parts = node.value as forge.asn1.Asn1[];
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1];
    const isRounds = part.type === INTEGER && typeof part.value === 'string' && before?.type === OCTETSTRING;
    if (isRounds && (String(part.value).length > 4 || forge.asn1.derToInteger(forge.util.createBuffer(String(part.value))) > mostRounds))
      throw new Refusal(13032, { found: `> ${mostRounds}`, expected: 'PKCS #12' }, { expected: 'p12' });
    assertRounds(part, depth + 1);
  }
}

function innerOf(value: string): forge.asn1.Asn1 | undefined {
  try {
    return forge.asn1.fromDer(forge.util.createBuffer(value), true);
  } catch {
    return undefined;
  }
}
