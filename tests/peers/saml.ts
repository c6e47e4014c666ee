import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { answerSignOut, signOutOf, type Client } from './saml-sign-out.ts';

/** A key to sign with and its certificate. */
export interface SigningKey {
  key: string;
  certificate: string;
}

/** Makes one with openssl, in a folder. */
export function makeSigningKey(folder: string, name: string): SigningKey {
  const [keyFile, certFile] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.crt`)];
  const subject = ['-days', '2', '-subj', `/CN=${name}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile, ...subject], {
    stdio: 'ignore',
  });
  return { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(certFile, 'utf8') };
}

/** What the next answer says other than the truth. */
export interface SamlForgery {
  /** Tags of the template before it is signed. */
  said?: Record<string, string>;
  /** The template itself before it is signed. */
  template?: (xml: string) => string;
  /** The signed document. */
  after?: (xml: string) => string;
  /** Signed with this key instead. */
  key?: SigningKey;
  /** Another signature method. */
  method?: string;
  /** The assertion is encrypted for us, with this cipher. */
  encrypted?:
    | 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'
    | 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
    | 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc';
}

/** A SAML identity provider on loopback (samlify) where everybody is who the test says. */
export interface SamlPeer {
  issuer: string;
  entryPoint: string;
  origin: string;
  /** What the provider signs with. */
  own: SigningKey;
  /** The provider reads our metadata. */
  know(metadata: string): void;
  user: { nameId: string; attributes: Record<string, string[]> };
  /** SessionIndex of the next sign-in. */
  session: string;
  /** Sign-outs that it was asked for and believed. */
  out: { nameId: string; sessionIndex: string }[];
  /** A sign-out that begins at the provider: the address of a redirect, or the fields of a form. */
  signOut(binding: 'redirect' | 'post', said?: Record<string, string>): { address: string; form: string };
  forgery: SamlForgery;
  stop(): Promise<void>;
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** Starts one. Its page is a form that sends itself, as with every provider. */
export async function startSaml(own: SigningKey, host = '127.0.0.1'): Promise<SamlPeer> {
  setSchemaValidator({ validate: async () => 'ok' });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const origin = `http://${host}:${port}`;
  let client: Client | undefined;
  const known = (): Client => {
    if (!client) throw new Error('The provider knows nobody');
    return client;
  };
  const peer: SamlPeer = {
    issuer: `${origin}/metadata`,
    entryPoint: `${origin}/sso`,
    origin,
    own,
    know: (metadata) => (client = ServiceProvider({ metadata, wantLogoutRequestSigned: true, wantLogoutResponseSigned: true })),
    user: { nameId: 'nobody', attributes: {} },
    session: '_first',
    out: [],
    signOut: (binding, said) => signOutOf({ ...peer, provider: providerOf(peer) }, known(), { binding, said }),
    forgery: {},
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const answer = async (query: Record<string, string>): Promise<string> => {
    const client = known();
    const provider = providerOf(peer);
    const request = await provider.parseLoginRequest(client, 'redirect', { query });
    const fill = filler(peer, client.entityMeta.getEntityID(), client.entityMeta.getAssertionConsumerService('post') as string);
    const made = await provider.createLoginResponse(
      client,
      { extract: request.extract },
      'post',
      {},
      { customTagReplacement: (template) => fill(template, request) },
    );
    const signed = Buffer.from(made.context, 'base64').toString('utf8');
    const sent = Buffer.from(peer.forgery.after?.(signed) ?? signed).toString('base64');
    return `<!doctype html><title>Provider</title><form method="post" action="${(made as { entityEndpoint: string }).entityEndpoint}">
      <input type="hidden" name="SAMLResponse" value="${sent}"><input type="hidden" name="RelayState" value="${query['RelayState']}">
      <button>Go on</button></form>`;
  };
  server.on('request', (request, response) => {
    const { searchParams, pathname, search } = new URL(request.url ?? '', origin);
    if (pathname === '/done') return void response.writeHead(200).end('Signed out');
    if (pathname === '/sso/out')
      return void answerSignOut({ ...peer, provider: providerOf(peer), said: peer.forgery.said }, known(), search.slice(1)).then(
        (location) => response.writeHead(302, { location }).end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    answer(Object.fromEntries(searchParams)).then(
      (page) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return peer;
}

function providerOf({ issuer, entryPoint, own, forgery }: SamlPeer): ReturnType<typeof IdentityProvider> {
  const { key, certificate } = forgery.key ?? own;
  // Under names of our own: the library fills in its own ones before the test has a word.
  const template = SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}{AttributeStatement}', '{Statements}');
  return IdentityProvider({
    entityID: issuer,
    privateKey: key,
    signingCert: certificate,
    isAssertionEncrypted: forgery.encrypted !== undefined,
    ...(forgery.encrypted && { dataEncryptionAlgorithm: forgery.encrypted }),
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
    requestSignatureAlgorithm: forgery.method ?? rsaSha256,
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: entryPoint }],
    singleLogoutService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${entryPoint}/out` }],
    loginResponseTemplate: { context: forgery.template?.(template) ?? template, attributes: [] },
  });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function filler(peer: SamlPeer, audience: string, callback: string) {
  return (template: string, request: { extract: { request?: { id?: string } } }): { id: string; context: string } => {
    const id = `_${randomBytes(16).toString('hex')}`;
    const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
    const attributes = Object.entries(peer.user.attributes).map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((one) => `<saml:AttributeValue>${escaped(one)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    );
    const tags: Record<string, string> = {
      ID: id,
      AssertionID: `_${randomBytes(16).toString('hex')}`,
      Destination: callback,
      SubjectRecipient: callback,
      Audience: audience,
      Issuer: peer.issuer,
      IssueInstant: at(0),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: at(-5),
      ConditionsNotOnOrAfter: at(300),
      SubjectConfirmationDataNotOnOrAfter: at(300),
      NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      NameID: escaped(peer.user.nameId),
      InResponseTo: request.extract.request?.id ?? '',
      ...peer.forgery.said,
    };
    const statements =
      `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${peer.session}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:test:two-factors</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
      (attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '');
    const all: Record<string, string> = { ...tags, Statements: statements };
    return { id, context: template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole) };
  };
}
