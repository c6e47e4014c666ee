import { createHash, createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import forge from 'node-forge';
import { Refusal } from '#kit/server/refusal.ts';
import type { CertificateFacts, CertificateKind } from '../common/certificate.contract.ts';
import { readP12 } from './read-p12.ts';
import { readProfile } from './read-profile.ts';

/** Bytes that a certificate or profile may have. */
export const mostCertificate = 1024 * 1024;

/** What a file held: facts, what may be shown, and the private key (PKCS #8 PEM). */
export interface ReadCertificate {
  readonly facts: CertificateFacts;
  readonly publicPart: string;
  readonly key: string | null;
  readonly name: string;
}

/** What was given beside the file. */
export interface Given {
  readonly password: string;
  readonly keyId?: string | undefined;
  readonly teamId?: string | undefined;
  readonly environment?: CertificateFacts['environment'] | undefined;
}

const apple = {
  sandbox: '1.2.840.113635.100.6.3.1',
  production: '1.2.840.113635.100.6.3.2',
  topics: '1.2.840.113635.100.6.3.6',
  distribution: ['1.2.840.113635.100.6.1.4', '1.2.840.113635.100.6.1.7'],
} as const;
const none = { topics: [], identity: null, profileUuid: null, profileKind: null, devices: null, certificateSha256s: [], environment: null };

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const wrongKind = (found: string, expected: string): Refusal => new Refusal(13032, { found, expected }, { found, expected });

/** Reads a file of a kind; refuses with 13030 to 13032 what can't be read, or is something else. */
export function readCertificate(kind: CertificateKind, bytes: Buffer, given: Given): ReadCertificate {
  if (bytes.length > mostCertificate) throw wrongKind(`> ${mostCertificate} B`, kind);
  if (kind === 'profile') return profileOf(bytes);
  const text = bytes.subarray(0, 64).toString('latin1');
  if (kind === 'push' && /-----BEGIN (EC )?PRIVATE KEY-----/.test(text) && !bytes.includes('CERTIFICATE-----'))
    return tokenKey(bytes, given);
  const { keys, certificates } = text.includes('-----BEGIN')
    ? readPem(bytes.toString('latin1'), given.password)
    : readP12(bytes, given.password);
  if (keys.length === 0) throw new Refusal(13031);
  const pairs = keys.flatMap((pem) => certificates.filter((one) => belongs(one, pem)).map((certificate) => ({ pem, certificate })));
  if (pairs.length === 0) throw new Refusal(13031);
  // A file may hold several keys with their certificates: the first one of the kind counts.
  const refused: unknown[] = [];
  for (const { certificate, pem } of pairs)
    try {
      return certificateOf(kind, certificate, pem, text.includes('-----BEGIN') ? 'pem' : 'p12');
    } catch (error) {
      refused.push(error);
    }
  throw refused[0];
}

function readPem(text: string, password: string): { keys: string[]; certificates: string[] } {
  const blocks = text.match(/-----BEGIN [A-Z0-9 ]+-----[^-]+-----END [A-Z0-9 ]+-----/g) ?? [];
  const keys = blocks.filter((block) => block.includes('PRIVATE KEY-----')).map((block) => pkcs8(block, password));
  return { keys, certificates: blocks.filter((block) => block.startsWith('-----BEGIN CERTIFICATE-----')) };
}

function pkcs8(pem: string, password: string): string {
  try {
    const key = createPrivateKey({ key: pem, ...(password !== '' && { passphrase: password }) });
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    throw new Refusal(13030);
  }
}

function belongs(certificate: string, key: string): boolean {
  const der = (one: KeyObject): string => one.export({ type: 'spki', format: 'der' }).toString('base64');
  return der(new X509Certificate(certificate).publicKey) === der(createPublicKey(createPrivateKey(key)));
}

/** A key by which tokens are signed (ES256); it does not expire. */
function tokenKey(bytes: Buffer, { password, keyId, teamId }: Given): ReadCertificate {
  const pem = pkcs8(bytes.toString('latin1'), password);
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw wrongKind('key', 'P-256');
  if (!keyId || !teamId) throw wrongKind('key', 'keyId, teamId');
  const open = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    name: keyId,
    key: pem,
    publicPart: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    facts: {
      ...none,
      keyKind: 'p8',
      environment: 'both',
      subject: keyId,
      issuer: teamId,
      serial: keyId,
      sha256: sha256(open),
      teamId,
      notBefore: 0,
      notAfter: null,
    },
  };
}

const oidOf = (node: forge.asn1.Asn1 | undefined): string => forge.asn1.derToOid(forge.util.createBuffer(String(node?.value)));

interface Names {
  cn: string;
  uid: string | undefined;
  team: string | null;
  extensions: Map<string, string>;
}

