import * as client from 'openid-client';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { WayFailure } from '../failure.ts';
import type { OidcConfig } from '../../common/auth-config.ts';

const known = new Map<string, { made: number; configuration: Promise<client.Configuration> }>();
/** What a provider publishes about itself is read again after this; its keys are by the library, when an unknown one signs. */
const trustMillis = 10 * 60_000;
const mostKnown = 200;
const skewSeconds = 60;

/** The provider as it describes itself, through the guard of outgoing connections; remembered for ten minutes. */
export function providerOf(outbound: Outbound, config: OidcConfig, secret: string | null): Promise<client.Configuration> {
  const key = JSON.stringify([config, secret]);
  const found = known.get(key);
  if (found && performance.now() - found.made < trustMillis) return found.configuration;
  const configuration = discover(outbound, config, secret);
  known.set(key, { made: performance.now(), configuration });
  configuration.catch(() => known.delete(key));
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return configuration;
}

async function discover(outbound: Outbound, config: OidcConfig, secret: string | null): Promise<client.Configuration> {
  const issuer = new URL(config.issuer);
  const options: client.DiscoveryRequestOptions = { [client.customFetch]: guardedFetch(outbound, config.ca), timeout: 8 };
  if (issuer.protocol === 'http:') {
    // Without TLS only inside: there the network was named by the operator.
    const { isInside } = await outbound.resolve(issuer.hostname, Number(issuer.port) || 80);
    if (!isInside) throw new WayFailure('encryption');
    options.execute = [client.allowInsecureRequests];
  }
  const authentication = secret === null ? client.None() : client.ClientSecretBasic(secret);
  const configuration = await client.discovery(issuer, config.clientId, { [client.clockTolerance]: skewSeconds }, authentication, options);
  // Signatures are looked at although the answer comes straight from the provider.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Calls of the libraries, through the guard of outgoing connections. */
export function guardedFetch(outbound: Outbound, ca: string): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const reply = await outbound.fetch(url, {
      method,
      headers,
      redirects: 0,
      timeoutMs: 8_000,
      maxBytes: 1024 * 1024,
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: String(body) } : {}),
      ...(ca !== '' && { tls: { ca } }),
      ...(signal && { signal }),
    });
    const bytes = await reply.bytes();
    const empty = [101, 204, 205, 304].includes(reply.status);
    return new Response(empty ? null : new Uint8Array(bytes), { status: reply.status, headers: reply.headers });
  };
}
