import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';

/** What a gateway is measured against, in a process of its own: `target`, `proxy`, `same`, `slow` or `database`. */
const [kind = 'target', place = ''] = process.argv.slice(2);

const body = Buffer.from(JSON.stringify({ list: Array.from({ length: 12 }, (_, at) => ({ no: `SO-${at}`, text: 'x'.repeat(60) })) }));
const envelope = Buffer.from(JSON.stringify({ code: 0, msg: 'ok', data: JSON.parse(body.toString()) as unknown }));

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

function send(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}

/** A reverse proxy without any check: what comes is asked behind, what comes back is answered. */
function proxy(): Answer {
  const pool = new Pool(place, { connections: 64 });
  return async ({ method = 'GET' }, response) => {
    const reply = await pool.request({ path: '/orders', method: method as 'GET' });
    response.writeHead(reply.statusCode, { 'content-type': String(reply.headers['content-type']) });
    reply.body.pipe(response);
  };
}

/** The bare driver behind a server that checks nothing. */
async function database(): Promise<Answer> {
  const { createPool } = await import('mysql2/promise');
  const { port, user, password, name } = JSON.parse(place) as { port: number; user: string; password: string; name: string };
  const ssl = { rejectUnauthorized: false };
  const pool = createPool({ host: '127.0.0.1', port, user, password, database: name, connectionLimit: 10, ssl });
  return async ({ url = '' }, response) => {
    const id = Number(new URL(url, 'http://peer').searchParams.get('id'));
    const [rows] = await pool.execute('select id, name, pay from bench_people where id = ?', [id]);
    send(response, Buffer.from(JSON.stringify({ code: 0, msg: 'ok', data: rows })));
  };
}

const answers: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
  target: () => (_request, response) => send(response, body),
  same: () => (_request, response) => send(response, envelope),
  slow: () => (_request, response) => setTimeout(() => send(response, body), Number(place)),
  proxy,
  database,
};

const answer = await answers[kind]!();
const server = createServer((request, response) => {
  request.resume();
  void Promise.resolve(answer(request, response)).catch(() => response.destroy());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
process.on('disconnect', () => process.exit(0));
