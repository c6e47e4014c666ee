import { decrypt } from 'xml-encryption';
import { AnswerRefused } from '../answer-refused.ts';
import { assertPlainXml } from './saml-document.ts';

const encryptedAssertion = /<((?:[\w.-]+:)?)EncryptedAssertion[\s>][\s\S]*?<\/\1EncryptedAssertion\s*>/g;

/** How an assertion may be encrypted: no padding of PKCS #1 v1.5, no 3DES. */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  // Of OAEP, where SHA-1 proves nothing and breaks nothing.
  'http://www.w3.org/2000/09/xmldsig#sha1',
]);

/**
 * Puts the assertion in the place of its encrypted form, so that from here on both kinds of answers are proved alike: what counts is the
 * signature of the assertion itself. Whatever is wrong with an encrypted one reads as a wrong signature: who tries ciphertexts out learns
 * nothing of what was inside.
 */
export async function withoutEncryption(xml: string, key: () => Promise<string>): Promise<string> {
  const found = xml.match(encryptedAssertion) ?? [];
  const [one] = found;
  const outside = xml.replaceAll(encryptedAssertion, '');
  assertPlainXml(outside);
  if (one === undefined) return xml;
  for (const [, name = ''] of one.matchAll(/\bAlgorithm\s*=\s*["']([^"']*)["']/g))
    if (!algorithms.has(name)) throw new AnswerRefused('signature');
  if (found.length > 1) throw new AnswerRefused('signature');
  const pem = await key();
  try {
    const inside = (await decrypted(one, pem)).replace(/^\s*<\?xml\s[^?<>]*\?>\s*/, '');
    assertPlainXml(inside);
    return xml.replace(one, () => inside);
  } catch (error) {
    throw new AnswerRefused('signature', error);
  }
}

const decrypted = (xml: string, key: string): Promise<string> =>
  new Promise((resolve, reject) => {
    decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, result) =>
      error ? reject(error) : resolve(String(result)),
    );
  });
