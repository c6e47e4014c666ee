import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** How the server fails at the next validation. */
export type CasFault = 'html' | 'cut' | 'slow' | 'error' | 'internal' | 'dtd' | 'two';

/** A server on loopback that speaks /login and /p3/serviceValidate of the CAS protocol 3.0 (apereo.github.io/cas, protocol specification). */
export interface CasPeer {
  address: string;
  allowed: string;
  user: string;
  attributes: Record<string, string[]>;
  fault: CasFault | undefined;
  /** Validations that were asked for, with their headers. */
  asked: { address: URL; cookie: string | undefined }[];
  stop(): Promise<void>;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const answerOf = (inner: string): string => `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`;
const failure = (code: string): string => answerOf(`<cas:authenticationFailure code="${code}">${code}</cas:authenticationFailure>`);

/** How the server tells a service that the session of a ticket is over. */
export const casLogout = (ticket: string): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-1" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`;

/** Starts one. */
export async function startCas(): Promise<CasPeer> {
  const tickets = new Map<string, string>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const found = server.address();
  const port = typeof found === 'object' && found ? found.port : 0;
  const peer: CasPeer = {
    address: `http://127.0.0.1:${port}/cas`,
    allowed: `127.0.0.1:${port}`,
    user: 'nobody',
    attributes: {},
    fault: undefined,
    asked: [],
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    const address = new URL(request.url ?? '', peer.address);
    const service = address.searchParams.get('service') ?? '';
    if (address.pathname === '/cas/login') {
      const ticket = `ST-${tickets.size}-${randomBytes(12).toString('hex')}`;
      tickets.set(ticket, service);
      const back = new URL(service);
      back.searchParams.set('ticket', ticket);
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (address.pathname === '/cas/logout') return void response.writeHead(302, { location: service }).end();
    if (address.pathname !== '/cas/p3/serviceValidate') return void response.writeHead(404).end();
    peer.asked.push({ address, cookie: request.headers.cookie });
    const ticket = address.searchParams.get('ticket') ?? '';
    const givenFor = tickets.get(ticket);
    tickets.delete(ticket);
    if (peer.fault) return fail(peer, response);
    const text = givenFor === undefined ? failure('INVALID_TICKET') : givenFor === service ? successOf(peer) : failure('INVALID_SERVICE');
    response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
  });
  return peer;
}

function successOf({ user, attributes }: CasPeer): string {
  const list = Object.entries(attributes).flatMap(([name, values]) => values.map((one) => `<cas:${name}>${escaped(one)}</cas:${name}>`));
  return answerOf(
    `<cas:authenticationSuccess><cas:user>${escaped(user)}</cas:user><cas:attributes>${list.join('')}</cas:attributes></cas:authenticationSuccess>`,
  );
}

function fail(peer: CasPeer, response: ServerResponse): void {
  const good = successOf(peer);
  const bodies: Partial<Record<CasFault, string>> = {
    html: '<!doctype html><html><body>Please sign in</body></html>',
    internal: failure('INTERNAL_ERROR'),
    dtd: `<!DOCTYPE x [<!ENTITY who "${peer.user}">]>${good}`,
    two: answerOf(
      `<cas:authenticationFailure code="INVALID_TICKET"/><cas:authenticationSuccess><cas:user>${peer.user}</cas:user></cas:authenticationSuccess>`,
    ),
  };
  // A server that hangs never answers; the connection ends with the test.
  if (peer.fault === 'slow') return;
  if (peer.fault === 'error') return void response.writeHead(503).end('away');
  if (peer.fault === 'cut') {
    response.writeHead(200, { 'content-length': String(good.length) }).write(good.slice(0, 60));
    return void setTimeout(() => response.destroy(), 20);
  }
  response.writeHead(200, { 'content-type': 'application/xml' }).end(bodies[peer.fault ?? 'html']);
}
