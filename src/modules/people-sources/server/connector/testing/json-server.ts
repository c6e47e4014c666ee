import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that a directory of a test received. */
export interface JsonCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as JSON; an empty object where it is none. */
  readonly body: Record<string, unknown>;
}

/** What it answers: a body as JSON, a text as it is, or more than that. */
export type JsonAnswer = { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown };

/** A directory of a test that answers over HTTP. */
export interface JsonServer {
  readonly port: number;
  readonly base: string;
  /** Calls in their order: `GET /path`. */
  readonly calls: string[];
  close(): Promise<void>;
}

const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Starts one on this machine. */
export async function jsonServer(answer: (call: JsonCall) => JsonAnswer): Promise<JsonServer> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      const url = new URL(request.url ?? '/', 'http://directory');
      const method = request.method ?? 'GET';
      calls.push(`${method} ${url.pathname}`);
      const call = { method, path: url.pathname, query: url.searchParams, headers: request.headers, text, body: parsed(text) };
      const { status = 200, headers = {}, body } = answer(call);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    base: `http://127.0.0.1:${port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
