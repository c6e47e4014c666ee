import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time, version } from '#kit/common/schema.ts';
import { outerNetPage } from './permissions.ts';
import { segment } from './rule-fields.ts';
import { effects, fileActions, needsWholeCompany } from './words.ts';

/** What happens to an action from outside; an action that is not listed is the same as inside. */
const outerAction = z.strictObject({
  action: z.enum(fileActions),
  effect: z.enum(effects),
  watermark: z.boolean().default(false),
  readOnly: z.boolean().default(false),
});

const exception = z.strictObject({
  kind: z.enum(['employee', 'department', 'crowd']),
  id: id(),
  until: time().nullable().default(null),
});

const once = <T>(all: readonly T[], keyOf: (one: T) => string): T[] => [...new Map(all.map((one) => [keyOf(one), one])).values()];

/** What counts as inside, and what holds outside. */
export const outerNetFields = z.object({
  /** Addresses of the company's networks. */
  segments: z.array(segment).max(500),
  /** Address groups that are marked as internal count as well. */
  innerGroups: z.boolean().default(true),
  actions: z
    .array(outerAction)
    .max(fileActions.length)
    .transform((all) => once(all, ({ action }) => action).filter(({ effect }) => effect !== 'allow')),
  exceptions: z
    .array(exception)
    .max(1000)
    .transform((all) => once(all, (one) => `${one.kind} ${one.id}`)),
  /** What holds for a sender and a recipient whom no send permission names. */
  sendDefault: z.enum(['allow', 'block']),
});
/** What counts as inside, and what holds outside. */
export type OuterNet = z.output<typeof outerNetFields>;

const document = z.object({
  id: id(),
  version: version(),
  updatedAt: time(),
  updatedBy: z.string(),
  segments: z.array(z.object({ value: z.string(), note: z.string() })),
  innerGroups: z.boolean(),
  /** The address groups that count now. */
  groups: z.array(z.object({ id: z.string(), name: z.string(), addresses: z.int() })),
  actions: z.array(z.object({ action: z.enum(fileActions), effect: z.enum(effects), watermark: z.boolean(), readOnly: z.boolean() })),
  exceptions: z.array(
    z.object({ kind: z.enum(['employee', 'department', 'crowd']), id: z.string(), name: z.string(), until: time().nullable() }),
  ),
  sendDefault: z.enum(['allow', 'block']),
  /** Whether the caller's own address counts as inside. */
  callerInside: z.boolean(),
  callerAddress: z.string(),
});

/** The draft of what holds outside. */
export const outerNetGet = endpoint({
  method: 'GET',
  path: 'security/file/outerNet/get',
  access: { code: outerNetPage.code },
  scope: 'employee',
  input: z.object({}),
  reply: document,
  summary: 'What counts as the company network, and what holds outside of it (draft)',
});

/** Changes the draft of what holds outside. */
export const outerNetUpdate = endpoint({
  method: 'POST',
  path: 'security/file/outerNet/update',
  access: { code: outerNetPage.button.save },
  scope: 'site',
  siteCode: needsWholeCompany,
  audit: 'outerNet.update',
  dryRun: true,
  input: z.strictObject({ version: version(), ...outerNetFields.partial().shape }),
  reply: document,
  errors: [18210],
  summary: 'Changes what counts as the company network, and what holds outside of it (draft)',
});
