import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import * as atoms from '#kit/common/schema.ts';
import { database, dubbo, sap, soap } from './connection.contract.ts';
import { definition } from './definition.ts';
import { databasePage, dubboPage, interfacePage, prefixPage, sapPage, soapPage } from './permissions.ts';
import { interfacePrefix } from './prefix.contract.ts';

/** A step of a call, as the workbench and the call log show it. */
export const callStep = z.object({
  step: z.string(),
  state: z.enum(['done', 'skipped', 'failed']),
  from: z.number(),
  ms: z.number(),
  detail: z.string().optional(),
  data: z.unknown().optional(),
});

/** How a test went. */
export const testReply = z.object({
  requestId: z.string(),
  class: z.string(),
  code: z.int(),
  /** What happened, and the next thing to do, in the reader's language. */
  sentence: z.string(),
  next: z.string(),
  ms: z.number(),
  steps: z.array(callStep),
  status: z.int(),
  targetStatus: z.int().nullable(),
  /** What was sent: as cURL, as SQL with its values, as an envelope, as a frame; secrets masked. */
  sent: z.string(),
  received: z.string(),
  /** What the caller gets. */
  answer: z.string(),
  contentType: z.string(),
});
export type TestReply = z.output<typeof testReply>;

/** Tries a definition, saved or not, against the live system behind. */
export const apiTest = endpoint({
  method: 'POST',
  path: 'mas/api/test',
  access: { code: interfacePage.button.test },
  scope: 'department',
  audit: 'api.test',
  permit: { by: 'write', codes: { true: interfacePage.button.testWrite } },
  input: z.strictObject({
    /** A saved interface: with `no` that version, without its draft or `definition`. */
    id: atoms.id().optional(),
    no: z.int().min(1).optional(),
    /** Of what is not saved: its prefix. */
    prefixId: atoms.id().optional(),
    definition: definition.optional(),
    caller: z.strictObject({ kind: z.enum(['none', 'employee', 'system']).default('none'), id: atoms.id().optional() }).prefault({}),
    query: z.record(z.string().max(128), z.string().max(20_000)).default({}),
    headers: z.record(z.string().max(128), z.string().max(4000)).default({}),
    /** The body as JSON. */
    body: atoms.longText(1_000_000).default(''),
    target: z.enum(['live', 'mock']).default('live'),
    /** The definition changes something at the other side, and that is meant. */
    write: z.boolean().default(false),
  }),
  reply: testReply,
  timeout: 130_000,
  summary: 'Runs a draft or a version with every step shown; marked as a test in the call log, outside the statistics',
});

/** A step of the test of a connection. */
export const checkStep = z.object({
  step: z.enum(['address', 'connect', 'tls', 'signIn', 'rights', 'call']),
  class: z.string(),
  ms: z.number(),
  detail: z.string(),
});

/** How the test of a connection went. */
export const connectionReport = z.object({
  ok: z.boolean(),
  class: z.string(),
  /** 0, or what stands against it: 14010 where the secret is missing. */
  code: z.int(),
  ms: z.number(),
  checks: z.array(checkStep),
  sentence: z.string(),
  next: z.string(),
});
export type ConnectionReport = z.output<typeof connectionReport>;

/** The same fields without their defaults: what is left out of a changed form is as it is stored, and not what a new one begins with. */
function withoutDefaults<D extends z.ZodObject>(draft: D): D {
  const bare = (field: z.core.$ZodType): z.ZodType => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
    return z.optional(inner instanceof z.ZodDefault ? inner.unwrap() : inner);
  };
  return z.strictObject(Object.fromEntries(Object.entries(draft.shape).map(([name, field]) => [name, bare(field)]))) as D;
}

const drafts: Readonly<Record<string, z.ZodObject>> = {
  database: database.draft,
  soap: soap.draft,
  sap: sap.draft,
  dubbo: dubbo.draft,
  prefix: interfacePrefix.draft,
};

