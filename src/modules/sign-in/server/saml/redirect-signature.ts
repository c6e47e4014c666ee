import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { certificatesIn } from '#platform/secrets/certificates.ts';
import { AnswerRefused } from '../answer-refused.ts';

const inflate = promisify(inflateRaw);
const maxBytes = 300_000;

/** Signature methods (the same as in documents), by the hash that they use. */
const hashes: Readonly<Record<string, string>> = Object.fromEntries(
  ['sha256', 'sha384', 'sha512'].map((hash) => [`http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`, hash]),
);

/**
 * The document of a message that came in an address (SAML bindings, 3.4.4.1): every part stands in the query once, and what is signed is the
 * query as it was written. The library takes a message without a signature for a good one, so this comes before it.
 */
export async function signedDocument(
  query: string,
  name: 'SAMLRequest' | 'SAMLResponse',
  certificates: string,
): Promise<{ xml: string; query: string }> {
  const parts = query.split('&').map((part) => ({ part, name: part.slice(0, Math.max(part.indexOf('='), 0)) }));
  const partOf = (wanted: string): string | undefined => {
    const found = parts.filter((one) => one.name === wanted);
    if (found.length > 1) throw new AnswerRefused('document');
    return found[0]?.part;
  };
  const [message, relay, method, signature] = [name, 'RelayState', 'SigAlg', 'Signature'].map(partOf);
  if (message === undefined) throw new AnswerRefused('document');
  if (method === undefined || signature === undefined) throw new AnswerRefused('signature');
  const hash = hashes[valueOf(method)];
  if (hash === undefined) throw new AnswerRefused('signature');
  const signed = [message, ...(relay === undefined ? [] : [relay]), method].join('&');
  const proof = Buffer.from(valueOf(signature), 'base64');
  const fits = (certificatesIn(certificates) ?? []).some(({ publicKey }) => verify(hash, Buffer.from(signed), publicKey, proof));
  if (!fits) throw new AnswerRefused('signature');
  const xml = await inflate(Buffer.from(valueOf(message), 'base64'), { maxOutputLength: maxBytes }).catch((error: unknown) =>
    Promise.reject(new AnswerRefused('document', error)),
  );
  return { xml: xml.toString('utf8'), query: `${signed}&${signature}` };
}

function valueOf(part: string): string {
  try {
    return decodeURIComponent(part.slice(part.indexOf('=') + 1).replaceAll('+', '%20'));
  } catch (error) {
    throw new AnswerRefused('document', error);
  }
}
