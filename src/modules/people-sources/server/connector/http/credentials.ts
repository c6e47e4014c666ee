import type { HttpSourceConfig } from '../../../common/config/http.ts';
import { SourceFailure } from '../connector.ts';
import type { Credentials, HttpCall, HttpClient } from './http-client.ts';
import { textOf, valueAt } from './json-path.ts';
import { under } from './pages.ts';

const always = (headers: Readonly<Record<string, string>>): Credentials => ({ enter: async () => ({ headers }), renew: () => false });
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A token that is fetched with the first call, and again when the other side says that it ran out; it travels as a bearer token unless said. */
export function fetched(
  get: (client: HttpClient) => Promise<string>,
  carry: (token: string) => Awaited<ReturnType<Credentials['enter']>> = bearer,
): Credentials {
  let token: string | undefined;
  return {
    enter: async (client) => carry((token ??= await get(client))),
    renew: () => {
      token = undefined;
      return true;
    },
  };
}

/** The token that a call answers at a path; `auth` where there is none. */
export async function tokenOf(
  client: HttpClient,
  call: HttpCall,
  { path, headers = {} }: { path: string; headers?: Record<string, string> },
): Promise<string> {
  const { body } = await client.plain(call, headers).catch((error: unknown) => {
    // Who asks for a token with a wrong name or secret hears so in many ways.
    throw error instanceof SourceFailure && ['syntax', 'permission'].includes(error.category)
      ? new SourceFailure('auth', error.what, error)
      : error;
  });
  const token = textOf(valueAt(body, path));
  if (token === undefined || token === '') throw new SourceFailure('auth', call.what ?? call.address.pathname);
  return token;
}

/** How a source of no preset is let in. */
export function credentialsOf({ auth, base }: HttpSourceConfig, secret: string): Credentials {
  switch (auth.kind) {
    case 'basic':
      return always({ authorization: `Basic ${Buffer.from(`${auth.user}:${secret}`).toString('base64')}` });
    case 'bearer':
      return always({ authorization: `Bearer ${secret}` });
    case 'header':
      return always({ [auth.header.toLowerCase()]: secret });
    case 'oauth2':
      return clientCredentials(auth, secret);
    case 'token':
      return ownToken(auth, base, secret);
    default:
      return always({});
  }
}

/** OAuth 2 client credentials (RFC 6749, 4.4). */
function clientCredentials({ tokenAddress, clientId, scope }: HttpSourceConfig['auth'], secret: string): Credentials {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== '' && { scope }) });
  // RFC 6749 2.3.1: name and secret are encoded like a form before they are joined.
  const pair = [clientId, secret].map((one) => new URLSearchParams({ one }).toString().slice('one='.length)).join(':');
  const headers = {
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const call: HttpCall = { address: new URL(tokenAddress), method: 'POST', body: form.toString() };
  return fetched((client) => tokenOf(client, call, { path: 'access_token', headers }));
}

/** A call of the other side's own that answers a token. */
function ownToken(auth: HttpSourceConfig['auth'], base: string, secret: string): Credentials {
  // Inside of a text in JSON: the secret is escaped like one.
  const body = auth.body.replaceAll('{secret}', () => JSON.stringify(secret).slice(1, -1));
  const address = under(
    base,
    auth.path.replaceAll('{secret}', () => encodeURIComponent(secret)),
  );
  const call: HttpCall = { address, method: auth.method, what: auth.path, ...(auth.method === 'POST' && { body }) };
  const name = auth.header.toLowerCase();
  return fetched(
    (client) => tokenOf(client, call, { path: auth.token }),
    (token) => (name === '' || name === 'authorization' ? bearer(token) : { headers: { [name]: token } }),
  );
}
