import { z } from 'zod';
import { id, longText, text } from '#kit/common/schema.ts';

/** Protocols by which an interface reaches the system behind. */
export const interfaceKinds = ['http', 'database', 'sap', 'soap', 'dubbo'] as const;
export type InterfaceKind = (typeof interfaceKinds)[number];

/** Methods by which an interface is called. */
export const interfaceMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Types of parameters. */
export const paramTypes = ['text', 'integer', 'number', 'boolean', 'date', 'time', 'object', 'array'] as const;
/** Where a parameter takes its value from. */
export const paramOrigins = ['query', 'body', 'header', 'caller', 'constant', 'global'] as const;

/** The name of a parameter, as the target names it: `{name}`, `:name`. */
const paramName = () =>
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** A parameter of an interface. */
export const interfaceParam = z.strictObject({
  name: paramName(),
  from: z.enum(paramOrigins).default('query'),
  type: z.enum(paramTypes).default('text'),
  required: z.boolean().default(false),
  /** Of a constant its value, of a fact of the caller its name, of a global parameter its name; else the value where none is given. */
  value: longText(2000).default(''),
  pattern: longText(500).default(''),
  choices: z.array(text(200)).max(100).default([]),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  sensitive: z.boolean().default(false),
  description: longText(500).default(''),
});
export type InterfaceParam = z.output<typeof interfaceParam>;

const pair = z.strictObject({ name: text(128), value: longText(4000).default('') });

/** What a back end is asked over HTTP. `{param}` stands for a value, `{{g.NAME}}` for a global parameter. */
const httpTarget = z.strictObject({
  kind: z.literal('http'),
  method: z.enum(interfaceMethods).default('GET'),
  path: longText(2000).default('/'),
  query: z.array(pair).max(100).default([]),
  headers: z.array(pair).max(50).default([]),
  body: z.enum(['none', 'json', 'form', 'xml', 'raw']).default('none'),
  /** Empty: the parameters of the body, or what the request mapping makes of them. */
  bodyText: longText(65_536).default(''),
  redirects: z.int().min(0).max(3).default(0),
});

/** One statement with `:name`, `:names[]` and `{{choice.name}}`. */
const databaseTarget = z.strictObject({
  kind: z.literal('database'),
  databaseId: id(),
  mode: z.enum(['query', 'one', 'page', 'write']).default('query'),
  sql: longText(20_480).default(''),
  choices: z.record(paramName(), z.record(z.string().max(64), z.string().max(500))).default({}),
  maxRows: z.int().min(1).max(10_000).default(1000),
});

/** An operation of a SOAP service; its arguments are the parameters of the body, or what the request mapping makes of them. */
const soapTarget = z.strictObject({ kind: z.literal('soap'), soapId: id(), operation: longText(200).default('') });

/** A function module or an entity set of a SAP system. */
const sapTarget = z.strictObject({
  kind: z.literal('sap'),
  sapId: id(),
  /** Of mode soapRfc. */
  functionName: longText(100).default(''),
  /** RETURN with type E or A is a failure. */
  returnTable: longText(100).default('RETURN'),
  /** Of mode odata. */
  entitySet: longText(200).default(''),
  verb: z.enum(['list', 'get', 'create', 'update', 'delete']).default('list'),
  filters: z
    .array(z.strictObject({ field: text(100), op: z.enum(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'contains']), param: paramName() }))
    .max(50)
    .default([]),
  keys: z
    .array(z.strictObject({ field: text(100), param: paramName() }))
    .max(20)
    .default([]),
  select: longText(1000).default(''),
  expand: longText(500).default(''),
  maxRows: z.int().min(1).max(10_000).default(1000),
});

/** A method of a Dubbo service, called generically. */
const dubboTarget = z.strictObject({
  kind: z.literal('dubbo'),
  dubboId: id(),
  service: longText(300).default(''),
  method: longText(100).default(''),
  version: longText(50).default(''),
  group: longText(100).default(''),
  /** Java types of the arguments, with the parameter that each takes. */
  args: z
    .array(z.strictObject({ type: text(200), param: paramName() }))
    .max(20)
    .default([]),
  attachments: z.array(pair).max(50).default([]),
});

