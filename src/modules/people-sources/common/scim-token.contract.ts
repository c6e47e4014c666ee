import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, text, time } from '#kit/common/schema.ts';
import { sourcePage as page } from './source.permissions.ts';

/** Tokens with which an identity provider may push to a source. */
export const scimTokenList = endpoint({
  method: 'GET',
  path: 'muc/source/token/list',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ sourceId: id() }),
  reply: z.object({
    /** Where the other side is to push to. */
    address: z.string(),
    list: z.array(
      z.object({
        id: id(),
        name: z.string(),
        prefix: z.string(),
        expiresAt: time(),
        lastUsedAt: time().nullable(),
        lastAddress: z.string().nullable(),
        createdAt: time(),
      }),
    ),
  }),
  summary: 'SCIM tokens of a source',
});

/** A new one: answered this once. At most five, for at most two years. */
export const scimTokenAdd = endpoint({
  method: 'POST',
  path: 'muc/source/token/add',
  access: { code: page.button.token },
  stepUp: true,
  scope: 'department',
  audit: 'source.token',
  input: z.strictObject({ sourceId: id(), name: text(100), expiresAt: time() }),
  reply: z.object({ id: id(), token: z.string() }),
  summary: 'Makes a SCIM token',
});

/** Revokes a token: it is refused from now on. */
export const scimTokenDelete = endpoint({
  method: 'POST',
  path: 'muc/source/token/delete',
  access: { code: page.button.token },
  stepUp: true,
  scope: 'department',
  audit: 'source.token',
  input: z.strictObject({ sourceId: id(), id: id() }),
  reply: count(),
  summary: 'Revokes a SCIM token',
});
