import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, codeText, integer, longText, refers, text, value } from '#kit/common/crud/fields.ts';
import * as atoms from '#kit/common/schema.ts';
import { prefixPage as page } from './permissions.ts';
import { busyCalls } from './busy-calls.ts';

const address = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(1000), weight: z.int().min(1).max(100).default(1) });
const header = z.strictObject({ name: atoms.text(128), value: atoms.longText(4000) });

/** How the system behind is signed in to. */
export const signInKinds = ['none', 'basic', 'bearer', 'header', 'query', 'oauth2Client', 'token', 'identity'] as const;

/** A path group of a system with the back-end address that its interfaces share. */
export const interfacePrefix = crudContract({
  module: 'access',
  kind: 'interfacePrefix',
  path: 'mas/prefix',
  title: { zh_CN: '接口前缀', en_US: 'Interface prefix', ja_JP: 'インターフェースプレフィックス' },
  page,
  scope: 'inside',
  typedAbove: { calls30: busyCalls },
  fields: {
    name: text(100).sorted().searched(),
    systemId: refers('accessSystem').immutable().filtered(),
    code: codeText(64).unique().immutable().sorted().searched(),
    addresses: value(z.array(address).max(8), z.array(z.object({ url: z.string(), weight: z.int() })))
      .default([])
      .example([{ url: 'https://erp.example.com/api' }]),
    signIn: choice(signInKinds).default('none').filtered(),
    /** Account, name of the header or query parameter, address of the token endpoint, name of the global parameter: by the kind of sign-in. */
    signInName: longText(1000).default(''),
    /** Client id of OAuth 2. */
    signInAccount: longText(200).default(''),
    secret: text(4000).nullable().secret(),
    headers: value(z.array(header).max(50)).default([]),
    ca: longText(65_536).default(''),
    connectMs: integer(100, 10_000).default(3000),
    timeoutMs: integer(100, 120_000).default(15_000),
  },
  more: { row: { interfaces: z.int(), systemCode: z.string(), lastTest: z.object({ at: atoms.time(), class: z.string() }).nullable() } },
  operations: { delete: { errors: [10410] } },
});
export type InterfacePrefixRow = CrudRow<typeof interfacePrefix>;
