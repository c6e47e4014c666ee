import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { expected } from './role.contract.ts';
import { contactAuth } from './permissions.ts';
import { memberKinds } from './words.ts';

const access = { code: contactAuth.button.whitelist } as const;

/** An entry of the white list as entered. */
export const whiteDraft = z.strictObject({
  memberKind: z.enum(memberKinds),
  memberId: id(),
  /** Sees people whom special rules hide, too. */
  includeHidden: z.boolean().default(false),
  reason: text(500),
  /** At most a year away. */
  until: time(),
});

/** An entry of the white list. */
export const whiteRow = z.object({
  ...stamps,
  memberKind: z.enum(memberKinds),
  memberId: z.string(),
  name: z.string(),
  fullName: z.string(),
  includeHidden: z.boolean(),
  reason: z.string(),
  until: time(),
  state: z.enum(['active', 'expired']),
});
/** An entry of the white list. */
export type WhiteRow = z.output<typeof whiteRow>;

/** Who sees everybody without limits. */
export const whiteList = endpoint({
  method: 'GET',
  path: 'contact/whitelist/list',
  access,
  scope: 'employee',
  input: pageQuery(['until', 'createdAt'] as const).extend({
    text: searchText().optional(),
    memberKind: z.enum(memberKinds).optional(),
    state: z.enum(['active', 'expired']).optional(),
  }),
  reply: pageOf(whiteRow),
  summary: 'Who sees everybody without limits of range, field and mask',
});

/** One entry. */
export const whiteGet = endpoint({
  method: 'GET',
  path: 'contact/whitelist/get',
  access,
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: whiteRow,
  summary: 'One entry of the white list',
});

const write = { access, scope: 'employee', dryRun: true, errors: [20022, 20050] } as const;

/** Adds an entry. */
export const whiteAdd = endpoint({
  method: 'POST',
  path: 'contact/whitelist/add',
  audit: 'contactWhitelist.add',
  ...write,
  input: whiteDraft.extend({ expect: expected.optional() }),
  reply: z.object({ id: id() }),
  summary: 'Puts somebody on the white list until a time; beyond 30 days the password is asked for',
});

/** Changes an entry. */
export const whiteUpdate = endpoint({
  method: 'POST',
  path: 'contact/whitelist/update',
  audit: 'contactWhitelist.update',
  ...write,
  input: z.strictObject({
    id: id(),
    version: version(),
    includeHidden: z.boolean().optional(),
    reason: text(500).optional(),
    until: time().optional(),
    expect: expected.optional(),
  }),
  reply: whiteRow,
  summary: 'Changes an entry of the white list',
});

/** Deletes entries. */
export const whiteRemove = endpoint({
  method: 'POST',
  path: 'contact/whitelist/delete',
  audit: 'contactWhitelist.delete',
  ...write,
  input: z.strictObject({ ids: ids(), expect: expected.optional() }),
  reply: count(),
  summary: 'Takes entries off the white list',
});
