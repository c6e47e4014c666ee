import type { TargetOf } from '#modules/access/common/definition.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import type { TargetAnswer, TargetCall } from '../run/context.ts';
import { decodeText, isPlainJson, parseBody } from './bodies.ts';
import type { HttpRequest } from './http-request.ts';
import { signInTo } from './sign-in.ts';

const param = /(?<!\{)\{([A-Za-z_]\w*)\}(?!\})/g;
const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A text with values in the places of `{name}`. */
const filled = (text: string, values: Readonly<Record<string, unknown>>, how: (value: string) => string): string =>
  text.replaceAll(param, (_all, name: string) => how(textOf(values[name])));

/** Dots alone, which lead out of a path however they are escaped (WHATWG URL, 4.4). */
const leads = (path: string): boolean => path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));

const unsafe = (text: string): boolean => [...text].some((sign) => sign.charCodeAt(0) < 32 && sign !== '\t');

const hasMarks = (text: string): boolean => text.includes('{');
const fixedUrls = new WeakMap<TargetOf<'http'>, Map<string, URL>>();

/** The address of a target that no value changes, read once. */
function fixedUrl(target: TargetOf<'http'>, base: string): URL | undefined {
  const known = fixedUrls.get(target)?.get(base);
  if (known) return known;
  if (hasMarks(target.path) || target.query.length > 0 || leads(target.path)) return undefined;
  const [pathOnly, query = ''] = target.path.split('?', 2) as [string, string?];
  const url = urlOf(base, pathOnly, query);
  const urls = fixedUrls.get(target) ?? new Map<string, URL>();
  fixedUrls.set(target, urls.set(base, url));
  return url;
}

function urlOf(base: string, pathOnly: string, fixedQuery: string): URL {
  const root = new URL(base);
  const url = new URL(root.origin + `${root.pathname.replace(/\/$/, '')}/${pathOnly.replace(/^\//, '')}`);
  for (const [name, value] of new URLSearchParams(root.search)) url.searchParams.append(name, value);
  for (const [name, value] of new URLSearchParams(fixedQuery)) url.searchParams.append(name, value);
  return url;
}

/** The address of a call. */
async function addressOf({ values, globals }: TargetCall, target: TargetOf<'http'>, base: string): Promise<URL> {
  const path = filled(await globals.fill(target.path), values, encodeURIComponent);
  const [pathOnly, fixedQuery = ''] = path.split('?', 2) as [string, string?];
  if (leads(pathOnly)) throw new CallFailure('schema', { code: 14309, params: { issues: 'path', reason: 'path' } });
  const url = urlOf(base, pathOnly, fixedQuery);
  for (const { name, value } of target.query) {
    const named = /^\{([A-Za-z_]\w*)\}$/.exec(value);
    // A parameter that was not given is not sent.
    if (named && (values[named[1]!] === null || values[named[1]!] === undefined)) continue;
    const one =
      named && Array.isArray(values[named[1]!])
        ? (values[named[1]!] as unknown[]).map(textOf)
        : [filled(await globals.fill(value), values, String)];
    for (const each of one) url.searchParams.append(name, each);
  }
  return url;
}

/** Builds the request of a call against one address. */
async function buildRequest(call: TargetCall, target: TargetOf<'http'>, base: string): Promise<HttpRequest> {
  const { values, globals, loaded } = call;
  const url = fixedUrl(target, base) ?? (await addressOf(call, target, base));
  const headers: Record<string, string> = { accept: 'application/json, */*;q=0.5', 'user-agent': 'Wheelhouse-gateway' };
  for (const { name, value } of [...loaded.prefix.headers, ...target.headers]) {
    const text = hasMarks(value) ? filled(await globals.fill(value), values, String) : value;
    if (unsafe(text)) throw new CallFailure('schema', { code: 14309, params: { issues: name, reason: name } });
    headers[name.toLowerCase()] = text;
  }
  const body = target.body === 'none' || target.method === 'GET' ? undefined : await bodyOf(call, target);
  if (body !== undefined) headers['content-type'] ??= body.type;
  return { method: target.method, url, headers, body: body?.text };
}

