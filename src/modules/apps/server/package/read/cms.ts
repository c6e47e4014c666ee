import { createHash, verify, X509Certificate } from 'node:crypto';
import { octetsOf, oidOf, readDer, type Der } from './der.ts';
import { badSignature } from './source.ts';

/** A signed message (RFC 5652) whose signature held. */
export interface SignedMessage {
  /** What was signed; of a detached signature what was given. */
  readonly content: Buffer;
  readonly signer: X509Certificate;
  readonly certificates: readonly X509Certificate[];
}

const digests: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const messageDigest = '1.2.840.113549.1.9.4';

/** Verifies a signed message with the certificates that it carries; `detached` is the content where it carries none. Throws 13003. */
export function verifyCms(bytes: Buffer, detached?: Buffer): SignedMessage {
  try {
    return verified(bytes, detached);
  } catch (error) {
    if (error instanceof Error && error.name === 'PackageFault') throw error;
    throw badSignature('cms');
  }
}

function verified(bytes: Buffer, detached: Buffer | undefined): SignedMessage {
  const outer = readDer(bytes).value;
  if (oidOf(outer.children[0]!) !== '1.2.840.113549.1.7.2') throw badSignature('cms');
  const signed = outer.children[1]!.children[0]!;
  const fields = signed.children;
  const inner = fields[2]!.children[1];
  const content = inner ? octetsOf(inner.children[0]!) : detached;
  if (!content) throw badSignature('cms');
  const certificates = (fields.find(({ tag }) => tag === 0xa0)?.children ?? []).map((one) => new X509Certificate(one.bytes));
  const infos = fields.at(-1)!;
  if (infos.tag !== 0x31 || infos.children.length === 0) throw badSignature('unsigned');
  const signers = infos.children.map((info) => signerOf(info, certificates, content));
  return { content, signer: signers[0]!, certificates };
}

/** Checks one signer: the digest of the content, and the signature over the attributes that hold it. */
function signerOf(info: Der, certificates: readonly X509Certificate[], content: Buffer): X509Certificate {
  const { children } = info;
  const digest = digests[oidOf(children[2]!.children[0]!)];
  if (!digest) throw badSignature('digest');
  const attributes = children[3]!.tag === 0xa0 ? children[3] : undefined;
  const at = attributes ? 4 : 3;
  const signature = octetsOf(children[at + 1]!);
  const certificate = certificates.find((one) => isNamed(children[1]!, one));
  if (!certificate) throw badSignature('certificate');
  let covered = content;
  if (attributes) {
    const attribute = attributes.children.find((one) => oidOf(one.children[0]!) === messageDigest);
    const said = attribute && octetsOf(attribute.children[1]!.children[0]!);
    if (!said?.equals(createHash(digest).update(content).digest())) throw badSignature('content');
    // What is signed is the SET that the implicit tag stands for.
    covered = Buffer.from(attributes.bytes);
    covered[0] = 0x31;
  }
  if (!verify(digest, covered, certificate.publicKey, signature)) throw badSignature('signature');
  return certificate;
}

/** Whether a signer is this certificate, by issuer and serial number or by key identifier. */
function isNamed(name: Der, certificate: X509Certificate): boolean {
  const body = readDer(certificate.raw).value.children[0]!;
  const fields = body.children[0]!.tag === 0xa0 ? body.children.slice(1) : body.children;
  if (name.tag === 0x30) return fields[2]!.bytes.equals(name.children[0]!.bytes) && fields[0]!.content.equals(name.children[1]!.content);
  return certificate.raw.includes(octetsOf(name));
}
