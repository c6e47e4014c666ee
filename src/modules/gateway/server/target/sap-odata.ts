import type { TargetOf } from '#modules/access/common/definition.ts';
import { CallFailure } from '../run/failure.ts';
import type { TargetAnswer, TargetCall } from '../run/context.ts';
import type { SapPlace } from './sap-place.ts';

const quoted = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'boolean' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;

/** The address of an entity set with keys, filters, select and expand. */
function odataUrl(place: SapPlace, target: TargetOf<'sap'>, values: Readonly<Record<string, unknown>>): URL {
  const isOne = target.verb === 'get' || target.verb === 'update' || target.verb === 'delete';
  const keys = target.keys.map(({ field, param }) => `${field}=${quoted(values[param] ?? '')}`).join(',');
  const url = new URL(
    `${place.origin}${place.path}/${encodeURIComponent(target.entitySet)}${isOne ? `(${encodeURIComponent(keys).replaceAll('%2C', ',').replaceAll('%3D', '=')})` : ''}`,
  );
  url.searchParams.set('sap-client', place.client);
  if (target.verb === 'list') {
    const filters = target.filters.flatMap(({ field, op, param }) => {
      const value = values[param];
      if (value === null || value === undefined) return [];
      if (op === 'contains')
        return [place.odataVersion === '2' ? `substringof(${quoted(value)},${field})` : `contains(${field},${quoted(value)})`];
      return [`${field} ${op} ${quoted(value)}`];
    });
    if (filters.length > 0) url.searchParams.set('$filter', filters.join(' and '));
    url.searchParams.set('$top', String(target.maxRows));
  }
  if (target.verb === 'list' || target.verb === 'get') {
    if (target.select !== '') url.searchParams.set('$select', target.select);
    if (target.expand !== '') url.searchParams.set('$expand', target.expand);
    if (place.odataVersion === '2') url.searchParams.set('$format', 'json');
  }
  return url;
}

interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Sending = Pick<TargetCall, 'services' | 'left' | 'signal'> & { maxBytes: number };

