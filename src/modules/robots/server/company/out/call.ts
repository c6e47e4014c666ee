import { randomBytes } from 'node:crypto';
import type { Services } from '#kit/server/services.ts';
import { toOutboundError } from '#platform/outbound/outbound-error.ts';
import type { RobotFacts } from '../facts.ts';
import { openKeys, outSignature } from '../keys.ts';

const mostBytes = 64 * 1024;
const headersPlace = (id: string) => ({ table: 'robot', column: 'out_headers', row: id });

/** How a call of an address went; `class` is `ok`, `status`, or why it did not come to an answer. */
export interface OutAnswer {
  readonly ok: boolean;
  readonly class: string;
  readonly status: number;
  readonly text: string;
  readonly ms: number;
  /** Names of the headers that went along, without what they say. */
  readonly headers: readonly string[];
}

function ownHeaders(services: Pick<Services, 'secrets'>, robot: RobotFacts): Record<string, string> {
  if (robot.outHeaders === null) return {};
  const text = services.secrets.open(robot.outHeaders, headersPlace(robot.id));
  return Object.fromEntries(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

/** Tells the address of a robot something: signed by its key, through the guarded client, within its time; never throws for what goes wrong there. */
export async function callOut(services: Services, robot: RobotFacts, body: string): Promise<OutAnswer> {
  const started = performance.now();
  const [timestamp, nonce] = [String(services.now()), randomBytes(16).toString('hex')];
  const [key] = await openKeys(services, robot.id, 'out');
  const headers: Record<string, string> = {
    ...ownHeaders(services, robot),
    'content-type': 'application/json',
    'x-key-id': robot.code,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    ...(key !== undefined && { 'x-signature': outSignature(key, { timestamp, nonce, body }) }),
  };
  const done = (answer: Pick<OutAnswer, 'ok' | 'class' | 'status' | 'text'>): OutAnswer => ({
    ...answer,
    ms: Math.round(performance.now() - started),
    headers: Object.keys(headers),
  });
  try {
    const reply = await services.outbound.fetch(robot.outUrl ?? '', {
      method: 'POST',
      headers,
      body,
      timeoutMs: robot.outTimeout * 1000,
      maxBytes: mostBytes,
      redirects: 0,
    });
    const text = await reply.text();
    const ok = reply.status >= 200 && reply.status < 300;
    return done({ ok, class: ok ? 'ok' : 'status', status: reply.status, text });
  } catch (error) {
    return done({ ok: false, class: toOutboundError(error).category, status: 0, text: '' });
  }
}
