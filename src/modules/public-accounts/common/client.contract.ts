import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, searchText } from '#kit/common/schema.ts';
import { accountTypes, audienceModes } from './words.ts';

const texts = z.object({ zh_CN: z.string(), en_US: z.string(), ja_JP: z.string() });

/** An account as a terminal shows it to its person. */
const clientAccount = z.object({
  id: z.string(),
  code: z.string(),
  name: texts,
  description: texts,
  type: z.enum(accountTypes),
  category: z.string(),
  order: z.int(),
  mode: z.enum(audienceModes),
  following: z.boolean(),
  /** Whether the person may leave it. */
  mayLeave: z.boolean(),
  allowMessage: z.boolean(),
  /** The logo for this person; null where the account has none. */
  logo: z.object({ id: z.string(), dark: z.boolean() }).nullable(),
});
/** An account as a terminal shows it to its person. */
export type ClientAccount = z.output<typeof clientAccount>;

const state = z.object({
  following: z.boolean(),
  /** The first time that this person follows the account. */
  first: z.boolean(),
});
const snoId = id();
const errors = [15010, 15012, 15013];

/** Accounts of the person, or those that may be followed. */
export const clientAccountList = clientEndpoint({
  method: 'GET',
  path: 'sno/list',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'Until its next answer',
  input: z.object({ tab: z.enum(['mine', 'find']).default('mine'), text: searchText().optional() }),
  reply: z.object({ list: z.array(clientAccount) }),
  summary: 'Accounts that the person follows, or those in whose audience the person is',
});

/** One account. */
export const clientAccountGet = clientEndpoint({
  method: 'GET',
  path: 'sno/get',
  session: fullSession,
  rate: 'read',
  preview: true,
  errors,
  input: z.object({ snoId }),
  reply: clientAccount,
  summary: 'One account in whose audience the person is',
});

/** Follows an account. */
export const clientAccountFollow = clientEndpoint({
  method: 'POST',
  path: 'sno/follow',
  session: fullSession,
  rate: 'write',
  errors,
  input: z.strictObject({ snoId }),
  reply: state,
  summary: 'Follows an account; following twice changes nothing',
});

/** Leaves an account. */
export const clientAccountUnfollow = clientEndpoint({
  method: 'POST',
  path: 'sno/unfollow',
  session: fullSession,
  rate: 'write',
  errors,
  input: z.strictObject({ snoId }),
  reply: state,
  summary: 'Leaves an account, where it may be left',
});

/** The picture of a logo. */
export const clientLogo = clientEndpoint({
  method: 'GET',
  path: 'sno/logo',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  input: z.object({
    id: id(),
    dark: z.boolean().default(false),
    size: z.literal([256, 1024]).default(256),
  }),
  reply: z.unknown(),
  summary: 'The picture of a logo of an account in whose audience the person is',
});
