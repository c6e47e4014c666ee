import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, version } from '#kit/common/schema.ts';
import { existingChats, memberActions, memberDirections, memberEffects, partyKinds } from './limit-words.ts';
import { contactLimitPage as page } from './permissions.ts';

const keyOf = ({ kind, id: one }: { kind: string; id?: string | null | undefined }): string => `${kind} ${one ?? ''}`;

/** Who stands on one side: everyone, a department with all below, a crowd, a person. */
const party = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({ kind: z.enum(['department', 'crowd', 'employee']), id: id() }),
]);
export type Party = z.output<typeof party>;

const side = z
  .array(party)
  .min(1)
  .max(500)
  .transform((all) => [...new Map(all.map((one) => [keyOf(one), one])).values()]);
const people = z
  .array(id())
  .max(1000)
  .transform((all) => [...new Set(all)]);

const fields = {
  name: text(100),
  ownerDeptId: id(),
  from: side,
  to: side,
  exceptions: people,
  direction: z.enum(memberDirections),
  actions: z
    .array(z.enum(memberActions))
    .min(1)
    .transform((all) => [...new Set(all)]),
  effect: z.enum(memberEffects),
  existing: z.enum(existingChats),
};

/** What an administrator enters for a new limit; it comes last. */
export const memberLimitDraft = z.strictObject({
  name: fields.name,
  ownerDeptId: fields.ownerDeptId,
  from: fields.from,
  to: fields.to,
  exceptions: fields.exceptions.default([]),
  direction: fields.direction.default('oneWay'),
  actions: fields.actions.default([...memberActions]),
  effect: fields.effect.default('deny'),
  existing: fields.existing.default('keep'),
  enabled: z.boolean().default(true),
});

/** Changed fields of one. */
export const memberLimitChange = z.strictObject({ id: id(), version: version(), ...z.object(fields).partial().shape });

/** A party with its name, a word where the reader may not know of it. */
const namedParty = z.object({ kind: z.enum(partyKinds), id: z.string().nullable(), name: z.string() });
export type NamedParty = z.output<typeof namedParty>;

/** A limit as it is shown. */
export const memberLimitRow = z.object({
  ...stamps,
  name: z.string(),
  ownerDeptId: z.string(),
  ownerDeptName: z.string(),
  from: z.array(namedParty),
  to: z.array(namedParty),
  exceptions: z.array(namedParty),
  direction: z.enum(memberDirections),
  actions: z.array(z.enum(memberActions)),
  effect: z.enum(memberEffects),
  existing: z.enum(existingChats),
  priority: z.int(),
  enabled: z.boolean(),
  /** How often it decided within seven days, and how often it refused. */
  hits: z.object({ decided: z.int(), refused: z.int() }),
});
export type MemberLimitRow = z.output<typeof memberLimitRow>;

/** The limits in the order in which they are asked. */
export const memberLimitList = endpoint({
  method: 'GET',
  path: 'im/memberLimit/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['priority', 'name', 'updatedAt'] as const).extend({
    name: searchText().optional(),
    /** Limits that mean this person, on whichever side. */
    person: id().optional(),
    /** Limits that mean this department or one above it. */
    department: id().optional(),
    direction: z.enum(memberDirections).optional(),
    effect: z.enum(memberEffects).optional(),
    action: z.enum(memberActions).optional(),
    enabled: z.boolean().optional(),
  }),
  reply: pageOf(memberLimitRow),
  dedupe: 'cancel-previous',
  summary: 'Member limits in the order in which they are asked',
});

/** One of them. */
export const memberLimitGet = endpoint({
  method: 'GET',
  path: 'im/memberLimit/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: memberLimitRow,
  summary: 'One member limit',
});

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** A new one, behind all others. */
export const memberLimitAdd = endpoint({
  ...write,
  path: 'im/memberLimit/add',
  access: { code: page.button.add },
  audit: 'memberLimit.add',
  input: memberLimitDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a member limit',
});

/** Changed fields of one. */
export const memberLimitUpdate = endpoint({
  ...write,
  path: 'im/memberLimit/update',
  access: { code: page.button.update },
  audit: 'memberLimit.update',
  input: memberLimitChange,
  reply: memberLimitRow,
  summary: 'Changes a member limit',
});

const bulk = () => z.strictObject({ ids: ids(), reason: longText(500).optional() });

/** Makes limits effective again. */
export const memberLimitEnable = endpoint({
  ...write,
  path: 'im/memberLimit/enable',
  access: { code: page.button.enable },
  audit: 'memberLimit.enable',
  input: bulk(),
  reply: count(),
  summary: 'Enables member limits',
});

/** Takes limits out of use; they stay in the list. */
export const memberLimitDisable = endpoint({
  ...write,
  path: 'im/memberLimit/disable',
  access: { code: page.button.disable },
  audit: 'memberLimit.disable',
  input: bulk(),
  reply: count(),
  summary: 'Disables member limits',
});

/** Deletes limits; the journal can bring them back. */
export const memberLimitRemove = endpoint({
  ...write,
  path: 'im/memberLimit/delete',
  access: { code: page.button.delete },
  audit: 'memberLimit.delete',
  input: bulk(),
  reply: count(),
  summary: 'Deletes member limits',
});

/** The order in which they are asked: these in this order, in the places that they hold; only for who sees everybody. */
export const memberLimitReorder = endpoint({
  ...write,
  path: 'im/memberLimit/reorder',
  access: { code: page.button.reorder },
  audit: 'memberLimit.reorder',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Puts member limits in another order',
});

/** How many people in the reader's range stand on the sides of these limits. */
export const memberLimitSizes = endpoint({
  method: 'GET',
  path: 'im/memberLimit/sizes',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ ids: z.array(id()).min(1).max(100) }),
  reply: z.object({ list: z.array(z.object({ id: z.string(), from: z.int(), to: z.int() })) }),
  summary: 'How many people stand on both sides of member limits',
});

/** How many people a limit would mean. */
export const memberLimitPreview = endpoint({
  method: 'POST',
  path: 'im/memberLimit/preview',
  reads: true,
  access: { code: page.code },
  scope: 'department',
  input: z.strictObject({ from: side, to: side, exceptions: people.default([]), direction: fields.direction.default('oneWay') }),
  reply: z.object({ from: z.int(), to: z.int(), pairs: z.int() }),
  summary: 'How many people stand on both sides of a member limit, and how many pairs they make',
});
