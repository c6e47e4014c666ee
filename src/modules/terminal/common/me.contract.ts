import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { version } from '#kit/common/schema.ts';
import { ownFieldsDraft } from '#modules/people/common/own-fields.ts';
import { clientPassword } from './auth.contract.ts';

/** A field of oneself. */
const ownField = z.object({
  key: z.string(),
  label: z.string(),
  value: z.string(),
  editable: z.boolean(),
  /** Who keeps it: a source, oneself, or the administrators. */
  owner: z.enum(['source', 'employee', 'administrator']),
  sourceName: z.string().nullable(),
});

/** Oneself. */
export const meGet = clientEndpoint({
  method: 'GET',
  path: 'me/get',
  session: fullSession,
  rate: 'read',
  offline: 'The last one',
  input: z.object({}),
  reply: z.object({
    uid: z.string(),
    account: z.string(),
    name: z.string(),
    version: version(),
    departments: z.array(z.object({ id: z.string(), name: z.string() })),
    fields: z.array(ownField),
    /** A data address. */
    avatar: z.string().nullable(),
  }),
  summary: 'Oneself, and what of it one may change',
});

/** Changes what the administrators let people enter about themselves. */
export const meUpdate = clientEndpoint({
  method: 'POST',
  path: 'me/update',
  session: fullSession,
  rate: 'write',
  audit: 'terminalMe.update',
  errors: [12020, 20013],
  input: z.strictObject({ version: version(), fields: ownFieldsDraft }),
  reply: z.object({ version: version() }),
  summary: 'Changes one’s own fields, as far as they may be',
});

/** Sets one’s picture, or takes it away. */
export const meAvatar = clientEndpoint({
  method: 'POST',
  path: 'me/avatar',
  session: fullSession,
  rate: 'file',
  audit: 'terminalMe.avatar',
  bodyLimit: 4 * 1024 * 1024,
  /** A JPEG, PNG or WebP of at most 2 MiB in base64, so that the proof covers it. */
  input: z.strictObject({ picture: z.base64().min(1).max(2_800_000).nullable() }),
  reply: z.object({ avatar: z.string().nullable() }),
  summary: 'Sets one’s picture',
});

/** Changes the password; the same as auth/password, for who is in. */
export const mePassword = clientEndpoint({ ...clientPassword, path: 'me/password/update', session: fullSession });
