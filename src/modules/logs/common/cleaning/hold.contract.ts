import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, id, pageOf, pageQuery, text, time, version } from '#kit/common/schema.ts';
import { oneOf } from '../slice.ts';
import { cleanupMechanism } from './cleaning.permissions.ts';

/** A released hold still holds for a week. */
export const holdStates = ['active', 'released'] as const;
/** Most holds of a site. */
export const mostHolds = 500;

const several = (one: z.ZodString | z.ZodUUID) => z.array(one).max(200);

/** Whose and which rows: each list that is empty narrows nothing. */
const fields = {
  name: text(100),
  reason: text(500).min(10),
  kinds: several(codeText(64)),
  employeeIds: several(id()),
  objectIds: several(z.string().min(1).max(100)),
  addresses: several(z.string().min(2).max(64)),
  from: time().nullable(),
  to: time().nullable(),
  until: time().nullable(),
};

/** A hold as it is entered. */
export const HoldDraft = z.strictObject({
  ...fields,
  kinds: fields.kinds.default([]),
  employeeIds: fields.employeeIds.default([]),
  objectIds: fields.objectIds.default([]),
  addresses: fields.addresses.default([]),
  from: fields.from.default(null),
  to: fields.to.default(null),
  until: fields.until.default(null),
});

const Hold = z.object({
  id: id(),
  version: version(),
  name: z.string(),
  reason: z.string(),
  kinds: z.array(z.string()),
  employeeIds: z.array(z.string()),
  objectIds: z.array(z.string()),
  addresses: z.array(z.string()),
  from: time().nullable(),
  to: time().nullable(),
  until: time().nullable(),
  owner: z.string(),
  state: z.enum(holdStates),
  releasedAt: time().nullable(),
  createdAt: time(),
  /** What waits for a second person. */
  asked: z
    .object({ what: z.enum(['release', 'update']), by: z.string(), name: z.string(), at: time(), reason: z.string(), own: z.boolean() })
    .nullable(),
});
export type HoldView = z.output<typeof Hold>;

/** Legal holds. */
export const holdList = endpoint({
  method: 'GET',
  path: 'logs/hold/list',
  summary: 'Legal holds, the newest first',
  access: { code: cleanupMechanism.code },
  scope: 'none',
  input: pageQuery(['createdAt', 'name']).extend({ state: oneOf(holdStates) }),
  reply: pageOf(Hold),
});

/** One hold. */
export const holdGet = endpoint({
  method: 'GET',
  path: 'logs/hold/get',
  summary: 'One legal hold with the rows of each kind that it keeps at present',
  access: { code: cleanupMechanism.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: Hold.extend({ rows: z.array(z.object({ kind: z.string(), name: z.string(), rows: z.int() })) }),
});
export type HoldDetail = z.output<(typeof holdGet)['reply']>;

/** Keeps rows from every cleaning, also from one that runs. */
export const holdAdd = endpoint({
  method: 'POST',
  path: 'logs/hold/add',
  summary: 'Keeps the rows of people, objects, addresses or a period from every cleaning; months that are detached come back',
  access: { code: cleanupMechanism.button.addHold },
  scope: 'none',
  audit: 'legalHold.add',
  input: HoldDraft,
  reply: z.object({ id: id() }),
});

/** Asks for a change of a hold; a second person agrees. */
export const holdUpdate = endpoint({
  method: 'POST',
  path: 'logs/hold/update',
  summary: 'Asks for a change of a legal hold, which is done when a second person agrees',
  access: { code: cleanupMechanism.button.updateHold },
  scope: 'none',
  audit: 'legalHold.update',
  errors: [19008],
  input: z.strictObject(fields).partial().extend({ id: id(), version: version() }),
  reply: Hold,
});

/** Asks for the release of a hold. */
export const holdRelease = endpoint({
  method: 'POST',
  path: 'logs/hold/release',
  summary: 'Asks for the release of a legal hold, which is done when a second person agrees',
  access: { code: cleanupMechanism.button.releaseHold },
  scope: 'none',
  audit: 'legalHold.release',
  errors: [19008],
  input: z.strictObject({ id: id(), version: version(), reason: text(500) }),
  reply: Hold,
});

/** A second person agrees or refuses; who asked may only take it back. */
export const holdDecide = endpoint({
  method: 'POST',
  path: 'logs/hold/decide',
  summary: 'Agrees to what was asked for a legal hold, or refuses it; who asked may only take it back (19008)',
  access: { code: cleanupMechanism.button.releaseHold },
  scope: 'none',
  audit: 'legalHold.decide',
  inPerson: true,
  errors: [19008],
  input: z.strictObject({ id: id(), version: version(), approve: z.boolean() }),
  reply: Hold,
});
