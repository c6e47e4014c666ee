import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, integer, longText, refers, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import * as atoms from '#kit/common/schema.ts';
import { accessSystemPage as page, interfacePage } from './permissions.ts';
import { busyCalls } from './busy-calls.ts';

/** The built-in system that owns the product's own functions. */
export const builtInSystemId = '00000000-0000-7000-8000-0000000005f5';

/** Networks and addresses: `10.0.0.0/8`, `192.168.1.7`. */
export const addressList = z.array(atoms.text(50)).max(100);

/** An outside system that provides interfaces, calls them, or both. */
export const accessSystem = crudContract({
  module: 'access',
  kind: 'accessSystem',
  path: 'mas/system',
  title: { zh_CN: '接入系统', en_US: 'Access system', ja_JP: '連携システム' },
  page,
  scope: { by: 'ownerDeptId' },
  typedAbove: { calls30: busyCalls },
  also: ['export'],
  fields: {
    name: text(100).unique().sorted().searched(),
    code: codeText(32).unique().immutable().sorted().searched(),
    description: longText(1000).default(''),
    ownerDeptId: refers('department').filtered(),
    contacts: refersToMany('employee', 10).default([]),
    provides: bool().default(true).filtered(),
    calls: bool().default(false).filtered(),
    addressList: value(addressList).default([]).example(['10.0.0.0/8']),
    actFor: choice(['none', 'range']).default('none'),
    rate: integer(1, 100_000).default(50),
    burst: integer(1, 200_000).default(100),
    quotaDay: integer(1, 1_000_000_000).nullable(),
    concurrency: integer(1, 1000).default(50),
  },
  more: {
    row: { interfaces: z.int(), grants: z.int(), keys: z.int(), calls24: z.int(), failures24: z.int(), keyEndsAt: atoms.time().nullable() },
    filters: { endingDays: z.int().min(1).max(365).optional() },
  },
  operations: { add: { errors: [14003] }, delete: { errors: [10410] } },
});
export type AccessSystemRow = CrudRow<typeof accessSystem>;

/** How a system proves who it is. */
export const keyKinds = ['hmac', 'oauthClient', 'apiKey'] as const;

/** A key of a system; its secret is shown once. */
export const accessKeyRow = z.object({
  id: atoms.id(),
  name: z.string(),
  keyId: z.string(),
  kind: z.enum(keyKinds),
  state: z.enum(['active', 'ending', 'revoked', 'expired']),
  expiresAt: atoms.time().nullable(),
  lastUsedAt: atoms.time().nullable(),
  createdAt: atoms.time(),
});
export type AccessKeyRow = z.output<typeof accessKeyRow>;

/** Keys of a system. */
export const accessKeyList = endpoint({
  method: 'GET',
  path: 'mas/system/key/list',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ systemId: atoms.id() }),
  reply: z.object({ list: z.array(accessKeyRow) }),
  summary: 'Keys of a system, without their secrets',
});

/** Makes a key. */
export const accessKeyAdd = endpoint({
  method: 'POST',
  path: 'mas/system/key/add',
  access: { code: page.button.key },
  scope: 'department',
  stepUp: true,
  audit: 'accessKey.add',
  errors: [14070],
  input: z.strictObject({
    systemId: atoms.id(),
    name: atoms.text(100),
    kind: z.enum(keyKinds).default('hmac'),
    expiresAt: atoms.time().nullable().default(null),
  }),
  reply: z.object({ id: atoms.id(), keyId: z.string(), secret: z.string() }),
  summary: 'Makes a key of a system; its secret is in this answer alone',
});

/** Revokes keys. */
export const accessKeyRevoke = endpoint({
  method: 'POST',
  path: 'mas/system/key/revoke',
  access: { code: page.button.key },
  scope: 'department',
  stepUp: true,
  audit: 'accessKey.revoke',
  input: z.strictObject({ systemId: atoms.id(), ids: atoms.ids() }),
  reply: atoms.count(),
  summary: 'Revokes keys of a system: refused on every node within a second',
});

/** Who a grant is given to. */
export const granteeKinds = ['system', 'widget'] as const;
/** What a grant opens. */
export const grantTargets = ['interface', 'prefix', 'sysApi'] as const;

/** For whom a function that touches people may be used; null: everybody. */
export const grantRange = z.strictObject({
  departmentIds: z.array(atoms.id()).max(500).default([]),
  crowdIds: z.array(atoms.id()).max(500).default([]),
});

/** A grant as it is shown. */
export const grantRow = z.object({
  id: atoms.id(),
  granteeKind: z.enum(granteeKinds),
  granteeId: z.string(),
  granteeName: z.string(),
  targetKind: z.enum(grantTargets),
  targetId: z.string(),
  targetName: z.string(),
  rate: z.int().nullable(),
  quotaDay: z.int().nullable(),
  until: atoms.time().nullable(),
  reason: z.string(),
  range: grantRange.nullable(),
  createdAt: atoms.time(),
});
export type GrantRow = z.output<typeof grantRow>;

/** Grants of a grantee, or of a target. */
export const grantList = endpoint({
  method: 'GET',
  path: 'mas/grant/list',
  access: { anyOf: [page.code, interfacePage.code] },
  scope: 'department',
  input: z.object({
    granteeKind: z.enum(granteeKinds).optional(),
    granteeId: z.string().max(64).optional(),
    targetKind: z.enum(grantTargets).optional(),
    targetId: z.string().max(128).optional(),
  }),
  reply: z.object({ list: z.array(grantRow) }),
  summary: 'Grants by who has them, or by what they open',
});

/** Grants interfaces. */
export const grantSave = endpoint({
  method: 'POST',
  path: 'mas/grant/save',
  access: { anyOf: [page.button.grant, interfacePage.button.grant] },
  scope: 'department',
  audit: 'grant.save',
  dryRun: true,
  input: z.strictObject({
    granteeKind: z.enum(granteeKinds).default('system'),
    granteeId: z.string().min(1).max(64),
    targetKind: z.enum(['interface', 'prefix']).default('interface'),
    targetIds: z.array(atoms.id()).min(1).max(500),
    rate: z.int().min(1).max(100_000).nullable().default(null),
    quotaDay: z.int().min(1).max(1_000_000_000).nullable().default(null),
    until: atoms.time().nullable().default(null),
    reason: atoms.longText(500).default(''),
  }),
  reply: atoms.count(),
  summary: 'Grants interfaces or whole prefixes to a system or a widget',
});

/** Takes grants away. */
export const grantDelete = endpoint({
  method: 'POST',
  path: 'mas/grant/delete',
  access: { anyOf: [page.button.grant, interfacePage.button.grant] },
  scope: 'department',
  audit: 'grant.delete',
  dryRun: true,
  input: z.strictObject({ ids: atoms.ids() }),
  reply: atoms.count(),
  summary: 'Takes grants away: refused on every node within a second',
});
