import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from './services.ts';
import type { DirectAnswer } from './http/direct.ts';
import { addStrictJson } from './http/strict-body.ts';

/** One address of a protocol; its handler sends the whole answer. */
export interface ProtocolRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the protocol's prefix, parameters as `:name`. */
  readonly path: string;
  /** Bytes; 1 MiB unless said. */
  readonly bodyLimit?: number;
  handle(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply>;
}

/**
 * Addresses outside of /api and /client, because a standard fixes their paths and answers (RFC 7644, webhooks of vendors). Whoever declares
 * them checks the caller: no session of the console opens them.
 */
export interface Protocol {
  /** `/scim/v2/:sysCode` */
  readonly prefix: string;
  /** Types of bodies beside application/json that are read as strict JSON. */
  readonly contentTypes?: readonly string[];
  /** Bodies of whatever type come as they are (Buffer): what is signed must not be read first. */
  readonly raw?: true;
  readonly routes: readonly ProtocolRoute[];
  /** Answers calls before the framework, where there are too many for it; what it does not take goes to the routes. */
  direct?(services: Services): DirectAnswer;
  /** The answer to what went wrong, also to a body that could not be read. */
  fail(error: Error, request: FastifyRequest, response: FastifyReply): FastifyReply;
}

/** Mounts a protocol beside the operations; its readers of bodies and its errors are its own. */
export async function mountProtocol(app: FastifyInstance, services: Services, protocol: Protocol): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error: Error, request, response) => protocol.fail(error, request, response));
      if (protocol.raw) {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, finish) => finish(null, body));
      }
      for (const type of protocol.contentTypes ?? []) addStrictJson(scope, type);
      for (const { method, path, bodyLimit, handle } of protocol.routes)
        scope.route({
          method,
          url: path,
          ...(bodyLimit !== undefined && { bodyLimit }),
          handler: (request, response) => handle(services, request, response),
        });
    },
    { prefix: protocol.prefix },
  );
}
