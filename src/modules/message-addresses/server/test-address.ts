import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Services } from '#kit/server/services.ts';
import { toOutboundError } from '#platform/outbound/outbound-error.ts';
import { connectionProtocol } from '#modules/messaging/common/client/frames.ts';
import type { AddressKind, testSteps } from '../common/words.ts';

/** What one step came to. */
export interface TestStep {
  readonly step: (typeof testSteps)[number];
  readonly ok: boolean;
  readonly ms: number;
  readonly detail: string;
}

const stepMillis = 5_000;

/** Tries an address through the guarded way to the outside: the name, the connection with its certificate, and that messaging answers. */
export async function testAddress(
  { outbound }: Pick<Services, 'outbound'>,
  { kind, url }: { kind: AddressKind; url: string },
): Promise<{ ok: boolean; steps: TestStep[] }> {
  const target = new URL(url);
  const sealed = target.protocol === 'wss:' || target.protocol === 'https:';
  const port = Number(target.port) || (sealed ? 443 : 80);
  const steps: TestStep[] = [];
  const run = async <T>(step: TestStep['step'], work: () => Promise<[T, string]>): Promise<T> => {
    const began = performance.now();
    const note = (ok: boolean, detail: string): number => steps.push({ step, ok, detail, ms: Math.round(performance.now() - began) });
    try {
      const [found, detail] = await work();
      note(true, detail);
      return found;
    } catch (error) {
      note(false, error instanceof Unexpected ? error.message : toOutboundError(error).category);
      throw error;
    }
  };
  let socket: Socket | undefined;
  try {
    await run('dns', async () => [undefined, (await outbound.resolve(target.hostname, port)).address]);
    socket = await run('connect', async () => {
      const open = await outbound.connect(target.hostname, port, { timeoutMs: stepMillis, ...(sealed && { tls: {} }) });
      return [open, sealed ? 'TLS' : 'TCP'];
    });
    await run('answer', async () => [undefined, await answerOf(socket!, { kind, target })]);
    return { ok: true, steps };
  } catch {
    return { ok: false, steps };
  } finally {
    socket?.destroy();
  }
}

/** The other side answered something else. */
class Unexpected extends Error {}

/** A socket says 101 to the protocol of messaging; everything else any status below 500. */
async function answerOf(socket: Socket, { kind, target }: { kind: AddressKind; target: URL }): Promise<string> {
  const head = [`GET ${target.pathname || '/'} HTTP/1.1`, `Host: ${target.host}`, 'User-Agent: Wheelhouse-check'];
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Sec-WebSocket-Protocol: ${connectionProtocol}`,
  ];
  const lines = [...head, ...(kind === 'socket' ? upgrade : ['Connection: close'])];
  const status = await new Promise<number>((resolve, reject) => {
    let seen = '';
    socket.setTimeout(stepMillis, () => reject(new Unexpected('timeout')));
    socket.setEncoding('latin1');
    socket.once('error', reject);
    socket.once('close', () => reject(new Unexpected('closed')));
    socket.on('data', (piece: string) => {
      seen += piece;
      const found = /^HTTP\/1\.[01] (\d{3})/.exec(seen)?.[1];
      if (found !== undefined) resolve(Number(found));
      else if (seen.length > 512) reject(new Unexpected('protocol'));
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
  if (kind === 'socket' ? status !== 101 : status >= 500) throw new Unexpected(String(status));
  return String(status);
}
