import { AnswerRefused } from '../answer-refused.ts';

/** Bytes of a message in base64. */
const maxLength = 400_000;

/** What a signature may be made of (SHA-1 and HMAC are not among it). */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  ...['sha256', 'sha384', 'sha512'].map((hash) => `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`),
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** The text of a message that came in base64, looked at before any parser does: its size, no document type, no comment. */
export function documentIn(message: string): string {
  if (message === '' || message.length > maxLength || !/^[A-Za-z0-9+/=\s]+$/.test(message)) throw new AnswerRefused('document');
  const xml = Buffer.from(message, 'base64')
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  assertNoTricks(xml);
  return xml;
}

/**
 * No document type, no comment (a comment inside a name is read differently by different parsers, and the signature does not cover it), no
 * processing instruction.
 */
export function assertNoTricks(xml: string): void {
  if (/<!/.test(xml) || /<\?/.test(xml.replace(/^<\?xml\s[^?<>]*\?>/, ''))) throw new AnswerRefused('document');
}

/** The same, and only known algorithms. */
export function assertPlainXml(xml: string): void {
  assertNoTricks(xml);
  for (const [, name = ''] of xml.matchAll(/\bAlgorithm\s*=\s*["']([^"']*)["']/g))
    if (!algorithms.has(name)) throw new AnswerRefused('signature');
}
