import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '#platform/settings.ts';

/** Answers a call before the framework sees it; false where it is left to the framework. `addressOf` tells the caller's address. */
export type DirectAnswer = (request: IncomingMessage, response: ServerResponse, addressOf: (request: IncomingMessage) => string) => boolean;

/** Headers of every answer that the framework's plugins write (helmet and our own); a test holds both to be the same. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const plainAddress = (text: string): string => (text.startsWith('::ffff:') && isIP(text.slice(7)) === 4 ? text.slice(7) : text);

/** Which hops in front of us are believed. */
function trusted(trust: Settings['trustProxy']): (address: string, hop: number) => boolean {
  if (typeof trust === 'boolean') return () => trust;
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const list = new BlockList();
  for (const entry of trust) {
    const [network, bits] = entry.split('/', 2) as [string, string?];
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return (address) =>
    isIP(plainAddress(address)) !== 0 && list.check(plainAddress(address), isIP(plainAddress(address)) === 6 ? 'ipv6' : 'ipv4');
}

/** The caller's address: the nearest hop that is not believed, as the framework finds it. */
export function callerAddress(trust: Settings['trustProxy']): (request: IncomingMessage) => string {
  if (trust === false) return ({ socket }) => socket.remoteAddress ?? '';
  const believes = trusted(trust);
  return ({ socket, headers }) => {
    let address = socket.remoteAddress ?? '';
    const named = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    for (let hop = 0; named.length > 0 && believes(address, hop); hop += 1) address = named.pop()!;
    return address;
  };
}

/**
 * Lets protocols answer calls before the framework's hooks, for addresses that are called thousands of times a second. A server that ends
 * leaves every call to the framework, which refuses it.
 */
export function answerDirectly(app: FastifyInstance, trust: Settings['trustProxy'], answers: readonly DirectAnswer[]): void {
  if (answers.length === 0) return;
  const [usual] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void];
  const addressOf = callerAddress(trust);
  let ending = false;
  app.addHook('preClose', (done) => {
    ending = true;
    done();
  });
  app.server.removeListener('request', usual);
  app.server.on('request', (request, response) => {
    if (!ending && answers.some((answer) => answer(request, response, addressOf))) return;
    usual(request, response);
  });
}
