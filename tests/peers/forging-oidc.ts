import { randomUUID, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { newKey } from './oidc.ts';

/** What the forger says in its next token. */
export interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  strangeKey?: true;
  /** Answers the token call with this instead. */
  answer?: { status: number; body: Record<string, unknown> };
}

/** A provider of the documented shape whose tokens are what the test wants them to be. */
export interface ForgingOidc {
  issuer: string;
  allowed: string;
  forgery: Forgery;
  /** Nonce of the authorisation that the token answers. */
  nonce: string;
  /** A logout token; a claim that is undefined stays away. */
  logoutToken(forgery?: Forgery): string;
  stop(): Promise<void>;
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts it for a client. */
export async function startForgingOidc(clientId: string): Promise<ForgingOidc> {
  const [own, strange] = [newKey(), newKey()];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const peer: ForgingOidc = {
    issuer,
    allowed: `127.0.0.1:${port}`,
    forgery: {},
    nonce: '',
    logoutToken: ({ header, claims, strangeKey } = {}) =>
      signed(
        { typ: 'logout+jwt', ...header },
        { ...logoutClaims(issuer, clientId), ...claims },
        strangeKey ? strange.privateKey : own.privateKey,
      ),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const answers: Record<string, () => { status?: number; body: unknown }> = {
    '/.well-known/openid-configuration': () => ({
      body: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    }),
    '/keys': () => ({ body: { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] } }),
    '/token': () =>
      peer.forgery.answer ?? {
        body: {
          access_token: 'x',
          token_type: 'Bearer',
          id_token: tokenOf(peer, clientId, peer.forgery.strangeKey ? strange.privateKey : own.privateKey),
        },
      },
  };
  server.on('request', (request: IncomingMessage, response) => {
    const answer = answers[request.url ?? '']?.() ?? { status: 404, body: {} };
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  return peer;
}

const logoutClaims = (iss: string, aud: string): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  return { iss, aud, iat: now, exp: now + 120, jti: randomUUID(), events, sub: 'alice' };
};

function tokenOf({ issuer, nonce, forgery }: ForgingOidc, clientId: string, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    sub: 'alice',
    aud: clientId,
    nonce,
    iat: now,
    exp: now + 300,
    preferred_username: 'alice',
    ...forgery.claims,
  };
  return signed(forgery.header ?? {}, claims, key);
}

function signed(more: Record<string, unknown>, claims: Record<string, unknown>, key: KeyObject): string {
  const header = { alg: 'RS256', kid: 'own', ...more };
  const said = `${base64url(header)}.${base64url(claims)}`;
  return `${said}.${header.alg === 'none' ? '' : sign('sha256', Buffer.from(said), key).toString('base64url')}`;
}
