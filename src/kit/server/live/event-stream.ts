import type { FastifyReply } from 'fastify';

/** Bytes that may wait for a slow browser; beyond that it is cut and reads again when it comes back. */
const mostWaiting = 256 * 1024;

/** Server-sent events (WHATWG HTML, 9.2) written to one caller. */
export interface EventStream {
  write(event: string, data: unknown): void;
  /** A line that says nothing but that the stream lives. */
  beat(): void;
  end(): void;
  /** Told once when the stream is over, whoever ended it. */
  onClose(work: () => void): void;
}

/** Turns an answer into a stream of events. What plugins set before (security headers) is kept. */
export function openEventStream(response: FastifyReply): EventStream {
  const headers = response.getHeaders();
  response.hijack();
  const out = response.raw;
  // Writing to the socket directly would lose them.
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  return {
    write: (event, data) => {
      if (out.destroyed || out.writableEnded) return;
      out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (out.writableLength > mostWaiting) out.destroy();
    },
    beat: () => {
      if (!out.destroyed && !out.writableEnded) out.write(': \n\n');
    },
    end: () => void out.end(),
    onClose: (work) => {
      out.on('close', work);
      out.on('error', work);
    },
  };
}

/** The streams that a person has open of one sort: the oldest gives way to one too many. */
export class OpenStreams {
  readonly #most: number;
  readonly #open = new Map<string, Set<() => void>>();

  constructor(most: number) {
    this.#most = most;
  }

  add(uid: string, close: () => void): void {
    const own = this.#open.get(uid) ?? new Set();
    this.#open.set(uid, own.add(close));
    if (own.size > this.#most) [...own][0]?.();
  }

  delete(uid: string, close: () => void): void {
    const own = this.#open.get(uid);
    own?.delete(close);
    if (own?.size === 0) this.#open.delete(uid);
  }
}
