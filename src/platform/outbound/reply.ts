import { Readable } from 'node:stream';
import { outboundError, toOutboundError } from './outbound-error.ts';
import type { Deadline } from './deadline.ts';
import { decoded } from './decoded.ts';
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

/** Answer of the HTTP client. */
export interface ClientAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** An answer as one that calls it knows. */
interface ReplyOptions {
  readonly url: string;
  readonly method: string;
  readonly maxBytes: number;
  readonly deadline: Deadline;
  readonly caller?: AbortSignal;
  readonly ticket: Ticket;
}

const withoutBody = new Set([204, 205, 304]);

function headersOf(given: ClientAnswer['headers']): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

/** Wraps the client's answer; the ticket is given back when the body ends, fails, is discarded or the time is over. */
export function createReply(answer: ClientAnswer, options: ReplyOptions): OutboundReply {
  const { ticket, deadline } = options;
  const { statusCode: status, body } = answer;
  const headers = headersOf(answer.headers);
  const end = (outcome: Parameters<Ticket['end']>[0]): void => {
    deadline.done();
    ticket.end(outcome);
  };
  const failed = (error: unknown): Error => {
    const failure = options.caller?.aborted === true ? outboundError('cancelled', error) : toOutboundError(error);
    end(failure.category === 'tooLarge' || failure.category === 'cancelled' ? 'neither' : 'failed');
    return failure;
  };
  // A caller that forgets the body must not keep the place for ever; and what fails then is nobody's.
  deadline.signal.addEventListener('abort', () => ticket.end('neither'), { once: true });
  body.on('error', () => undefined);
  const coding = options.method === 'HEAD' || withoutBody.has(status) ? '' : (headers['content-encoding'] ?? '');

  async function* limited(): AsyncGenerator<Buffer> {
    let size = 0;
    try {
      for await (const chunk of await decoded(body, coding)) {
        size += chunk.byteLength;
        if (size > options.maxBytes) throw outboundError('tooLarge');
        yield chunk;
      }
      end('ok');
    } catch (error) {
      throw failed(error);
    } finally {
      end('neither');
      body.destroy();
    }
  }
  /** The same without iterators, for the many small answers that come in one piece. */
  const plainBytes = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      body.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > options.maxBytes) body.destroy(outboundError('tooLarge'));
        else chunks.push(chunk);
      });
      body.on('error', (error) => reject(failed(error)));
      body.on('end', () => {
        end('ok');
        resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
      });
      body.on('close', () => {
        if (!body.readableEnded) reject(failed(outboundError('protocol')));
      });
    });
  const bytes = async (): Promise<Buffer> => {
    if (coding === '') return plainBytes();
    const chunks: Buffer[] = [];
    for await (const chunk of limited()) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const text = async (): Promise<string> => (await bytes()).toString('utf8');
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    url: options.url,
    bytes,
    text,
    async json() {
      const read = await text();
      try {
        const value: unknown = JSON.parse(read.replace(/^\ufeff/, ''));
        return value;
      } catch (error) {
        throw outboundError('protocol', error);
      }
    },
    stream: () => Readable.from(limited(), { objectMode: false }),
    async discard() {
      body.destroy();
      end('ok');
    },
  };
}
