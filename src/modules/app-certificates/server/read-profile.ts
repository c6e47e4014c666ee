import { createHash, verify, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { parse } from 'plist';
import { z } from 'zod';
import { Refusal } from '#kit/server/refusal.ts';

const plain = z.object({
  Name: z.string().max(300),
  UUID: z.string().max(100),
  TeamIdentifier: z.array(z.string()).min(1),
  CreationDate: z.date(),
  ExpirationDate: z.date(),
  ProvisionsAllDevices: z.boolean().optional(),
  ProvisionedDevices: z.array(z.string()).optional(),
  DeveloperCertificates: z.array(z.instanceof(Uint8Array)).default([]),
  Entitlements: z.record(z.string(), z.unknown()),
});
/** What a provisioning profile says, with who signed it. */
export interface Profile extends z.output<typeof plain> {
  readonly signer: X509Certificate;
}

const damaged = (found: string): Refusal => new Refusal(13032, { found, expected: 'provisioning profile' }, { expected: 'profile', found });
const oids = { messageDigest: '1.2.840.113549.1.9.4' };
const digests: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** Reads a provisioning profile: signed data (CMS) around a property list. Refuses with 13032 what is damaged, changed or something else. */
export function readProfile(bytes: Buffer): Profile {
  const { content, signer } = signedContent(bytes);
  const text = content.toString('utf8');
  // Entities make documents that grow without end: a profile has none.
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) throw damaged('DTD');
  let values: unknown;
  try {
    values = parse(text);
  } catch {
    throw damaged('no property list');
  }
  const read = plain.safeParse(values);
  if (!read.success) throw damaged(String(read.error.issues[0]?.path.join('.') ?? '?'));
  return { ...read.data, signer };
}

type Node = forge.asn1.Asn1;
const partsOf = (node: Node | undefined): Node[] => (node && typeof node.value !== 'string' ? node.value : []);
const isContext = (node: Node, type: number): boolean => node.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && Number(node.type) === type;
const oidIn = (node: Node | undefined): string => {
  const value = partsOf(node)[0]?.value;
  return typeof value === 'string' && value !== '' ? forge.asn1.derToOid(forge.util.createBuffer(value)) : '';
};
const derOf = (node: Node): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

/** The content of signed data (RFC 5652) and who signed it; the first signer counts. */
function signedContent(bytes: Buffer): { content: Buffer; signer: X509Certificate } {
  const data = signedData(bytes);
  const content = octets(partsOf(data[2]).find((one) => isContext(one, 0)));
  const certificates = partsOf(data.find((one) => isContext(one, 0)));
  const info = partsOf(partsOf(data.at(-1))[0]);
  const digest = digests[oidIn(info[2])];
  const signature = info.find((one) => one.tagClass === forge.asn1.Class.UNIVERSAL && one.type === forge.asn1.Type.OCTETSTRING)?.value;
  if (!content || !digest || typeof signature !== 'string') throw damaged('no signature');
  const signed = signedPart(partsOf(info.find((one) => isContext(one, 0))), content, digest);
  const signer = certificates
    .map(certificateIn)
    .find((one) => one && verify(digest, signed, one.publicKey, Buffer.from(signature, 'latin1')));
  if (!signer) throw damaged('signature');
  return { content, signer };
}

function signedData(bytes: Buffer): Node[] {
  try {
    const whole = partsOf(forge.asn1.fromDer(forge.util.createBuffer(bytes.toString('latin1')), true));
    const data = partsOf(partsOf(whole[1])[0]);
    if (data.length >= 4) return data;
  } catch {
    // Told below, as what is no signed data.
  }
  throw damaged('no signed data');
}

function certificateIn(node: Node): X509Certificate | undefined {
  try {
    return new X509Certificate(derOf(node));
  } catch {
    return undefined;
  }
}

/** What the signature covers: the attributes, which hold the digest of the content; or the content itself. */
function signedPart(attributes: Node[], content: Buffer, digest: string): Buffer {
  if (attributes.length === 0) return content;
  const own = attributes.find((one) => oidIn(one) === oids.messageDigest);
  const value = partsOf(partsOf(own)[1])[0]?.value;
  const isSame = typeof value === 'string' && createHash(digest).update(content).digest().equals(Buffer.from(value, 'latin1'));
  if (!isSame) throw damaged('digest');
  return derOf(forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, attributes));
}

/** The bytes of an octet string, which may stand in parts. */
function octets(node: Node | undefined): Buffer | undefined {
  if (!node) return undefined;
  if (typeof node.value === 'string') return Buffer.from(node.value, 'latin1');
  const parts = node.value.map(octets);
  return parts.every((part) => part !== undefined) ? Buffer.concat(parts) : undefined;
}
