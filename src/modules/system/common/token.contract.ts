import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { roleUserManage } from './permissions.ts';

const access = { code: roleUserManage.button.token } as const;

/** Whether a token works: not after its end, and not while its person may not sign in. */
export const tokenStates = ['active', 'expired', 'barred'] as const;

/** Days for which a token may last. */
export const mostTokenDays = 365;
/** Tokens of one person. */
export const mostTokens = 10;

/** A token of a program as it is listed; the token itself is told once, when it is made. */
export const tokenRow = z.object({
  id: id(),
  name: z.string(),
  employeeId: z.string(),
  employeeName: z.string(),
  account: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  codes: z.array(z.string()),
  /** Operations, by their audit words, that it passes although they ask for the password again. */
  stepUps: z.array(z.string()),
  /** Codes of these that its person holds now: the others do nothing. */
  effective: z.int(),
  networks: z.array(z.string()),
  state: z.enum(tokenStates),
  expiresAt: time(),
  lastUsedAt: time().nullable(),
  lastAddress: z.string().nullable(),
  createdAt: time(),
  createdBy: z.string(),
});
/** A token of a program as it is listed. */
export type TokenRow = z.output<typeof tokenRow>;

/** Tokens of people in range. */
export const tokenList = endpoint({
  method: 'GET',
  path: 'sys/token/list',
  access,
  scope: 'employee',
  input: pageQuery(['name', 'expiresAt', 'lastUsedAt', 'createdAt'] as const).extend({
    text: searchText().optional(),
    employeeId: id().optional(),
    state: z.enum(['active', 'expired']).optional(),
  }),
  reply: pageOf(tokenRow),
  summary: 'Tokens of programs',
});

/** What a new token of a person may be given: what that person and the caller both hold now. */
export const tokenCodes = endpoint({
  method: 'GET',
  path: 'sys/token/codes',
  access,
  scope: 'employee',
  input: z.object({ employeeId: id() }),
  reply: z.object({
    list: z.array(
      z.object({ code: z.string(), name: z.string(), parent: z.string().nullable(), kind: z.string(), dangerous: z.boolean() }),
    ),
    /** Operations behind these codes that ask for the password again: a token passes those that it names. */
    stepUps: z.array(z.object({ word: z.string(), name: z.string(), codes: z.array(z.string()) })),
  }),
  summary: 'Codes that a new token of a person may be given',
});

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** What an administrator enters for a new token. */
export const tokenDraft = z.strictObject({
  name: text(100),
  /** Whose rights it has, as they are at each call. */
  employeeId: id(),
  codes: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(200)
    .transform((all) => [...new Set(all)].toSorted()),
  /** Operations, by their audit words, that it may do although they ask for the password again; each lies behind one of the codes. */
  stepUps: z
    .array(z.string().min(1).max(100))
    .max(50)
    .transform((all) => [...new Set(all)].toSorted())
    .default([]),
  /** Addresses and networks from which it works; none: from everywhere. */
  networks: z
    .array(network)
    .max(50)
    .transform((all) => [...new Set(all)])
    .default([]),
  expiresAt: time(),
});

/** Makes a token; it is answered this once. It passes what needs the password again only where it names it. */
export const tokenAdd = endpoint({
  method: 'POST',
  path: 'sys/token/add',
  access,
  scope: 'employee',
  stepUp: true,
  inPerson: true,
  audit: 'token.add',
  errors: [11005, 11006, 11008],
  input: tokenDraft,
  reply: z.object({ id: id(), token: z.string() }),
  summary: 'Makes a token for a program, told once',
});

/** Deletes tokens; the next call with them gets 65001. */
export const tokenRemove = endpoint({
  method: 'POST',
  path: 'sys/token/delete',
  access,
  scope: 'employee',
  stepUp: true,
  inPerson: true,
  audit: 'token.delete',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Deletes tokens of programs at once',
});
