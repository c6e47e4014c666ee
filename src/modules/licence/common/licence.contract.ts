import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { licenceLimits, licenceStates } from '#kit/common/licence/licence-facts.ts';
import { count, day, id, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { licenceManage as page } from './permissions.ts';

const limit = z.enum(licenceLimits);
const limits = z.partialRecord(limit, z.int());

const facts = {
  licenseId: z.string(),
  keyId: z.string(),
  customer: z.string(),
  edition: z.string(),
  issuedAt: time(),
  notBefore: time().nullable(),
  /** Null: for ever. */
  expiresAt: time().nullable(),
  graceDays: z.int(),
  /** What is absent has no limit. */
  limits,
  /** `*` for all. */
  modules: z.array(z.string()),
  /** Null: whichever installation. */
  installationId: z.string().nullable(),
  replaces: z.string().nullable(),
  minVersion: z.string().nullable(),
  /** What this version does not know, as text. */
  more: z.array(z.object({ name: z.string(), value: z.string() })),
};

/** A licence as its file says it. */
export const licenceFacts = z.object(facts);
export type LicenceFacts = z.output<typeof licenceFacts>;

/** A licence that was installed. */
export const licenceRow = z.object({
  id: id(),
  ...facts,
  state: z.enum(['active', 'replaced']),
  fileHash: z.string(),
  installedAt: time(),
  installedBy: z.string(),
  replacedAt: time().nullable(),
});
export type LicenceRow = z.output<typeof licenceRow>;

const standing = {
  state: z.enum(licenceStates),
  /** Until the next worse state; null where none comes. */
  daysLeft: z.int().nullable(),
  /** From when nothing may be added. */
  restrictedAt: time().nullable(),
};

const overview = z.object({
  ...standing,
  licence: licenceRow.nullable(),
  /** By which name a licence is issued for this installation. */
  installationId: id(),
  /** Licences are checked against the key of LICENSE_PUBLIC_KEY instead of the built-in ones. */
  ownKey: z.boolean(),
  /** A licence is required here. */
  required: z.boolean(),
  /** The clock was set back: this time counts instead. */
  countedTime: time().nullable(),
  /** Modules that a licence may leave out. */
  modules: z.array(z.object({ code: z.string(), covered: z.boolean() })),
});
export type LicenceOverview = z.output<typeof overview>;

const read = { access: { code: page.code }, scope: 'department' } as const;
const wholeSite = [10910];

/** What is installed and how it stands. */
export const licenceGet = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/license/get',
  errors: wholeSite,
  input: z.object({}),
  reply: overview,
  summary: 'The licence and how it stands',
});

const gauge = z.object({
  kind: limit,
  used: z.int(),
  /** Null: no limit. */
  max: z.int().nullable(),
  free: z.int().nullable(),
  /** The day on which the limit is reached at the pace of the last 90 days; null where it is not. */
  reachedOn: day().nullable(),
  /** One point a day, the oldest first. */
  trend: z.array(z.object({ day: day(), used: z.int() })),
});
export type LicenceGauge = z.output<typeof gauge>;

/** What is used of the limits, with the last 90 days. */
export const licenceUsage = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/license/usage',
  errors: wholeSite,
  input: z.object({}),
  reply: z.object({ list: z.array(gauge) }),
  summary: 'What is used of the limits, and when they are reached',
});

/** Every licence that was installed. */
export const licenceHistory = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/license/history',
  errors: wholeSite,
  input: pageQuery(['installedAt', 'issuedAt', 'expiresAt']).extend({ text: searchText(200).optional() }),
  reply: pageOf(licenceRow),
  summary: 'Licences that were installed',
});

const file = { input: z.strictObject({ fileId: id() }), errors: [10910, 11040, 11041] };

const plan = z.object({
  ...standing,
  licence: licenceFacts,
  limits: z.array(
    z.object({
      kind: limit,
      before: z.int().nullable(),
      after: z.int().nullable(),
      used: z.int(),
      /** So many more than allowed: they stay, but nothing can be added. */
      over: z.int(),
    }),
  ),
  modulesGained: z.array(z.string()),
  modulesLost: z.array(z.string()),
});
export type LicencePlan = z.output<typeof plan>;

/** What installing an uploaded file would change; refuses as installing does. */
export const licencePreview = endpoint({
  ...file,
  method: 'POST',
  path: 'sys/license/preview',
  access: { code: page.button.update },
  scope: 'department',
  reads: true,
  reply: plan,
  summary: 'What an uploaded licence would change',
});

/** Installs an uploaded file; it takes the place of the present one at once, on every node. */
export const licenceUpdate = endpoint({
  ...file,
  method: 'POST',
  path: 'sys/license/update',
  access: { code: page.button.update },
  scope: 'department',
  audit: 'licence.update',
  waits: 'unseen',
  stepUp: true,
  reply: overview,
  summary: 'Installs an uploaded licence',
});

const persons = z.object({
  list: z.array(z.object({ id: id(), name: z.string(), channels: z.array(z.string()), enabled: z.boolean(), licence: z.boolean() })),
});
export type LicencePersons = z.output<typeof persons>;

/** Notice persons, and who of them is told of the licence whatever else they subscribed to. */
export const licencePersonsGet = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/license/noticePerson',
  errors: wholeSite,
  input: z.object({}),
  reply: persons,
  summary: 'Who is told of the licence',
});

/** Chooses who is told of the licence; everybody else is no longer. */
export const licencePersonsSet = endpoint({
  method: 'POST',
  path: 'sys/license/noticePerson',
  access: { code: page.button.noticePerson },
  scope: 'department',
  audit: 'licence.noticePerson',
  errors: wholeSite,
  input: z.strictObject({ ids: z.array(id()).max(200) }),
  reply: count(),
  summary: 'Chooses who is told of the licence',
});

/** Writes what was used on each day to a file. */
export const licenceExport = endpoint({
  method: 'POST',
  path: 'sys/license/usage/export',
  access: { code: page.button.exportUsage },
  scope: 'department',
  audit: 'licence.exportUsage',
  waits: 'unseen',
  subject: 'licence',
  errors: wholeSite,
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: z.object({ jobId: id() }),
  summary: 'Exports what was used on each day',
});

/** A file that says which installation asks for a licence, and what it uses. */
export const licenceRequest = endpoint({
  method: 'GET',
  path: 'sys/license/requestFile',
  access: { code: page.button.requestFile },
  scope: 'department',
  audit: 'licence.requestFile',
  reads: true,
  answer: 'raw',
  errors: wholeSite,
  input: z.object({}),
  reply: z.unknown(),
  summary: 'A file to ask for a licence with',
});
