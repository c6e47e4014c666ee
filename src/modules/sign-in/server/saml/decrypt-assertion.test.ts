import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { encrypt, type EncryptionAlgorithm, type KeyEncryptionAlgorithm } from 'xml-encryption';
import { AnswerRefused } from '../answer-refused.ts';
import { withoutEncryption } from './decrypt-assertion.ts';
import { selfSigned } from './self-signed.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const own = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const from = Date.UTC(2026, 0, 1);
const certificate = selfSigned(pair, { name: 'Wheelhouse encryption', from, until: Date.UTC(2055, 0, 1) });

const gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';

/** A response whose assertion is this text, encrypted for the certificate. */
function response(
  text: string,
  encryptionAlgorithm: EncryptionAlgorithm = gcm,
  keyEncryptionAlgorithm: KeyEncryptionAlgorithm = oaep,
): Promise<string> {
  const options = {
    rsa_pub: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
    pem: certificate,
    encryptionAlgorithm,
    keyEncryptionAlgorithm,
  };
  return new Promise((resolve, reject) => {
    encrypt(text, { ...options, warnInsecureAlgorithm: false }, (error, xml) =>
      error ? reject(error) : resolve(`<p:Response><s:EncryptedAssertion>${xml}</s:EncryptedAssertion></p:Response>`),
    );
  });
}

const opened = (xml: string, key = own): Promise<string> => withoutEncryption(xml, async () => key);
const reasonOf = (xml: string, key = own): Promise<string> =>
  opened(xml, key).then(
    () => 'believed',
    (error: unknown) => (error instanceof AnswerRefused ? error.reason : String(error)),
  );

test('a certificate of our own names its key, holds for its time and vouches for itself', () => {
  const read = new X509Certificate(certificate);
  expect([read.subject, read.issuer]).toEqual(['CN=Wheelhouse encryption', 'CN=Wheelhouse encryption']);
  expect([Date.parse(read.validFrom), Date.parse(read.validTo)]).toEqual([from, Date.UTC(2055, 0, 1)]);
  expect(read.verify(pair.publicKey)).toBe(true);
  expect(read.checkPrivateKey(pair.privateKey)).toBe(true);
});

test('the assertion stands in the place of its encrypted form, and what is not encrypted stays as it is', async () => {
  const assertion = '<s:Assertion ID="_1">$& alice</s:Assertion>';
  for (const cipher of [gcm, 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'] as const)
    expect(await opened(await response(assertion, cipher))).toBe(`<p:Response>${assertion}</p:Response>`);
  expect(await opened(`<p:Response>${assertion}</p:Response>`)).toBe(`<p:Response>${assertion}</p:Response>`);
});

test('tricks inside, weak ciphers, other keys, two of them and changed bytes all read the same', async () => {
  const good = await response('<s:Assertion/>');
  const inner = /<s:EncryptedAssertion>[\s\S]*<\/s:EncryptedAssertion>/.exec(good)![0];
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const refused = [
    await reasonOf(await response('<s:Assertion>al<!-- -->ice</s:Assertion>')),
    await reasonOf(await response('<!DOCTYPE x><s:Assertion/>')),
    await reasonOf(await response('<s:Assertion/>', gcm, 'http://www.w3.org/2001/04/xmlenc#rsa-1_5')),
    await reasonOf(await response('<s:Assertion/>', 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc')),
    await reasonOf(good, other),
    await reasonOf(good.replace(inner, inner + inner)),
    await reasonOf(good.replace(/(<e:CipherValue>)(.)/g, (_whole, open: string, first: string) => open + (first === 'A' ? 'B' : 'A'))),
  ];
  expect(refused).toEqual(Array.from({ length: 7 }, () => 'signature'));
  // Outside of it the usual rules hold.
  expect(await reasonOf(good.replace('<p:Response>', '<p:Response><!-- -->'))).toBe('document');
});
