import { z } from 'zod';
import { badRequest, ScimError } from './scim-error.ts';
import { bulkLimits } from './schema.ts';

const operation = z.object({
  method: z
    .string()
    .transform((one) => one.toUpperCase())
    .pipe(z.enum(['POST', 'PUT', 'PATCH', 'DELETE'])),
  path: z.string().max(500),
  bulkId: z.string().max(200).optional(),
  version: z.string().max(100).optional(),
  data: z.unknown().optional(),
});
const body = z.object({ failOnErrors: z.int().min(1).optional(), Operations: z.array(operation).min(1) });

/** One operation of a bulk request, as if it had come alone. */
export interface BulkPart {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  endpoint: 'Users' | 'Groups';
  id: string | undefined;
  data: unknown;
  ifMatch: string | undefined;
}

interface Done {
  status: number;
  location?: string;
  version?: string;
}

/** Runs the operations of a bulk request one after another (RFC 7644 3.7); each answers for itself, `bulkId:` stands for what came to be. */
export async function bulk(sent: unknown, act: (part: BulkPart) => Promise<Done & { id?: string }>): Promise<Record<string, unknown>> {
  const read = body.safeParse(sent);
  if (!read.success) throw badRequest('invalidSyntax', 'Operations is a list of {method, path, bulkId, data}');
  const { Operations: operations, failOnErrors } = read.data;
  if (operations.length > bulkLimits.operations) throw new ScimError(413, `At most ${bulkLimits.operations} operations`);
  const made = new Map<string, string>();
  const answers: Record<string, unknown>[] = [];
  let failures = 0;
  for (const one of operations) {
    if (failOnErrors !== undefined && failures >= failOnErrors) break;
    const head = {
      method: one.method,
      ...(one.bulkId !== undefined && { bulkId: one.bulkId }),
      ...(one.version !== undefined && { version: one.version }),
    };
    try {
      const done = await act(partOf(one, made));
      if (one.bulkId !== undefined && done.id !== undefined) made.set(one.bulkId, done.id);
      answers.push({
        ...head,
        status: String(done.status),
        ...(done.location && { location: done.location }),
        ...(done.version && { version: done.version }),
      });
    } catch (error) {
      if (!(error instanceof ScimError)) throw error;
      failures += 1;
      answers.push({ ...head, status: String(error.status), response: error.body() });
    }
  }
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'], Operations: answers };
}

function partOf({ method, path, version, data }: z.output<typeof operation>, made: ReadonlyMap<string, string>): BulkPart {
  const found = /^\/?(Users|Groups)(?:\/([^/?]+))?$/.exec(path);
  if (!found || (found[2] === undefined) !== (method === 'POST')) throw badRequest('invalidPath', `No operation leads to ${path}`);
  return {
    method,
    endpoint: found[1] as BulkPart['endpoint'],
    id: found[2] === undefined ? undefined : named(found[2], made),
    data: withNames(data, made),
    ifMatch: version,
  };
}

function named(value: string, made: ReadonlyMap<string, string>): string {
  if (!value.startsWith('bulkId:')) return value;
  const id = made.get(value.slice(7));
  if (id === undefined) throw new ScimError(409, `${value} stands for nothing that came to be`, { scimType: 'invalidValue' });
  return id;
}

function withNames(value: unknown, made: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return named(value, made);
  if (Array.isArray(value)) return value.map((one) => withNames(one, made));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNames(one, made)]));
}
