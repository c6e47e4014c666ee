import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, integer, longText, moment, refers, text, value } from '#kit/common/crud/fields.ts';
import * as atoms from '#kit/common/schema.ts';
import { definition, definitions, interfaceKinds, type InterfaceKind } from './definition.ts';
import { interfacePage as page } from './permissions.ts';
import { busyCalls } from './busy-calls.ts';

/** Who may call an interface at all. */
export const callerSides = ['terminals', 'systems', 'internal'] as const;
/** How much of a call its log keeps. */
export const logLevels = ['meta', 'headers', 'full', 'onError'] as const;

const sides = z
  .array(z.enum(callerSides))
  .min(1)
  .transform((all) => [...new Set(all)]);
/** Tags of an interface. */
export const tags = z
  .array(atoms.text(50))
  .max(20)
  .transform((all) => [...new Set(all)]);
const onOff = () => z.literal([0, 1]);

/** A registered call of a system behind, with its draft; versions are what was published of it. */
export const apiInterface = crudContract({
  module: 'access',
  kind: 'apiInterface',
  path: 'mas/interface',
  title: { zh_CN: '接口', en_US: 'Interface', ja_JP: 'インターフェース' },
  page,
  scope: 'inside',
  typedAbove: { calls30: busyCalls },
  without: ['get', 'add', 'update'],
  also: ['restore'],
  fields: {
    name: text(100).sorted().searched(),
    prefixId: refers('interfacePrefix').immutable().filtered(),
    systemId: refers('accessSystem').immutable().filtered(),
    code: codeText(64).unique().immutable().sorted().searched(),
    kind: choice(interfaceKinds).immutable().filtered(),
    description: longText(1000).default(''),
    tags: value(tags, z.array(z.string())).default([]),
    callers: value(sides, z.array(z.enum(callerSides))).default(['terminals']),
    ownerId: refers('employee').nullable().whenLeaving('clear'),
    auth: integer(0, 1).default(1).readOnly().filtered(),
    authUntil: moment().nullable().readOnly(),
    authReason: longText(500).default('').readOnly(),
    log: integer(0, 1).default(1).column('log_on').readOnly().filtered(),
    logLevel: choice(logLevels).default('onError').readOnly(),
    logUntil: moment().nullable().readOnly(),
    /** Whether what the log masks is kept sealed, for seven days. */
    logKeep: bool().default(false).readOnly(),
    isWrite: bool().default(false).readOnly().filtered(),
    cacheOn: bool().default(false).readOnly().filtered(),
    draftDiffers: bool().default(true).readOnly().filtered(),
    liveVersionNo: integer(1, 1_000_000).nullable().readOnly(),
    definition: value(definition),
    enabled: bool().default(false).readOnly().filtered(),
  },
  more: {
    row: {
      path: z.string(),
      calls24: z.int(),
      failures24: z.int(),
      p95: z.number().nullable(),
      lastAt: atoms.time().nullable(),
    },
    filters: { tag: atoms.searchText().optional(), connectionId: atoms.id().optional() },
  },
  operations: { enable: { errors: [14023] }, delete: { errors: [10410] } },
});
/** An interface as lists show it. */
export type InterfaceRow = CrudRow<typeof apiInterface>;

/** A published version. */
export const versionRow = z.object({
  no: z.int(),
  note: z.string(),
  publishedAt: atoms.time(),
  publishedBy: z.string(),
  hash: z.string(),
  rollbackOf: z.int().nullable(),
});
export type VersionRow = z.output<typeof versionRow>;

/** What the check of a draft found. */
export const finding = z.object({
  level: z.enum(['error', 'warning']),
  /** Where a code says it: 14030 of a statement, 14031 of writing to a database that is only read. */
  code: z.int().optional(),
  path: z.string(),
  message: z.string(),
});
export type Finding = z.output<typeof finding>;

/** One interface with its draft and versions. */
export const interfaceView = endpoint({
  method: 'GET',
  path: 'mas/interface/view',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: atoms.id(), no: z.int().min(1).optional() }),
  reply: apiInterface.row.extend({
    /** The version that was asked for; else the draft's. */
    shown: definition,
    versions: z.array(versionRow),
    findings: z.array(finding),
  }),
  summary: 'An interface: its draft or one of its versions, with the list of them',
});

const facts = {
  name: atoms.text(100),
  description: atoms.longText(1000).default(''),
  tags: tags.default([]),
  callers: sides.default(['terminals']),
  ownerId: atoms.id().nullable().default(null),
};

