import { z } from 'zod';
import { text } from '#kit/common/schema.ts';

/** Ready-made shapes of vendors. */
const httpPresets = ['generic', 'wecom', 'dingtalk', 'feishu'] as const;

const path = () => z.string().trim().max(200);

/** One request that answers a list, page by page. */
const request = z.strictObject({
  path: z.string().trim().min(1).max(1000),
  method: z.enum(['GET', 'POST']).default('GET'),
  query: z.record(z.string().max(100), z.string().max(500)).default({}),
  body: z.string().max(10_000).default(''),
  /** Where the records stand in the answer, as a path of names with dots; empty: the answer itself. */
  records: path().default(''),
  paging: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({
        kind: z.literal('page'),
        parameter: text(100),
        size: z.int().min(1).max(10_000),
        sizeParameter: z.string().max(100).default(''),
        first: z.int().min(0).max(1).default(1),
      }),
      z.strictObject({
        kind: z.literal('offset'),
        parameter: text(100),
        size: z.int().min(1).max(10_000),
        sizeParameter: z.string().max(100).default(''),
      }),
      z.strictObject({ kind: z.literal('cursor'), parameter: text(100), next: text(200), more: z.string().max(200).default('') }),
      z.strictObject({ kind: z.literal('link') }),
    ])
    .default({ kind: 'none' }),
  /** Asked once for each department; `{department}` stands for its id. */
  perDepartment: z.boolean().default(false),
  /** Records of a nested list, for trees in one answer. */
  children: path().default(''),
});

/** A directory over HTTP with JSON. */
export const httpSourceConfig = z.strictObject({
  preset: z.enum(httpPresets).default('generic'),
  /** Where it is; a preset knows its own unless another is given. */
  base: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]).default(''),
  ca: z.string().max(65_536).default(''),
  auth: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('basic'), user: text(200) }),
      z.strictObject({ kind: z.literal('bearer') }),
      z.strictObject({ kind: z.literal('header'), name: text(100) }),
      z.strictObject({
        kind: z.literal('oauth2'),
        tokenAddress: z.url({ protocol: /^https?$/ }).max(1000),
        clientId: text(300),
        scope: z.string().max(500).default(''),
      }),
      z.strictObject({
        kind: z.literal('token'),
        path: text(1000),
        method: z.enum(['GET', 'POST']).default('POST'),
        body: z.string().max(2000).default(''),
        token: text(200),
        header: text(100).default('Authorization'),
      }),
      /** The preset's own: id of the company or app; its secret is the source's. */
      z.strictObject({ kind: z.literal('preset'), appId: text(200) }),
    ])
    .default({ kind: 'none' }),
  departments: request.nullable().default(null),
  people: request.nullable().default(null),
  /** Where an answer says that it failed, and the value that says it did not. */
  errorPath: path().default(''),
  errorOk: z.string().max(50).default('0'),
  /** Parameter with the cursor of the last reading; empty: everything is read each time. */
  sinceParameter: z.string().max(100).default(''),
  sincePath: path().default(''),
  perSecond: z.int().min(1).max(100).default(10),
});
export type HttpSourceConfig = z.output<typeof httpSourceConfig>;
