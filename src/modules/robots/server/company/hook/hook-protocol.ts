import type { FastifyReply, FastifyRequest } from 'fastify';
import { moduleOfCode } from '#kit/common/codes.ts';
import { languageOf } from '#kit/common/language.ts';
import type { Protocol } from '#kit/server/protocol.ts';
import type { Services } from '#kit/server/services.ts';
import { receive, type HookResult } from './receive.ts';
import { answerIn } from './shapes.ts';

const largest = 3 * 1024 * 1024;

const texts = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((given ?? {}) as object).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

function answered(services: Services, request: FastifyRequest, response: FastifyReply, result: HookResult): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const { code, params, shape, data, wait } = result;
  const msg = code === 0 ? 'ok' : services.texts.text(language, moduleOfCode(code), `error.${code}`, params);
  const { status, type, body } = answerIn(shape, code, msg, data);
  if (wait !== undefined) response.header('retry-after', String(wait));
  return response
    .status(wait === undefined ? status : 429)
    .header('cache-control', 'no-store')
    .type(type)
    .send(body);
}

async function take(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const { sysCode } = request.params as { sysCode: string };
  const query = texts(request.query);
  const header = (name: string): string => String(request.headers[name] ?? '');
  if (await services.room.isFull()) return response.status(503).header('retry-after', '600').send('');
  const result = await receive(services, {
    code: sysCode,
    key: header('x-robot-key') || (query['key'] ?? ''),
    query,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    contentType: header('content-type').toLowerCase(),
    address: request.ip,
    requestId: request.id,
    once: header('idempotency-key').slice(0, 100) || null,
  });
  return answered(services, request, response, result);
}

/** What other products send to robots, each in its own shape. An address for each robot, opened by its key. */
export const robotHook: Protocol = {
  prefix: '/hook/robot/:sysCode',
  raw: true,
  routes: [{ method: 'POST', path: '/', bodyLimit: largest, handle: take }],
  fail: (error, request, response) => {
    const { statusCode } = error as { statusCode?: number };
    const status = statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
    // The address holds a key: it stands in no log.
    if (status === 500) request.log.error({ err: error, path: request.url.split('?')[0] }, 'A message to a robot could not be taken');
    return response
      .status(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ code: status, msg: status === 500 ? 'An error of this server' : 'The call is not understood', data: null }));
  },
};
