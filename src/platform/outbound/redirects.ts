import { outboundError } from './outbound-error.ts';

/** Request of one hop of a call; header names lower case. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

// After leaving the origin only these stay; any other header may carry a secret (authorization, cookie, x-api-key, …).
const harmless = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent', 'content-type', 'cache-control']);
// Written by the client itself, or a way to speak to another host through a shared connection.
const reserved = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'keep-alive']);

/** The address of a call: http or https without credentials in it; anything else is denied. */
export function checkedUrl(text: string | URL): URL {
  let url = typeof text === 'string' ? undefined : text;
  try {
    // Without a fragment it goes as it is: it is only read.
    if (url === undefined || url.hash !== '') url = new URL(text);
  } catch (error) {
    throw outboundError('denied', error);
  }
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '') throw outboundError('denied');
  if (url.hash !== '') url.hash = '';
  return url;
}

/** Headers of a call, names lower case, without those the client writes itself. */
export function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const given in headers) {
    const name = given.toLowerCase();
    if (!reserved.has(name) && !name.startsWith('proxy-')) own[name] = headers[given]!;
  }
  return own;
}

/** Whether the answer sends the caller elsewhere. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** The next hop of a redirect: secrets stay at their origin, a body too, and https never becomes http. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, hop.url)) throw outboundError('protocol');
  const url = checkedUrl(new URL(location, hop.url));
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw outboundError('denied');
  const becomesGet = hop.method !== 'HEAD' && (status === 303 || ((status === 301 || status === 302) && hop.method === 'POST'));
  const method = becomesGet ? 'GET' : hop.method;
  const body = becomesGet ? undefined : hop.body;
  // A stream was sent and is gone; a body sent on to another origin could hold a client secret.
  if (body !== undefined && (url.origin !== hop.url.origin || !(typeof body === 'string' || Buffer.isBuffer(body))))
    throw outboundError('denied');
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (url.origin === hop.url.origin || harmless.has(name)) && !(becomesGet && name === 'content-type'),
  );
  return { url, method, headers: Object.fromEntries(kept), body };
}
