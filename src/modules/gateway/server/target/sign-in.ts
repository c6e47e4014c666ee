import type { TargetCall } from '../run/context.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import { identityToken } from '../caller/identity.ts';
import type { HttpRequest } from './http-request.ts';

/** Where the secret of a prefix is sealed. */
const prefixSecretPlace = (id: string) => ({ table: 'interface_prefix', column: 'secret', row: id });

function openSecret({ services, loaded, hidden }: TargetCall): string {
  const { prefix } = loaded;
  if (prefix.secret === null) throw new CallFailure('signIn', { code: 14313, params: { reason: 'secret' } });
  const opened = services.secrets.open(prefix.secret, prefixSecretPlace(prefix.id));
  hidden.add(opened);
  return opened;
}

/** A request with what the prefix signs in by. */
export async function signInTo(call: TargetCall, request: HttpRequest): Promise<HttpRequest> {
  const { prefix } = call.loaded;
  const withHeader = (name: string, value: string): HttpRequest => ({
    ...request,
    headers: { ...request.headers, [name.toLowerCase()]: value },
  });
  if (prefix.signIn === 'basic') {
    const pair = Buffer.from(`${prefix.signInName}:${openSecret(call)}`).toString('base64');
    call.hidden.add(pair);
    return withHeader('authorization', `Basic ${pair}`);
  }
  if (prefix.signIn === 'bearer') return withHeader('authorization', `Bearer ${openSecret(call)}`);
  if (prefix.signIn === 'header') return withHeader(prefix.signInName, openSecret(call));
  if (prefix.signIn === 'query') {
    const url = new URL(request.url);
    url.searchParams.set(prefix.signInName, openSecret(call));
    return { ...request, url };
  }
  if (prefix.signIn === 'token') return withHeader('authorization', `Bearer ${String(await call.globals.value(prefix.signInName))}`);
  if (prefix.signIn === 'identity') return withHeader('x-gateway-identity', await identityToken(call));
  if (prefix.signIn === 'oauth2Client') return withHeader('authorization', `Bearer ${await clientToken(call)}`);
  return request;
}

const tokens = new Map<string, { token: string; until: number }>();

/** An access token of the client credentials grant (RFC 6749); kept in this process while it holds. */
async function clientToken(call: TargetCall): Promise<string> {
  const { services, hidden } = call;
  const { prefix } = call.loaded;
  const secret = openSecret(call);
  const key = `${prefix.id} ${prefix.signInName} ${prefix.signInAccount} ${prefix.secret}`;
  const known = tokens.get(key);
  if (known && known.until > services.now()) {
    hidden.add(known.token);
    return known.token;
  }
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const pair = Buffer.from(`${encodeURIComponent(prefix.signInAccount)}:${encodeURIComponent(secret)}`).toString('base64');
  try {
    const reply = await services.outbound.fetch(prefix.signInName, {
      method: 'POST',
      redirects: 0,
      timeoutMs: Math.max(1, Math.min(10_000, Math.round(call.left()))),
      maxBytes: 1024 * 1024,
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${pair}` },
      body: form.toString(),
    });
    if (!reply.ok) {
      await reply.discard();
      throw new CallFailure('signIn', { params: { reason: `token: ${reply.status}` }, targetStatus: reply.status });
    }
    const answer = (await reply.json()) as { access_token?: unknown; expires_in?: unknown };
    if (typeof answer.access_token !== 'string') throw new CallFailure('signIn', { params: { reason: 'token' } });
    const seconds = Number(answer.expires_in);
    if (tokens.size > 2000) tokens.clear();
    tokens.set(key, {
      token: answer.access_token,
      until: services.now() + (Number.isFinite(seconds) ? Math.max(0, seconds - 30) : 300) * 1000,
    });
    hidden.add(answer.access_token);
    return answer.access_token;
  } catch (error) {
    throw failureOf(error);
  }
}
