import { z } from 'zod';
import type { Protocol } from '#kit/server/protocol.ts';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';
import { exchangeTicket } from './tickets.ts';

const input = z.strictObject({ ticket: z.string().min(1).max(200), secret: z.string().min(1).max(200) });

/** Exchanges of an address; more is 429. */
const limit = createRateLimit({ burst: 100, perSecond: 20, keys: 10_000 });

const body = (code: number, msg: string, data: unknown) => ({ code, msg, data });

/** Where business systems exchange the tickets of connected widgets: once, within a minute, with the widget's secret. */
export const exchangeProtocol: Protocol = {
  prefix: '/gateway/sys/sso',
  routes: [
    {
      method: 'POST',
      path: '/exchange',
      bodyLimit: 8 * 1024,
      handle: async (services, request, response) => {
        const wait = limit(request.ip, performance.now());
        if (wait > 0)
          return response
            .status(429)
            .header('retry-after', String(Math.ceil(wait)))
            .send(body(14307, 'Too many calls', null));
        const given = input.safeParse(request.body);
        if (!given.success) return response.status(400).send(body(14309, 'The request is not as declared', null));
        const found = await exchangeTicket(services, given.data);
        response.header('cache-control', 'no-store');
        return found
          ? response.send(body(0, '', found))
          : response.status(401).send(body(14304, 'The ticket or the secret is not valid', null));
      },
    },
  ],
  fail: (_error, _request, response) => response.status(400).send(body(14309, 'The request is not as declared', null)),
};
