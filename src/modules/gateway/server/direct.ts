import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { gzip } from 'node:zlib';
import { securityHeaders } from '#kit/server/http/direct.ts';
import type { GatewayRequest, GatewayResponse } from './calling.ts';

/** Bodies that are read here; larger ones, and those that do not say how large they are, are left to the framework. */
const mostBody = 1024 * 1024;
/** Answers from here on travel packed where the caller takes that. */
const packedFrom = 2048;
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** What needs no decoding, below a system; the product's own system is answered by routes. */
const plainPath = /^\/gateway\/(?!sys\/)([\w-]+(?:\/[\w.-]+)+)$/i;
const packable = /^(?:text\/|application\/(?:json|xml|javascript)|[^;]*\+(?:json|xml))/i;

const general: readonly string[] = Object.entries(securityHeaders).flat();

interface Taken {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Tells the caller's address; asked only of what is taken. */
  readonly addressOf: (request: IncomingMessage) => string;
}

type Answering = (path: string, request: GatewayRequest, response: GatewayResponse) => Promise<void>;

/** An answer that is written in one piece. */
class DirectResponse implements GatewayResponse {
  readonly raw: ServerResponse;
  readonly #packs: boolean;
  /** Names and values in turn, as they are written. */
  readonly #headers: string[] = [];
  #type = '';
  #replacesGeneral = false;
  statusCode = 200;

  constructor(raw: ServerResponse, packs: boolean) {
    this.raw = raw;
    this.#packs = packs;
  }

  header(name: string, value: string): this {
    this.#headers.push(name, value);
    this.#replacesGeneral ||= name in securityHeaders;
    return this;
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  type(contentType: string): this {
    this.#type = contentType;
    return this;
  }

  send(body: unknown): void {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    if (bytes.length < packedFrom || !packable.test(this.#type)) return this.#write(bytes);
    this.header('vary', 'accept-encoding');
    if (!this.#packs) return this.#write(bytes);
    gzip(bytes, (error, packed) => {
      if (error) return this.#write(bytes);
      this.header('content-encoding', 'gzip');
      this.#write(packed);
    });
  }

  /** Ends a call that nobody could answer. */
  fail(): void {
    if (this.raw.headersSent) this.raw.destroy();
    else this.status(500).type('application/json; charset=utf-8').send({ code: 10500, msg: 'Internal error', data: null });
  }

  #write(bytes: Buffer): void {
    // Headers that name a value with a sign that may not stand there are refused by Node.
    try {
      const own = this.#headers;
      // What a call sets itself takes the place of the product's.
      const headers = this.#replacesGeneral ? general.filter((_, at) => !own.includes(general[at - (at % 2)]!)) : general;
      const told = ['content-type', this.#type, 'content-length', String(bytes.length)];
      this.raw.writeHead(this.statusCode, headers.concat(own, told)).end(bytes);
    } catch {
      if (!this.raw.headersSent) this.raw.writeHead(502).end();
    }
  }
}

/** A request in the words of the framework's. */
const requestOf = (raw: IncomingMessage, address: string, query: string, body: Buffer | undefined): GatewayRequest => ({
  raw,
  headers: raw.headers,
  method: raw.method ?? 'GET',
  url: raw.url ?? '',
  ip: address,
  protocol: 'http',
  host: raw.headers.host ?? '',
  query: query === '' ? {} : parse(query),
  ...(body && { body }),
});

/** Bytes of the body; undefined where it is for the framework to read. */
function sizeOf({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const told = headers['content-length'];
  if (told === undefined) return 0;
  const size = Number(told);
  return Number.isSafeInteger(size) && size <= mostBody ? size : undefined;
}

/**
 * Takes a call of a system past the framework: plain paths, bodies of a known size, no session of a terminal. What it does not take, and
 * calls into a process that ends, go by the routes; both answer by the same function.
 */
export function directTo({ request, response, addressOf }: Taken, answer: Answering): boolean {
  const url = request.url ?? '';
  if (!url.startsWith('/gateway/') || !methods.has(request.method ?? '')) return false;
  const at = url.indexOf('?');
  const path = plainPath.exec(at < 0 ? url : url.slice(0, at))?.[1]?.toLowerCase();
  const { headers } = request;
  if (path === undefined || headers['accesstoken'] !== undefined || headers['x-widget-ticket'] !== undefined) return false;
  const size = sizeOf(request);
  if (size === undefined) return false;
  const query = at < 0 ? '' : url.slice(at + 1);
  const reply = new DirectResponse(response, /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')));
  const address = addressOf(request);
  const begin = (body?: Buffer): void => void answer(path, requestOf(request, address, query, body), reply).catch(() => reply.fail());
  if (size === 0) {
    begin();
    return true;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => begin(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
  return true;
}
