import { z } from 'zod';

/** Ready-made shapes of vendors; `generic` is described wholly. */
export const httpPresets = ['generic', 'wecom', 'dingtalk', 'feishu'] as const;
export type HttpPreset = (typeof httpPresets)[number];

const path = () => z.string().trim().max(200).default('');
const address = () => z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]).default('');
const calledBy = {
  /** Below the base; empty: not asked. */
  path: z.string().trim().max(1000).default(''),
  method: z.enum(['GET', 'POST']).default('GET'),
  /** JSON that is posted. */
  body: z.string().max(10_000).default(''),
};

/** How a list goes on after its first page. */
const paging = z
  .strictObject({
    kind: z.enum(['none', 'page', 'offset', 'cursor', 'link']).default('none'),
    /** Name of the parameter with the number of the page, the offset or the cursor. */
    parameter: z.string().trim().max(100).default(''),
    size: z.int().min(1).max(10_000).default(100),
    sizeParameter: z.string().trim().max(100).default(''),
    /** Number of the first page. */
    first: z.int().min(0).max(1).default(1),
    /** Where the answer has the next cursor, whether there is more, and how many there are in all. */
    next: path(),
    more: path(),
    total: path(),
  })
  .prefault({});

/** A call that answers a list; `{department}` in its path and body stands for the id of a department. */
const list = {
  ...calledBy,
  /** Where the records stand in the answer, as names with dots; empty: the answer is the list. */
  records: path(),
  /** Where a record has its id. */
  id: z.string().trim().max(200).default('id'),
  paging,
  /** Asked once for each department. */
  perDepartment: z.boolean().default(false),
};

/** A directory over HTTPS with JSON. */
export const httpSourceConfig = z.strictObject({
  preset: z.enum(httpPresets).default('generic'),
  /** Where it is; a preset knows its own unless another is given. */
  base: address(),
  /** Without encryption: only where the network is one's own. */
  plain: z.boolean().default(false),
  ca: z.string().max(65_536).default(''),
  auth: z
    .strictObject({
      kind: z.enum(['none', 'basic', 'bearer', 'header', 'oauth2', 'token']).default('none'),
      user: z.string().trim().max(200).default(''),
      /** Name of the header that carries the secret or the token. */
      header: z.string().trim().max(100).default(''),
      tokenAddress: address(),
      clientId: z.string().trim().max(300).default(''),
      scope: z.string().trim().max(500).default(''),
      /** The call that answers a token: `{secret}` stands for the secret; where the token is in the answer. */
      path: z.string().trim().max(1000).default(''),
      method: z.enum(['GET', 'POST']).default('POST'),
      body: z.string().max(2000).default(''),
      token: path(),
      /** The preset's own: id of the company (WeCom) or of the app. */
      appId: z.string().trim().max(200).default(''),
    })
    .prefault({}),
  departments: z
    .strictObject({
      ...list,
      /** Where a record has the id of the department above. */
      parent: path(),
      /** Where a record has the list of those below it, for trees in one answer. */
      children: path(),
    })
    .prefault({}),
  people: z
    .strictObject({
      ...list,
      /** Where a record has the ids of its departments; empty where each department is asked for its people. */
      departments: path(),
      /** Where a record says that it is gone, for readings of changes. */
      removed: path(),
    })
    .prefault({}),
  /** One person, by `{id}`: with it an event reads whom it names alone. */
  person: z.strictObject({ ...calledBy, record: path() }).prefault({}),
  /** Id of what is above the departments at the top; asking department by department begins with it. */
  top: z.string().trim().max(200).default(''),
  /** Where an answer says that it failed, and the value that says it did not. */
  errorPath: path(),
  errorOk: z.string().max(50).default('0'),
  /** Parameter with the mark of the last reading; empty: everything is read each time. */
  sinceParameter: z.string().trim().max(100).default(''),
  /** Where the mark stands: in each person (the largest counts) or once in the answer. */
  sinceFrom: z.enum(['record', 'answer']).default('record'),
  sincePath: path(),
  perSecond: z.int().min(1).max(100).default(10),
});
export type HttpSourceConfig = z.output<typeof httpSourceConfig>;
