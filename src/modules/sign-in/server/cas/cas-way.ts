import type { Outbound } from '#platform/outbound/outbound.ts';
import { casConfig, type CasConfig } from '../../common/auth-config.ts';
import { AnswerRefused, type RefusalReason } from '../answer-refused.ts';
import { failureOf, WayFailure } from '../failure.ts';
import type { OpenSetting, RedirectWay } from '../redirect-way.ts';
import { assertReachable } from '../sign-out/reachable.ts';
import { endedTicket } from './logout-request.ts';
import { validationAnswer, type ValidationAnswer } from './validation-answer.ts';

const configOf = ({ setting }: OpenSetting): CasConfig => casConfig.parse(setting.config);

const answerMillis = 8_000;
const answerBytes = 256 * 1024;

/** CAS protocol 3.0: the browser brings a ticket, and the server is asked for whom it was given out and for which address. */
export const casWay: RedirectWay = {
  start: async ({ outbound }, open, state) => {
    const { server } = configOf(open);
    await assertEncrypted(outbound, server);
    const service = `${open.callback}?state=${state}`;
    return { address: addressIn(server, 'login', { service }), kept: { service } };
  },
  finish: async ({ outbound }, open, { parameters, kept }) => {
    const ticket = parameters.get('ticket');
    // Who leaves the page of the other system without signing in comes back without one.
    if (ticket === null || ticket === '') throw new AnswerRefused('denied');
    const answer = await validate(outbound, configOf(open), { ticket, service: kept['service'] ?? '' });
    if ('refused' in answer) throw refusedBy(answer.refused);
    const attributes = { ...answer.attributes, user: [answer.user] };
    const proofs = answer.attributes['authnContextClass'] ?? [];
    // When the session there ends, it is named by the ticket that began it here.
    const link = { subject: answer.user, key: ticket, kept: {} };
    return { attributes, strong: proofs.some((one) => open.setting.assurance.includes(one)), link };
  },
  signOut: async ({ outbound }, open) => {
    const { server } = configOf(open);
    await assertReachable(outbound, server);
    return { address: addressIn(server, 'logout', { service: new URL('/login', open.callback).href }) };
  },
  ended: async (_services, _open, { parameters }) => ({
    message: null,
    subject: null,
    key: endedTicket(parameters.get('logoutRequest') ?? ''),
  }),
  test: async ({ outbound }, open, trace) => {
    const config = configOf(open);
    const { hostname, port, protocol } = new URL(config.server);
    const number = Number(port) || (protocol === 'https:' ? 443 : 80);
    await trace('dns', `${hostname}:${number}`, () => outbound.resolve(hostname, number));
    // A ticket that nobody gave out: a server that speaks the protocol says so.
    await trace('metadata', config.server, async () => {
      const answer = await validate(outbound, config, { ticket: 'ST-0-test', service: open.callback || 'https://test.invalid/' });
      if (!('refused' in answer)) throw new WayFailure('protocol');
    });
  },
};

async function validate(outbound: Outbound, config: CasConfig, asked: { ticket: string; service: string }): Promise<ValidationAnswer> {
  await assertEncrypted(outbound, config.server);
  let text: string;
  try {
    const reply = await outbound.fetch(addressIn(config.server, 'p3/serviceValidate', { ...asked, format: 'XML' }), {
      headers: { accept: 'application/xml, text/xml' },
      redirects: 0,
      timeoutMs: answerMillis,
      maxBytes: answerBytes,
      ...(config.ca !== '' && { tls: { ca: config.ca } }),
    });
    text = await reply.text();
    if (!reply.ok) throw new WayFailure('unavailable');
  } catch (error) {
    throw failureOf(error);
  }
  return validationAnswer(text);
}

/** Without TLS only inside: there the network was named by the operator. */
async function assertEncrypted(outbound: Outbound, server: string): Promise<void> {
  const { protocol, hostname, port } = new URL(server);
  if (protocol === 'https:') return;
  const { isInside } = await outbound.resolve(hostname, Number(port) || 80);
  if (!isInside) throw new WayFailure('encryption');
}

function addressIn(server: string, path: string, parameters: Record<string, string>): string {
  const address = new URL(`${server.replace(/\/+$/, '')}/${path}`);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

const byCode: Readonly<Record<string, RefusalReason>> = {
  INVALID_TICKET: 'code',
  INVALID_TICKET_SPEC: 'code',
  INVALID_SERVICE: 'audience',
  UNAUTHORIZED_SERVICE: 'denied',
  UNAUTHORIZED_SERVICE_PROXY: 'denied',
};

/** Why the server does not stand for the ticket; a fault of its own says nothing about it. */
function refusedBy(code: string): Error {
  if (code === 'INTERNAL_ERROR') return new WayFailure('unavailable');
  return new AnswerRefused(byCode[code] ?? 'document');
}