const mapping = z.strictObject({
  /** Path of a list, of which each element is mapped; empty: the value itself. */
  list: longText(200).default(''),
  rows: z
    .array(
      z.strictObject({
        to: text(200),
        from: text(200),
        convert: z.enum(['none', 'text', 'number', 'boolean', 'trim', 'upper', 'lower']).default('none'),
      }),
    )
    .max(300)
    .default([]),
  /** JSONata; in place of the rows. */
  expression: longText(20_480).default(''),
});
export type Mapping = z.output<typeof mapping>;

const common = {
  methods: z.array(z.enum(interfaceMethods)).min(1).default(['GET']),
  params: z.array(interfaceParam).max(100).default([]),
  requestMap: mapping.prefault({}),
  answerMap: mapping.prefault({}),
  successWhen: z
    .strictObject({ path: text(200), equals: longText(200), messagePath: longText(200).default('') })
    .nullable()
    .default(null),
  answer: z.enum(['envelope', 'raw']).default('envelope'),
  /** A JSON schema of the answer; empty: none. */
  answerSchema: longText(65_536).default(''),
  answerMode: z.enum(['off', 'warn', 'refuse']).default('warn'),
  behaviour: z
    .strictObject({
      timeoutMs: z.int().min(100).max(120_000).default(15_000),
      retries: z.int().min(0).max(3).default(1),
      maxInBytes: z
        .int()
        .min(1)
        .max(20 * 1024 * 1024)
        .default(1024 * 1024),
      maxOutBytes: z
        .int()
        .min(1)
        .max(50 * 1024 * 1024)
        .default(10 * 1024 * 1024),
      concurrency: z.int().min(1).max(500).default(100),
    })
    .prefault({}),
  cache: z
    .strictObject({
      on: z.boolean().default(false),
      ttlSeconds: z.int().min(1).max(604_800).default(60),
      staleSeconds: z.int().min(0).max(604_800).default(0),
      by: z.enum(['none', 'system', 'employee']).default('none'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      rate: z.int().min(1).max(100_000).nullable().default(null),
      callerRate: z.int().min(1).max(100_000).nullable().default(null),
      addresses: z.array(text(50)).max(100).default([]),
    })
    .prefault({}),
  mask: z
    .array(
      z.strictObject({
        path: text(200),
        how: z.enum(['hide', 'last4', 'hash', 'name']).default('hide'),
        where: z.enum(['log', 'answer']).default('log'),
      }),
    )
    .max(200)
    .default([]),
  mock: z.strictObject({ on: z.boolean().default(false), body: longText(65_536).default('') }).prefault({}),
};

/** Definitions by kind: what a version of an interface consists of. */
export const definitions = {
  http: z.strictObject({ ...common, target: httpTarget }),
  database: z.strictObject({ ...common, target: databaseTarget }),
  sap: z.strictObject({ ...common, target: sapTarget }),
  soap: z.strictObject({ ...common, target: soapTarget }),
  dubbo: z.strictObject({ ...common, target: dubboTarget }),
} as const;

/** A definition of any kind. */
export const definition = z.union([definitions.http, definitions.database, definitions.sap, definitions.soap, definitions.dubbo]);
export type Definition = z.output<typeof definition>;
export type Target = Definition['target'];
export type TargetOf<K extends InterfaceKind> = Extract<Target, { kind: K }>;

/** The id of the connection that a target uses; null for HTTP, whose address is the prefix's. */
export function connectionOf(target: Target): string | null {
  if (target.kind === 'database') return target.databaseId;
  if (target.kind === 'soap') return target.soapId;
  if (target.kind === 'sap') return target.sapId;
  return target.kind === 'dubbo' ? target.dubboId : null;
}

/** Whether a definition changes something at the other side, as far as it says so itself. */
export function isWriting({ target, methods }: Definition): boolean {
  if (target.kind === 'http') return target.method !== 'GET' && methods.some((method) => method !== 'GET');
  if (target.kind === 'database') return target.mode === 'write';
  if (target.kind === 'sap' && target.entitySet !== '') return target.verb !== 'list' && target.verb !== 'get';
  return methods.every((method) => method !== 'GET');
}