function addOf<K extends InterfaceKind>(kind: K) {
  return endpoint({
    method: 'POST',
    path: `mas/interface/${kind}/add`,
    access: { code: page.button.add },
    scope: 'department',
    audit: 'apiInterface.add',
    dryRun: true,
    errors: [14001, 14070],
    input: z.strictObject({ prefixId: atoms.id(), code: atoms.codeText(64), ...facts, definition: definitions[kind] }),
    reply: z.object({ id: atoms.id() }),
    summary: `Adds an interface of kind ${kind}: a draft that nobody can call yet`,
  });
}

function saveOf<K extends InterfaceKind>(kind: K) {
  return endpoint({
    method: 'POST',
    path: `mas/interface/${kind}/save`,
    access: { code: page.button.save },
    scope: 'department',
    audit: 'apiInterface.save',
    dryRun: true,
    input: z.strictObject({
      id: atoms.id(),
      version: atoms.version(),
      name: facts.name.optional(),
      description: atoms.longText(1000).optional(),
      tags: tags.optional(),
      callers: sides.optional(),
      ownerId: atoms.id().nullable().optional(),
      definition: definitions[kind].optional(),
    }),
    reply: z.object({ version: atoms.version(), findings: z.array(finding) }),
    summary: `Saves the draft of an interface of kind ${kind}; nothing changes at run time`,
  });
}

/** Adds an interface, by its kind. */
export const interfaceAdd = {
  http: addOf('http'),
  database: addOf('database'),
  sap: addOf('sap'),
  soap: addOf('soap'),
  dubbo: addOf('dubbo'),
} as const;

/** Saves a draft, by its kind. */
export const interfaceSave = {
  http: saveOf('http'),
  database: saveOf('database'),
  sap: saveOf('sap'),
  soap: saveOf('soap'),
  dubbo: saveOf('dubbo'),
} as const;

/** Publishes the draft. */
export const interfacePublish = endpoint({
  method: 'POST',
  path: 'mas/interface/publish',
  access: { code: page.button.publish },
  scope: 'department',
  audit: 'apiInterface.publish',
  dryRun: true,
  errors: [14020, 14022],
  input: z.strictObject({
    id: atoms.id(),
    version: atoms.version(),
    note: atoms.text(500),
    /** Changes that break callers are known. */
    breaking: z.boolean().default(false),
    enable: z.boolean().default(true),
  }),
  reply: z.object({ no: z.int() }),
  summary: 'Publishes the draft as the next version: in force on every node within a second',
});

/** Brings a version back. */
export const interfaceRollback = endpoint({
  method: 'POST',
  path: 'mas/interface/rollback',
  access: { code: page.button.rollback },
  scope: 'department',
  audit: 'apiInterface.rollback',
  dryRun: true,
  errors: [14023],
  input: z.strictObject({ id: atoms.id(), no: z.int().min(1), note: atoms.text(500) }),
  reply: z.object({ no: z.int() }),
  summary: 'Publishes an older version again as the next one',
});

/** One field in which two versions differ; values as JSON. */
export const versionDifference = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** Two versions side by side. */
export const interfaceCompare = endpoint({
  method: 'GET',
  path: 'mas/interface/compare',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: atoms.id(), from: z.int().min(0).default(0), to: z.int().min(0).default(0) }),
  reply: z.object({ fields: z.array(versionDifference), breaking: z.array(z.string()) }),
  summary: 'What differs between two versions; 0 is the draft',
});

/** Turns the call log on or off. */
export const interfaceLog = endpoint({
  method: 'POST',
  path: 'mas/interface/log/update',
  access: { code: page.button.log },
  scope: 'department',
  audit: 'apiInterface.log',
  dryRun: true,
  input: z.strictObject({
    ids: atoms.ids(),
    on: onOff(),
    level: z.enum(logLevels).default('onError'),
    /** Needed with `headers` and `full`, at most 30 days away. */
    until: atoms.time().nullable().default(null),
    /** Keep what is masked, sealed; as it is where nothing is said. */
    keep: z.boolean().optional(),
  }),
  reply: atoms.count(),
  summary: 'Turns the call log of interfaces on or off, without a publish',
});

/** Turns authentication on or off. */
export const interfaceAuth = endpoint({
  method: 'POST',
  path: 'mas/interface/auth/update',
  access: { code: page.button.auth },
  scope: 'department',
  audit: 'apiInterface.auth',
  stepUp: true,
  dryRun: true,
  input: z.strictObject({
    ids: atoms.ids(),
    on: onOff(),
    /** Needed when it is turned off, at most 90 days away. */
    until: atoms.time().nullable().default(null),
    reason: atoms.longText(500).default(''),
  }),
  reply: atoms.count(),
  summary: 'Turns authentication of interfaces on or off, without a publish; off only for a time and under a limit',
});
