import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import forge from 'node-forge';
import { build } from 'plist';

/** A certificate with its key, and the file that holds both. */
export interface MadeCertificate {
  readonly key: KeyObject;
  readonly certificate: forge.pki.Certificate;
  readonly der: Buffer;
  p12(password: string, legacy?: boolean): Buffer;
}

interface Wish {
  cn: string;
  team?: string;
  topic?: string;
  sandbox?: boolean;
  days?: number;
  from?: Date;
}

const dayMillis = 86_400_000;

/** Makes a certificate as Apple's look, signed by itself. */
export function makeCertificate({
  cn,
  team = 'TEAM123456',
  topic,
  sandbox = false,
  days = 400,
  from = new Date(Date.now() - dayMillis),
}: Wish): MadeCertificate {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = '4d2';
  certificate.validity.notBefore = from;
  certificate.validity.notAfter = new Date(Date.now() + days * dayMillis);
  const names = [
    ...(topic === undefined ? [] : [{ type: '0.9.2342.19200300.100.1.1', value: topic }]),
    { shortName: 'CN', value: cn },
    { shortName: 'OU', value: team },
  ];
  certificate.setSubject(names);
  certificate.setIssuer([{ shortName: 'CN', value: 'Test authority' }]);
  const empty = (id: string) => ({ id, value: forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.NULL, false, '') });
  const list = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SEQUENCE, true, [
    forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.UTF8, false, topic ?? ''),
  ]);
  if (topic !== undefined)
    certificate.setExtensions([
      empty(sandbox ? '1.2.840.113635.100.6.3.1' : '1.2.840.113635.100.6.3.2'),
      { id: '1.2.840.113635.100.6.3.6', value: list },
    ]);
  certificate.sign(key, forge.md.sha256.create());
  return {
    key: privateKey,
    certificate,
    der: Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), 'latin1'),
    p12: (password, legacy = false) =>
      Buffer.from(
        forge.asn1
          .toDer(forge.pkcs12.toPkcs12Asn1(key, [certificate], password, { algorithm: legacy ? '3des' : 'aes256', count: 2048 }))
          .getBytes(),
        'latin1',
      ),
  };
}

/** Makes a provisioning profile that holds these certificates. */
export function makeProfile(
  signer: MadeCertificate,
  { identity, holds, days = 300 }: { identity: string; holds: readonly MadeCertificate[]; days?: number },
): Buffer {
  const text = build({
    Name: 'Company profile',
    UUID: '11111111-2222-3333-4444-555555555555',
    TeamIdentifier: ['TEAM123456'],
    CreationDate: new Date(Date.now() - dayMillis),
    ExpirationDate: new Date(Date.now() + days * dayMillis),
    ProvisionsAllDevices: true,
    DeveloperCertificates: holds.map(({ der }) => der),
    Entitlements: { 'application-identifier': `TEAM123456.${identity}`, 'aps-environment': 'production' },
  });
  const signed = forge.pkcs7.createSignedData();
  signed.content = forge.util.createBuffer(text, 'utf8');
  signed.addCertificate(signer.certificate);
  signed.addSigner({
    key: forge.pki.privateKeyFromPem(signer.key.export({ type: 'pkcs1', format: 'pem' }).toString()),
    certificate: signer.certificate,
    digestAlgorithm: forge.pki.oids['sha256']!,
    authenticatedAttributes: [
      { type: forge.pki.oids['contentType']!, value: forge.pki.oids['data']! },
      { type: forge.pki.oids['messageDigest']! },
      { type: forge.pki.oids['signingTime']! },
    ],
  });
  signed.sign();
  return Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), 'latin1');
}
