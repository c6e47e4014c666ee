import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';

/** A key pair: the private half as PEM, and what the domain would publish. */
export function makeDkim(): { key: string; record: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), record: `v=DKIM1; k=rsa; p=${der.toString('base64')}` };
}

const tagsOf = (list: string): Map<string, string> =>
  new Map(list.split(';').map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).replace(/\s+/g, '')]));

const relaxedBody = (body: string): string =>
  `${body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)+$/, '')}\r\n`;

const relaxedHeader = (header: string): string => {
  const at = header.indexOf(':');
  const value = header
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${header.slice(0, at).toLowerCase().trim()}:${value}`;
};

/** Whether the DKIM signature of a mail holds under what its domain publishes: RFC 6376 with relaxed/relaxed and rsa-sha256, as a receiver checks it. */
export function dkimHolds(raw: string, record: string): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1));
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed') return false;
  const hash = createHash('sha256')
    .update(relaxedBody(raw.slice(end + 4)), 'latin1')
    .digest('base64');
  if (hash !== tags.get('bh')) return false;
  const left = [...headers];
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const at = left.findLastIndex((line) => line.slice(0, line.indexOf(':')).trim().toLowerCase() === name.toLowerCase());
    return at < 0 ? [] : left.splice(at, 1).map((line) => `${relaxedHeader(line)}\r\n`);
  });
  const empty = relaxedHeader(signature.replace(/(\bb=)[^;]*$/, '$1').replace(/(;\s*b=)[^;]*(;|$)/, '$1$2'));
  const key = createPublicKey({ key: Buffer.from(tagsOf(record).get('p') ?? '', 'base64'), format: 'der', type: 'spki' });
  return createVerify('sha256')
    .update(signed.join('') + empty, 'latin1')
    .verify(key, tags.get('b') ?? '', 'base64');
}