/** What a new connection of a kind begins with. */
export function beginningOf(kind: string): Record<string, unknown> {
  const fields = Object.entries(drafts[kind]?.shape ?? {}).map(([name, field]) => [name, z.safeParse(field, undefined).data] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** The test of what is stored, or of what is entered: a draft alone, or one over what is stored, whose result then belongs to nobody. */
function testOf<P extends string, D extends z.ZodObject>(path: P, button: string, { draft, summary }: { draft: D; summary: string }) {
  return endpoint({
    method: 'POST',
    path,
    access: { code: button },
    scope: 'department',
    audit: 'connection.test',
    reads: true,
    input: z.strictObject({ id: atoms.id().optional(), draft: withoutDefaults(draft).optional() }),
    reply: connectionReport,
    timeout: 60_000,
    summary,
  });
}

/** Tests a database, stored or as it is entered. */
export const databaseTest = testOf('mas/database/test', databasePage.button.test, {
  draft: database.draft.partial(),
  summary: 'Tests a database step by step: address, connection, sign-in, rights',
});

/** Tests a SOAP service. */
export const soapTest = testOf('mas/soap/test', soapPage.button.test, {
  draft: soap.draft.partial(),
  summary: 'Tests a SOAP service: address, connection, its WSDL',
});

/** Tests a SAP system. */
export const sapTest = testOf('mas/sap/test', sapPage.button.test, {
  draft: sap.draft.partial(),
  summary: 'Tests a SAP system: address, connection, sign-in',
});

/** Tests Dubbo providers or their registry. */
export const dubboTest = testOf('mas/dubbo/test', dubboPage.button.test, {
  draft: dubbo.draft.partial(),
  summary: 'Tests a Dubbo connection: registry, providers',
});

/** Tests the addresses of a prefix. */
export const prefixTest = testOf('mas/prefix/test', prefixPage.button.test, {
  draft: interfacePrefix.draft.partial(),
  summary: 'Tests the addresses of a prefix: name, connection, TLS, answer',
});

/** Schemas, tables and columns of a database. */
export const databaseBrowse = endpoint({
  method: 'GET',
  path: 'mas/database/browse',
  access: { code: databasePage.button.browse },
  scope: 'department',
  input: z.object({
    id: atoms.id(),
    schema: atoms.searchText(128).optional(),
    table: atoms.searchText(128).optional(),
    text: atoms.searchText().optional(),
  }),
  reply: z.object({
    list: z.array(
      z.object({ kind: z.enum(['schema', 'table', 'view', 'column']), name: z.string(), type: z.string(), nullable: z.boolean() }),
    ),
  }),
  errors: [14010, 14011],
  timeout: 40_000,
  summary: 'What is in a database: schemas, the tables of one, the columns of a table',
});

/** Function modules or entity sets of a SAP system. */
export const sapBrowse = endpoint({
  method: 'GET',
  path: 'mas/sap/browse',
  access: { code: sapPage.button.browse },
  scope: 'department',
  input: z.object({ id: atoms.id(), text: atoms.searchText().optional() }),
  reply: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        detail: z.string(),
        /** Of an entity: its key, and its fields with their types. */
        keys: z.array(z.string()),
        fields: z.array(z.object({ name: z.string(), type: z.string() })),
      }),
    ),
  }),
  errors: [14010, 14011],
  timeout: 40_000,
  summary: 'Entity sets of an OData service, or function modules found by name',
});

/** Services of a Dubbo registry. */
export const dubboBrowse = endpoint({
  method: 'GET',
  path: 'mas/dubbo/browse',
  access: { code: dubboPage.button.browse },
  scope: 'department',
  input: z.object({ id: atoms.id(), service: atoms.searchText(300).optional(), text: atoms.searchText().optional() }),
  reply: z.object({
    list: z.array(
      z.object({ service: z.string(), address: z.string(), version: z.string(), group: z.string(), methods: z.array(z.string()) }),
    ),
  }),
  errors: [14011],
  timeout: 40_000,
  summary: 'Services of a registry, or the providers of one with their methods',
});

/** Reads the WSDL of a service. */
export const soapRefresh = endpoint({
  method: 'POST',
  path: 'mas/soap/refresh',
  access: { code: soapPage.button.refresh },
  scope: 'department',
  audit: 'soap.refresh',
  input: z.strictObject({ id: atoms.id() }),
  reply: z.object({
    operations: z.array(z.object({ name: z.string(), sample: z.string() })),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    touched: z.array(z.object({ id: atoms.id(), name: z.string() })),
  }),
  errors: [14040],
  timeout: 60_000,
  summary: 'Reads the WSDL of a service again, and says what changed and which interfaces that touches',
});