async function send(
  { services, left, signal, maxBytes }: Sending,
  place: SapPlace,
  given: { url: URL | string; method: string; headers: Record<string, string>; body?: string },
): Promise<Exchange> {
  const reply = await services.outbound.fetch(given.url, {
    method: given.method,
    redirects: 0,
    timeoutMs: Math.max(1, Math.round(left())),
    maxBytes,
    signal,
    headers: {
      accept: 'application/json',
      authorization: place.authorization,
      'accept-language': place.language.toLowerCase(),
      ...given.headers,
    },
    ...(given.body !== undefined && { body: given.body }),
    ...(place.ca !== '' && { tls: { ca: place.ca } }),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** The token without which SAP takes no write, with the cookies of the session it belongs to. */
async function csrfToken(sending: Sending, place: SapPlace): Promise<{ token: string; cookie: string }> {
  const { status, headers } = await send(sending, place, {
    url: `${place.origin}${place.path}/?sap-client=${place.client}`,
    method: 'GET',
    headers: { 'x-csrf-token': 'Fetch' },
  });
  const token = headers['x-csrf-token'];
  if (token === undefined)
    throw new CallFailure(status === 401 ? 'signIn' : 'protocol', { params: { reason: 'x-csrf-token' }, targetStatus: status });
  const cookie = (headers['set-cookie'] ?? '')
    .split(/,(?=[^;,]+=)/)
    .map((one) => one.split(';')[0]!.trim())
    .filter((one) => one !== '')
    .join('; ');
  return { token, cookie };
}

const methods = { list: 'GET', get: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;

/** Reads or writes an entity set; the CSRF token is fetched for a write, and again where it was too old. */
export async function askOdata(call: TargetCall, target: TargetOf<'sap'>, place: SapPlace): Promise<TargetAnswer> {
  const sending = { services: call.services, left: call.left, signal: call.signal, maxBytes: call.loaded.definition.behaviour.maxOutBytes };
  const url = odataUrl(place, target, call.values);
  const method = methods[target.verb];
  const isWrite = method !== 'GET';
  const body = isWrite && method !== 'DELETE' ? JSON.stringify(call.body ?? {}) : undefined;
  const sent = `${method} ${url.href}${body === undefined ? '' : `\n${body}`}`;
  let tries = 0;
  let answer: Exchange;
  do {
    tries += 1;
    const headers: Record<string, string> = {};
    if (isWrite) {
      const { token, cookie } = await csrfToken(sending, place);
      call.hidden.add(token);
      headers['x-csrf-token'] = token;
      if (cookie !== '') headers['cookie'] = cookie;
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (method !== 'POST') headers['if-match'] = '*';
    }
    answer = await send(sending, place, { url, method, headers, ...(body !== undefined && { body }) });
  } while (isWrite && tries < 2 && answer.status === 403 && /required/i.test(answer.headers['x-csrf-token'] ?? ''));
  assertOdata(answer);
  const rows = await pagesOf(sending, place, { first: answer, most: target.maxRows, list: target.verb === 'list' });
  const raw = Buffer.from(answer.text);
  return {
    status: answer.status,
    data: rows,
    raw,
    contentType: answer.headers['content-type'] ?? '',
    headers: answer.headers,
    sent: () => sent,
    tries,
  };
}

function assertOdata({ status, text }: Exchange): void {
  if (status < 400) return;
  let message = `HTTP ${status}`;
  try {
    const told = JSON.parse(text) as { error?: { code?: string; message?: string | { value?: string } } };
    const said = told.error?.message;
    message = [told.error?.code, typeof said === 'string' ? said : said?.value].filter(Boolean).join(': ') || message;
  } catch {
    // A page of the server, and no answer of the service.
  }
  const how = status === 401 ? 'signIn' : status === 403 ? 'permission' : status === 404 ? 'notFound' : 'fault';
  throw new CallFailure(how, { params: { reason: message.slice(0, 300) }, targetStatus: status, received: text.slice(0, 4000) });
}

function readJson(text: string): Record<string, unknown> {
  if (text === '') return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new CallFailure('protocol', { params: { reason: 'JSON' }, received: text.slice(0, 4000) }, error);
  }
}

/** Rows of an answer with those of the pages behind it, up to `most`; one entity as itself. */
async function pagesOf(
  sending: Sending,
  place: SapPlace,
  { first, most, list }: { first: Exchange; most: number; list: boolean },
): Promise<unknown> {
  let page = readJson(first.text);
  const inner = page['d'] ?? page;
  if (!list) return tidy(inner);
  const rows: unknown[] = [];
  for (let pages = 0; pages < 100; pages += 1) {
    const here = (page['d'] ?? page) as Record<string, unknown> | unknown[];
    const found = Array.isArray(here) ? here : ((here['results'] ?? here['value']) as unknown[] | undefined);
    rows.push(...(found ?? []).map(tidy));
    const next = Array.isArray(here) ? undefined : (here['__next'] ?? here['@odata.nextLink']);
    if (typeof next !== 'string' || rows.length >= most) break;
    const url = new URL(next, `${place.origin}${place.path}/`);
    // A link never leads elsewhere with our password.
    if (url.origin !== new URL(place.origin).origin) break;
    const answer = await send(sending, place, { url, method: 'GET', headers: {} });
    assertOdata(answer);
    page = readJson(answer.text);
  }
  return rows.slice(0, most);
}

/** An entity without the marks of the protocol; dates of version 2 as text. */
function tidy(value: unknown): unknown {
  if (typeof value === 'string') {
    const at = /^\/Date\((-?\d+)[^)]*\)\/$/.exec(value);
    return at ? new Date(Number(at[1])).toISOString() : value;
  }
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  if ('results' in value && Array.isArray(value.results)) return value.results.map(tidy);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__metadata' && key !== '__deferred' && !key.startsWith('@odata.'))
      .map(([key, inner]) => [key, tidy(inner)]),
  );
}
