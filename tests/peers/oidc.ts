import { createServer } from 'node:http';
import { once } from 'node:events';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Provider, type Configuration, type JWK } from 'oidc-provider';

/** An OpenID provider on loopback where everybody is who the test says. */
export interface OidcPeer {
  issuer: string;
  allowed: string;
  /** Whom it takes the browser for; undefined refuses the sign-in. */
  user: { sub: string; claims: Record<string, unknown> } | undefined;
  /** Brings a logout token to the client and answers the status; without it nothing is brought. */
  deliver: ((body: string) => Promise<number>) | undefined;
  stop(): Promise<void>;
}

/** Starts one with a client; `callback` is what the client registered. */
export async function startOidc(client: { id: string; secret: string; callback: string }): Promise<OidcPeer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const peer: OidcPeer = {
    issuer,
    allowed: `127.0.0.1:${port}`,
    user: undefined,
    deliver: undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer, configurationOf(client, peer));
  const serve = provider.callback();
  server.on('request', (request, response) => {
    const interaction = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '');
    if (!interaction) return void serve(request, response);
    const { user } = peer;
    const result = user
      ? { login: { accountId: user.sub, amr: ['pwd', 'otp'] } }
      : { error: 'access_denied', error_description: 'Nobody signed in' };
    provider.interactionFinished(request, response, result).catch(() => response.writeHead(500).end());
  });
  return peer;
}

function configurationOf(client: { id: string; secret: string; callback: string }, peer: OidcPeer): Configuration {
  const { origin } = new URL(client.callback);
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.callback],
        grant_types: ['authorization_code'],
        post_logout_redirect_uris: [`${origin}/login`],
        backchannel_logout_uri: client.callback.replace('/callback/', '/logout/'),
        backchannel_logout_session_required: true,
      },
    ],
    // The product of a test listens on no port: what the provider sends to it is handed over.
    fetch: async (_address, options) => new Response(null, { status: (await peer.deliver?.(String(options?.body))) ?? 500 }),
    jwks: { keys: [jwkOf(newKey().privateKey)] },
    cookies: { keys: ['a test'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) =>
          void (context.body = `${form}<button type="submit" form="op.logoutForm" value="yes" name="logout">Sign out there</button>`),
      },
    },
    claims: { openid: ['sub', 'preferred_username', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...peer.user?.claims }) }),
    // Whoever signs in agrees.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  };
}

/** A key to sign with. */
export const newKey = (): { privateKey: KeyObject; publicKey: KeyObject } => generateKeyPairSync('rsa', { modulusLength: 2048 });

const jwkOf = (key: KeyObject): JWK => ({ ...(key.export({ format: 'jwk' }) as JWK), alg: 'RS256', use: 'sig', kid: 'test' });