async function bodyOf(
  { values, body, globals }: TargetCall,
  target: TargetOf<'http'>,
): Promise<{ text: string; type: string } | undefined> {
  if (target.body === 'form') {
    const fields =
      target.bodyText === ''
        ? Object.entries(Object(body) as Record<string, unknown>)
        : [...new URLSearchParams(await globals.fill(target.bodyText))];
    const form = new URLSearchParams();
    for (const [name, value] of fields) if (value !== null) form.append(name, filled(textOf(value), values, String));
    return { text: form.toString(), type: 'application/x-www-form-urlencoded' };
  }
  if (target.body === 'json') {
    if (target.bodyText === '') return { text: JSON.stringify(body ?? {}), type: 'application/json' };
    const quoted = await globals.fill(target.bodyText);
    // A value whose place is the whole of a text keeps its type.
    const typed = quoted.replaceAll(/"\{([A-Za-z_]\w*)\}"/g, (_all, name: string) => JSON.stringify(values[name] ?? null));
    const text = typed.replaceAll(param, (_all, name: string) => JSON.stringify(textOf(values[name])).slice(1, -1));
    return { text, type: 'application/json' };
  }
  const escape = (value: string): string =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const text = filled(await globals.fill(target.bodyText), values, target.body === 'xml' ? escape : String);
  return { text, type: target.body === 'xml' ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8' };
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A request as a command that somebody can run. */
const asCurl = ({ method, url, headers, body }: HttpRequest): string =>
  [
    `curl -X ${method} ${quote(url.href)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data-raw ${quote(body)}`]),
  ].join(' \\\n');

/** Addresses in the order in which they are tried: by weight, the rest behind. */
function ordered(addresses: readonly { url: string; weight: number }[]): string[] {
  if (addresses.length === 1) return [addresses[0]!.url];
  const left = [...addresses];
  const chosen: string[] = [];
  while (left.length > 0) {
    let at = Math.random() * left.reduce((sum, { weight }) => sum + weight, 0);
    const index = left.findIndex(({ weight }) => (at -= weight) < 0);
    chosen.push(left.splice(Math.max(0, index), 1)[0]!.url);
  }
  return chosen;
}

const retried = new Set([502, 503, 504]);

/** Asks a system behind over HTTP: the next address where one is not reached, again where that changes nothing. */
export async function askHttp(call: TargetCall, target: TargetOf<'http'>): Promise<TargetAnswer> {
  const { prefix, definition } = call.loaded;
  const addresses = ordered(prefix.addresses);
  if (addresses.length === 0) throw new CallFailure('off', { params: { name: prefix.code } });
  const isSafe = target.method === 'GET' || target.method === 'PUT' || target.method === 'DELETE';
  const most = Math.max(addresses.length, 1) + (isSafe ? definition.behaviour.retries : 0) + (prefix.signIn === 'token' ? 1 : 0);
  let last: CallFailure | undefined;
  let renewed = false;
  for (let tries = 1; tries <= most; tries += 1) {
    const request = await buildRequest(call, target, addresses[(tries - 1) % addresses.length]!);
    const signed = prefix.signIn === 'none' ? request : await signInTo(call, request);
    try {
      const answer = await send(call, target, signed);
      if (answer.status !== null && retried.has(answer.status) && isSafe && tries < most) continue;
      return { ...answer, tries };
    } catch (error) {
      last = failureOf(error, definition.behaviour.timeoutMs);
      const status = last.facts.targetStatus ?? 0;
      if (status === 401 && prefix.signIn === 'token' && !renewed) {
        renewed = true;
        await call.globals.renew(prefix.signInName);
        continue;
      }
      const notSent = ['refused', 'dns', 'connectTimeout', 'breaker'].includes(last.class);
      if (call.left() < 50 || !(notSent || (retried.has(status) && isSafe))) throw last;
    }
  }
  throw last ?? new CallFailure('refused', { params: { class: 'refused' } });
}

async function send(call: TargetCall, target: TargetOf<'http'>, request: HttpRequest): Promise<Omit<TargetAnswer, 'tries'>> {
  const { loaded, signal } = call;
  const reply = await call.services.outbound.ask(request.url, {
    method: request.method,
    headers: request.headers,
    redirects: target.redirects,
    timeoutMs: Math.max(1, Math.round(call.left())),
    maxBytes: loaded.definition.behaviour.maxOutBytes,
    signal,
    ...(request.body !== undefined && { body: request.body }),
    ...(loaded.prefix.ca !== '' && { tls: { ca: loaded.prefix.ca } }),
  });
  const raw = reply.body;
  const contentType = reply.headers['content-type'] ?? '';
  const sent = (): string => asCurl(request);
  if (loaded.definition.answer === 'raw') return { status: reply.status, data: null, raw, contentType, headers: reply.headers, sent };
  assertStatus(reply.status, () => decodeText(raw, contentType));
  const data = parseBody(raw, contentType);
  return { status: reply.status, data, raw, contentType, headers: reply.headers, sent, isJson: isPlainJson(raw, contentType, data) };
}

/** Refuses an answer that is a failure by its status. */
function assertStatus(status: number, received: () => string): void {
  if (status < 400 && status >= 200) return;
  const how =
    status === 401
      ? 'signIn'
      : status === 403
        ? 'permission'
        : status === 404 || status === 410
          ? 'notFound'
          : status < 300
            ? 'protocol'
            : 'fault';
  throw new CallFailure(how, { params: { reason: `HTTP ${status}` }, targetStatus: status, received: received().slice(0, 4000) });
}
