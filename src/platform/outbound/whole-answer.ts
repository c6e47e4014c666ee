import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { decoded } from './decoded.ts';
import { outboundError, toOutboundError } from './outbound-error.ts';

/** An answer that was read to its end. */
export interface WholeAnswer {
  readonly status: number;
  /** Names lower case; several values of a name joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How long and how much may be read. */
interface Bounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const flat = (given: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
};

interface Settle {
  resolve(answer: WholeAnswer): void;
  reject(error: unknown): void;
}

/** Collects one answer: neither streams nor signals are made for it, as a gateway has thousands of them a second. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #settle: Settle;
  #controller: Dispatcher.DispatchController | undefined;
  #failure: Error | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number, settle: Settle) {
    this.#maxBytes = maxBytes;
    this.#settle = settle;
  }

  /** Gives the call up. */
  stop(failure: Error): void {
    this.#failure ??= failure;
    this.#controller?.abort(failure);
    this.#settle.reject(failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[]>): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = flat(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.stop(outboundError('tooLarge'));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const chunks = this.#chunks;
    this.#settle.resolve({
      status: this.#status,
      headers: this.#headers,
      body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle.reject(this.#failure ?? error);
  }
}

const withoutBody = new Set([204, 205, 304]);

/** The body without the codings under which it travelled, bounded as it is unpacked. */
async function unpacked(answer: WholeAnswer, coding: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await decoded(Readable.from([answer.body]), coding)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw outboundError('tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** One exchange whose answer is read whole; rejects with an OutboundError. */
export async function askWhole(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, bounds: Bounds): Promise<WholeAnswer> {
  const { maxBytes, timeoutMs, signal } = bounds;
  let timer: NodeJS.Timeout | undefined;
  let leave: (() => void) | undefined;
  try {
    const answer = await new Promise<WholeAnswer>((resolve, reject) => {
      const collector = new Collector(maxBytes, { resolve, reject });
      timer = setTimeout(() => collector.stop(outboundError('timeout')), timeoutMs);
      timer.unref();
      if (signal) {
        leave = () => collector.stop(outboundError('cancelled'));
        signal.addEventListener('abort', leave, { once: true });
        if (signal.aborted) return leave();
      }
      dispatcher.dispatch(options, collector);
    });
    const coding = answer.headers['content-encoding'];
    if (coding === undefined || withoutBody.has(answer.status) || options.method === 'HEAD') return answer;
    return { ...answer, body: await unpacked(answer, coding, maxBytes) };
  } catch (error) {
    throw toOutboundError(error);
  } finally {
    clearTimeout(timer);
    if (leave) signal?.removeEventListener('abort', leave);
  }
}
