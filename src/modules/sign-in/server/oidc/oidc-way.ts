import * as client from 'openid-client';
import { oidcConfig, type OidcConfig } from '../../common/auth-config.ts';
import { AnswerRefused, type RefusalReason } from '../answer-refused.ts';
import { failureOf } from '../failure.ts';
import type { Attributes } from '../match-person.ts';
import type { Ended, Identity, OpenSetting, RedirectWay } from '../redirect-way.ts';
import { assertReachable } from '../sign-out/reachable.ts';
import { loggedOutBy } from './logout-token.ts';
import { providerOf } from './oidc-client.ts';

/** Fewest characters of a session's name that nobody can guess. */
const leastSession = 16;

const configOf = ({ setting }: OpenSetting): OidcConfig => oidcConfig.parse(setting.config);

/** OpenID Connect: authorisation code with PKCE, nonce and state (OpenID Connect Core 1.0, RFC 7636, RFC 9207). */
export const oidcWay: RedirectWay = {
  start: async ({ outbound }, open, state) => {
    const config = configOf(open);
    const provider = await providerOf(outbound, config, open.secret);
    const verifier = client.randomPKCECodeVerifier();
    const nonce = client.randomNonce();
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: open.callback,
      scope: [...new Set(['openid', ...config.scopes])].join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, kept: { verifier, nonce, callback: open.callback } };
  },
  finish: async ({ outbound }, open, { parameters, kept }) => {
    const provider = await providerOf(outbound, configOf(open), open.secret);
    // The code is redeemed for the very address that asked for it.
    const here = new URL(kept['callback'] ?? open.callback);
    here.search = parameters.toString();
    try {
      const tokens = await client.authorizationCodeGrant(provider, here, {
        pkceCodeVerifier: kept['verifier'] ?? '',
        expectedNonce: kept['nonce'] ?? '',
        expectedState: parameters.get('state') ?? '',
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new AnswerRefused('document');
      const about = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {};
      const { sid } = claims;
      const link = { subject: claims.sub, key: typeof sid === 'string' ? sid : null, kept: { idToken: tokens.id_token ?? '' } };
      return { ...identityOf({ ...about, ...claims }, open), link };
    } catch (error) {
      throw refusedOrFailed(error);
    }
  },
  signOut: async ({ outbound }, open, { link }) => {
    const provider = await providerOf(outbound, configOf(open), open.secret);
    const { end_session_endpoint: there } = provider.serverMetadata();
    if (there === undefined) return undefined;
    await assertReachable(outbound, there);
    const { idToken = '' } = link.kept;
    const back = new URL('/login', open.callback).href;
    const address = client.buildEndSessionUrl(provider, {
      post_logout_redirect_uri: back,
      ...(idToken !== '' && { id_token_hint: idToken }),
    });
    return { address: address.href };
  },
  ended: async ({ outbound }, open, { parameters }) => {
    const token = parameters.get('logout_token');
    if (token === null && parameters.has('sid')) return namedInFrame(configOf(open), parameters);
    if (token === null || token === '') throw new AnswerRefused('document');
    const config = configOf(open);
    const provider = await providerOf(outbound, config, open.secret).catch((error: unknown) => Promise.reject(failureOf(error)));
    return loggedOutBy(outbound, { provider, clientId: config.clientId, ca: config.ca }, token);
  },
  test: async ({ outbound }, open, trace) => {
    const config = configOf(open);
    const { hostname, port, protocol } = new URL(config.issuer);
    const number = Number(port) || (protocol === 'https:' ? 443 : 80);
    await trace('dns', `${hostname}:${number}`, () => outbound.resolve(hostname, number));
    await trace(protocol === 'https:' ? 'tls' : 'tcp', `${hostname}:${number}`, async () => {
      const tls = config.ca === '' ? {} : { ca: config.ca };
      const socket = await outbound.connect(hostname, number, { timeoutMs: 5_000, ...(protocol === 'https:' && { tls }) });
      socket.destroy();
    });
    await trace('metadata', config.issuer, () =>
      providerOf(outbound, config, open.secret).catch((error: unknown) => Promise.reject(failureOf(error))),
    );
  },
};

/**
 * A frame on the provider's page names the session (OpenID Connect Front-Channel Logout 1.0, 2). Our cookie does not come along to a frame of
 * another site, so the provider's own name of the session is the proof: who has it not can't guess it, and it is used up.
 */
function namedInFrame({ issuer }: OidcConfig, parameters: URLSearchParams): Ended {
  const plain = (address: string): string => address.replace(/\/$/, '');
  if (plain(parameters.get('iss') ?? '') !== plain(issuer)) throw new AnswerRefused('issuer');
  const key = parameters.get('sid') ?? '';
  // Whoever asks for the end of a session must know more of it than could be tried out.
  if (key.length < leastSession) throw new AnswerRefused('document');
  return { message: null, subject: null, key };
}

/** Claims as attributes. An address that the provider has not verified is none. */
function identityOf(claims: Readonly<Record<string, unknown>>, { setting }: OpenSetting): Identity {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(claims)) {
    if (name === 'email' && claims['email_verified'] !== true) continue;
    const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
    if (values.length > 0) attributes[name] = values;
  }
  const proofs = [...(attributes['acr'] ?? []), ...(attributes['amr'] ?? [])];
  return { attributes, strong: setting.assurance.some((wanted) => proofs.includes(wanted)) };
}

const byClaim: Record<string, RefusalReason> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  exp: 'time',
  iat: 'time',
  nbf: 'time',
};

/** Which of our checks the answer failed; what is no answer at all is a failure of the other system. */
function refusedOrFailed(error: unknown): Error {
  if (error instanceof AnswerRefused) return error;
  if (error instanceof client.AuthorizationResponseError) return new AnswerRefused('denied', error);
  if (error instanceof client.ResponseBodyError)
    return error.error === 'invalid_grant' ? new AnswerRefused('code', error) : failureOf(error);
  const failure = failureOf(error);
  if (failure.reason !== 'protocol') return failure;
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    const reason = reasonOf(cause);
    if (reason) return new AnswerRefused(reason, error);
  }
  return error instanceof client.ClientError ? new AnswerRefused('document', error) : failure;
}

function reasonOf(error: Error): RefusalReason | undefined {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'time';
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || code === 'OAUTH_UNSUPPORTED_OPERATION') return 'signature';
  const claim = error.cause && typeof error.cause === 'object' && 'claim' in error.cause ? String(error.cause.claim) : undefined;
  if (claim) return byClaim[claim] ?? 'document';
  if (/signature/i.test(error.message) || /"alg"/.test(error.message)) return 'signature';
  if (/"iss"|issuer/.test(error.message)) return 'issuer';
  return undefined;
}
