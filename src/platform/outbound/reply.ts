import { Readable } from 'node:stream';
import type { Response } from 'undici';
import { outboundError, toOutboundError } from './outbound-error.ts';
import type { Ticket } from './target-gate.ts';

/** The answer of a call. Read the body once (bytes, text, json or stream) or discard it; it is bounded in size and time. */
export interface OutboundReply {
  readonly status: number;
  readonly ok: boolean;
  /** Names lower case; several values of a name joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address that answered, after redirects. */
  readonly url: string;
  bytes(): Promise<Buffer>;
  text(): Promise<string>;
  /** The parsed body; OutboundError protocol when it is no JSON. */
  json(): Promise<unknown>;
  stream(): Readable;
  discard(): Promise<void>;
}

/** Wraps the client's answer; the ticket is given back when the body ends, fails, is discarded or the time is over. */
export function createReply(
  response: Response,
  options: { url: string; maxBytes: number; signal: AbortSignal; caller?: AbortSignal; ticket: Ticket },
): OutboundReply {
  const { ticket, signal } = options;
  // A caller that forgets the body must not keep the place for ever.
  signal.addEventListener('abort', () => ticket.end('neither'), { once: true });

  async function* limited(): AsyncGenerator<Buffer> {
    let size = 0;
    try {
      for await (const chunk of response.body ?? []) {
        size += chunk.byteLength;
        if (size > options.maxBytes) throw outboundError('tooLarge');
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      }
      ticket.end('ok');
    } catch (error) {
      const failure = options.caller?.aborted === true ? outboundError('cancelled', error) : toOutboundError(error);
      ticket.end(failure.category === 'tooLarge' || failure.category === 'cancelled' ? 'neither' : 'failed');
      throw failure;
    } finally {
      ticket.end('neither');
    }
  }
  const bytes = async (): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of limited()) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const text = async (): Promise<string> => (await bytes()).toString('utf8');
  return {
    status: response.status,
    ok: response.ok,
    headers: Object.fromEntries(response.headers),
    url: options.url,
    bytes,
    text,
    async json() {
      const body = await text();
      try {
        const value: unknown = JSON.parse(body.replace(/^\ufeff/, ''));
        return value;
      } catch (error) {
        throw outboundError('protocol', error);
      }
    },
    stream: () => Readable.from(limited(), { objectMode: false }),
    async discard() {
      await response.body?.cancel();
      ticket.end('ok');
    },
  };
}