function namesOf(pem: string): Names {
  const raw = Buffer.from(new X509Certificate(pem).raw).toString('latin1');
  const asn1 = forge.asn1.fromDer(forge.util.createBuffer(raw));
  const whole = (asn1.value as forge.asn1.Asn1[])[0]?.value as forge.asn1.Asn1[];
  const subject = whole.filter(({ type, constructed }) => type === forge.asn1.Type.SEQUENCE && constructed)[3];
  const words = new Map<string, string>();
  for (const set of (subject?.value as forge.asn1.Asn1[] | undefined) ?? [])
    for (const pair of set.value as forge.asn1.Asn1[]) {
      const [oid, value] = pair.value as forge.asn1.Asn1[];
      words.set(oidOf(oid), Buffer.from(String(value?.value), 'latin1').toString('utf8'));
    }
  const extensions = new Map<string, string>();
  const block = whole.find(({ tagClass, type }) => tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && type === 3);
  for (const one of ((block?.value as forge.asn1.Asn1[] | undefined)?.[0]?.value as forge.asn1.Asn1[] | undefined) ?? []) {
    const parts = one.value as forge.asn1.Asn1[];
    extensions.set(oidOf(parts[0]), textsIn(parts.at(-1)).join('\n'));
  }
  return { cn: words.get('2.5.4.3') ?? '', uid: words.get('0.9.2342.19200300.100.1.1'), team: words.get('2.5.4.11') ?? null, extensions };
}

/** The texts in an extension: an octet string around ASN.1. */
function textsIn(node: forge.asn1.Asn1 | undefined): string[] {
  if (!node) return [];
  if (typeof node.value !== 'string') return node.value.flatMap(textsIn);
  if (node.type === forge.asn1.Type.UTF8) return [Buffer.from(node.value, 'latin1').toString('utf8')];
  if (node.type !== forge.asn1.Type.OCTETSTRING) return [];
  try {
    return textsIn(forge.asn1.fromDer(forge.util.createBuffer(node.value)));
  } catch {
    return [];
  }
}

function certificateOf(kind: 'push' | 'main', pem: string, key: string, keyKind: 'p12' | 'pem'): ReadCertificate {
  const parsed = new X509Certificate(pem);
  const names = namesOf(pem);
  const { extensions } = names;
  const isPush = [apple.sandbox, apple.production, apple.topics].some((oid) => extensions.has(oid)) || names.uid !== undefined;
  const isMain = apple.distribution.some((oid) => extensions.has(oid)) || /\bDistribution\b/i.test(names.cn);
  if (kind === 'push' ? !isPush : !isMain) throw wrongKind(isPush ? 'push' : isMain ? 'main' : names.cn, kind);
  const listed = (extensions.get(apple.topics) ?? '').split('\n').filter((one) => one.includes('.'));
  const [sandbox, production] = [extensions.has(apple.sandbox), extensions.has(apple.production)];
  return {
    name: names.cn,
    key,
    publicPart: parsed.toString(),
    facts: {
      ...none,
      keyKind,
      environment: kind === 'main' ? null : sandbox === production ? 'both' : sandbox ? 'sandbox' : 'production',
      subject: parsed.subject.replaceAll('\n', ', '),
      issuer: parsed.issuer.replaceAll('\n', ', '),
      serial: parsed.serialNumber,
      sha256: sha256(parsed.raw),
      teamId: names.team,
      topics: kind === 'push' ? [...new Set([...(names.uid ? [names.uid] : []), ...listed])] : [],
      notBefore: Date.parse(parsed.validFrom),
      notAfter: Date.parse(parsed.validTo),
    },
  };
}

function profileOf(bytes: Buffer): ReadCertificate {
  const profile = readProfile(bytes);
  const { Entitlements: rights, ProvisionedDevices: devices } = profile;
  const team = profile.TeamIdentifier[0]!;
  const given = rights['application-identifier'] ?? rights['com.apple.application-identifier'];
  const identity = typeof given === 'string' ? given.replace(/^[^.]+\./, '') : null;
  const debug = rights['get-task-allow'] === true;
  const push = rights['aps-environment'];
  return {
    name: profile.Name,
    key: null,
    publicPart: bytes.toString('base64'),
    facts: {
      ...none,
      keyKind: 'none',
      environment: push === 'development' ? 'sandbox' : push === 'production' ? 'production' : null,
      subject: profile.Name,
      issuer: profile.signer.subject.replaceAll('\n', ', '),
      serial: profile.UUID,
      sha256: sha256(bytes),
      teamId: team,
      identity,
      profileUuid: profile.UUID,
      profileKind: profile.ProvisionsAllDevices ? 'enterprise' : devices ? (debug ? 'development' : 'adHoc') : 'store',
      devices: devices?.length ?? null,
      certificateSha256s: profile.DeveloperCertificates.map((one) => sha256(one)),
      notBefore: profile.CreationDate.getTime(),
      notAfter: profile.ExpirationDate.getTime(),
    },
  };
}
