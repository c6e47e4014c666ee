import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Protocol, ProtocolRoute } from '#kit/server/protocol.ts';
import type { Services } from '#kit/server/services.ts';
import { JsonRefused } from '#kit/server/http/strict-json.ts';
import { projected } from './resource.ts';
import { bulk, type BulkPart } from './scim-bulk.ts';
import { scimCallerOf, type ScimCaller } from './scim-caller.ts';
import { changeResource, createResource, deleteResource } from './scim-change.ts';
import { badRequest, noResource, ScimError } from './scim-error.ts';
import { groupWorks } from './scim-groups.ts';
import { etagOf, findResource, groupsOf, listResources, shown, type ListRequest, type Stored } from './scim-store.ts';
import { userWorks } from './scim-users.ts';
import { bulkLimits, providerConfigAt, resourceTypesAt, schemasAt, type ResourceSchema } from './schema.ts';

const type = 'application/scim+json';

/** A call with what its handler needs. */
interface Asked {
  services: Services;
  caller: ScimCaller;
  request: FastifyRequest;
  response: FastifyReply;
  base: string;
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Checks who calls, does it, notes that it was asked, and answers in SCIM's form. */
const answering =
  (word: string, work: (asked: Asked) => Promise<Answer>): ProtocolRoute['handle'] =>
  async (services, request, response) => {
    const caller = await scimCallerOf(services, request);
    if (request.method !== 'GET' && (await services.room.isFull()))
      throw new ScimError(503, 'The disk of the server is full', { retryAfter: 600 });
    const base = `${request.protocol}://${request.host}/scim/v2/${caller.code}`;
    try {
      const { status, body, headers = {} } = await work({ services, caller, request, response, base });
      await note(services, caller, { word, request, status, made: fieldOf(body, 'id') });
      return response
        .status(status)
        .headers({ ...headers, 'cache-control': 'no-store' })
        .type(type)
        .send(body === undefined ? '' : JSON.stringify(body));
    } catch (error) {
      if (error instanceof ScimError) await note(services, caller, { word, request, status: error.status });
      throw error;
    }
  };

/** Writes are noted: what, about whom, from where, with which result; never values. */
async function note(
  services: Pick<Services, 'database' | 'now'>,
  caller: ScimCaller,
  { word, request, status, made }: { word: string; request: FastifyRequest; status: number; made?: unknown },
): Promise<void> {
  if (request.method === 'GET') return;
  const { id = typeof made === 'string' ? made : null } = request.params as { id?: string };
  await services.database.db
    .insertInto('source_event')
    .values({
      source_id: caller.sourceId,
      at: services.now(),
      kind: word,
      object_kind: /\/Groups/.test(request.url) ? 'department' : 'employee',
      external_id: id,
      address: request.ip,
      replay_key: null,
      result: status < 400 ? 'done' : 'refused',
      status,
      run_id: null,
    })
    .execute();
}

const fieldOf = (body: unknown, name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined);

const listQuery = z.object({
  filter: z.string().optional(),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.string().max(20).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  attributes: z.union([z.string(), z.array(z.string()).transform((all) => all.join(','))]).optional(),
  excludedAttributes: z.union([z.string(), z.array(z.string()).transform((all) => all.join(','))]).optional(),
});

function requestOf(from: unknown): ListRequest {
  const read = listQuery.safeParse(from ?? {});
  if (!read.success) throw badRequest('invalidValue', 'startIndex and count are numbers');
  const { excludedAttributes, ...rest } = read.data;
  return { ...rest, excluded: excludedAttributes };
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
const ifMatchOf = (request: FastifyRequest): string | undefined => request.headers['if-match'];

async function oneOf(asked: Asked, schema: ResourceSchema, row: Stored): Promise<Answer> {
  const { services, caller, base, request } = asked;
  const memberOf = schema.name === 'User' ? (await groupsOf(services.database.db, caller, [row.id])).get(row.id) : undefined;
  const body = projected(shown(base, schema, row, memberOf), requestOf(request.query));
  return { status: 200, body, headers: { etag: etagOf(row), location: `${base}/${schema.endpoint}/${row.id}` } };
}

const works = { Users: userWorks, Groups: groupWorks } as const;

function routesOf(endpoint: keyof typeof works): ProtocolRoute[] {
  const of = works[endpoint];
  const { schema } = of;
  const changed = async (asked: Asked, how: 'replace' | 'patch'): Promise<Answer> => {
    const wanted = { id: idOf(asked.request), sent: asked.request.body, ifMatch: ifMatchOf(asked.request), how };
    return oneOf(asked, schema, await changeResource(asked.services, asked.caller, of, wanted));
  };
  const list = (asked: Asked, wanted: ListRequest) =>
    listResources(asked.services, asked.caller, { schema, base: asked.base, request: wanted });
  return [
    {
      method: 'GET',
      path: `/${endpoint}`,
      handle: answering('scim.list', async (asked) => ({ status: 200, body: await list(asked, requestOf(asked.request.query)) })),
    },
    {
      method: 'POST',
      path: `/${endpoint}/.search`,
      handle: answering('scim.search', async (asked) => ({ status: 200, body: await list(asked, requestOf(asked.request.body)) })),
    },
    {
      method: 'GET',
      path: `/${endpoint}/:id`,
      handle: answering('scim.get', async (asked) => {
        const row = await findResource(asked.services.database.db, asked.caller, schema, idOf(asked.request));
        return asked.request.headers['if-none-match'] === etagOf(row) ? { status: 304 } : oneOf(asked, schema, row);
      }),
    },
    {
      method: 'POST',
      path: `/${endpoint}`,
      handle: answering('scim.create', async (asked) => ({
        ...(await oneOf(asked, schema, await createResource(asked.services, asked.caller, of, asked.request.body))),
        status: 201,
      })),
    },
    {
      method: 'PUT',
      path: `/${endpoint}/:id`,
      handle: answering('scim.replace', (asked) => changed(asked, 'replace')),
    },
    {
      method: 'PATCH',
      path: `/${endpoint}/:id`,
      handle: answering('scim.patch', (asked) => changed(asked, 'patch')),
    },
    {
      method: 'DELETE',
      path: `/${endpoint}/:id`,
      handle: answering('scim.delete', async (asked) => {
        await deleteResource(asked.services, asked.caller, of, { id: idOf(asked.request), ifMatch: ifMatchOf(asked.request) });
        return { status: 204 };
      }),
    },
  ];
}

/** One part of a bulk request. */
async function act(
  { services, caller, base }: Asked,
  part: BulkPart,
): Promise<{ status: number; location?: string; version?: string; id?: string }> {
  const of = works[part.endpoint];
  const wanted = { id: part.id ?? '', sent: part.data, ifMatch: part.ifMatch };
  if (part.method === 'DELETE') {
    await deleteResource(services, caller, of, wanted);
    return { status: 204 };
  }
  const row =
    part.method === 'POST'
      ? await createResource(services, caller, of, part.data)
      : await changeResource(services, caller, of, { ...wanted, how: part.method === 'PUT' ? 'replace' : 'patch' });
  return {
    status: part.method === 'POST' ? 201 : 200,
    id: row.id,
    version: etagOf(row),
    location: `${base}/${of.schema.endpoint}/${row.id}`,
  };
}

/** A fixed list of descriptions, as a whole and one by one. */
function described(path: string, all: (base: string) => Record<string, unknown>[]): ProtocolRoute[] {
  return [
    {
      method: 'GET',
      path: `/${path}`,
      handle: answering('scim.describe', async ({ base }) => {
        const list = all(base);
        return {
          status: 200,
          body: {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
            totalResults: list.length,
            startIndex: 1,
            itemsPerPage: list.length,
            Resources: list,
          },
        };
      }),
    },
    {
      method: 'GET',
      path: `/${path}/:id`,
      handle: answering('scim.describe', async ({ base, request }) => {
        const found = all(base).find((one) => one['id'] === idOf(request));
        if (!found) throw noResource(idOf(request));
        return { status: 200, body: found };
      }),
    },
  ];
}

/** SCIM 2.0 for identity providers (RFC 7643, RFC 7644), a service provider for each source of kind scim. */
export const scimProtocol: Protocol = {
  prefix: '/scim/v2/:sysCode',
  contentTypes: [type],
  routes: [
    {
      method: 'GET',
      path: '/ServiceProviderConfig',
      handle: answering('scim.describe', async ({ base }) => ({ status: 200, body: providerConfigAt(base) })),
    },
    ...described('ResourceTypes', resourceTypesAt),
    ...described('Schemas', schemasAt),
    ...routesOf('Users'),
    ...routesOf('Groups'),
    {
      method: 'POST',
      path: '/Bulk',
      bodyLimit: bulkLimits.bytes,
      handle: answering('scim.bulk', async (asked) => ({ status: 200, body: await bulk(asked.request.body, (part) => act(asked, part)) })),
    },
  ],
  fail: (error, request, response) => {
    const known = error instanceof ScimError ? error : statusOf(error);
    if (known.status >= 500 && !(error instanceof ScimError))
      request.log.error({ err: error, path: request.url.split('?')[0] }, 'A SCIM call failed');
    if (known.retryAfter !== undefined) response.header('retry-after', String(known.retryAfter));
    if (known.status === 401) response.header('www-authenticate', 'Bearer realm="scim"');
    return response.status(known.status).header('cache-control', 'no-store').type(type).send(JSON.stringify(known.body()));
  },
};

/** What the protocol below says, in SCIM's words. */
function statusOf(error: Error): ScimError {
  if (error instanceof JsonRefused) return badRequest('invalidSyntax', 'The body is not JSON as it should be');
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return new ScimError(413, 'The body is too large');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ScimError(statusCode, 'The request is not understood');
  return new ScimError(500, 'An error of this server');
}
