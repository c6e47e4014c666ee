import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time, version } from '#kit/common/schema.ts';
import { expected } from './role.contract.ts';
import { contactAuth } from './permissions.ts';

const fields = {
  directoryOn: z.boolean(),
  treeOn: z.boolean(),
  /** A viewer always sees the managers above and the reports below. */
  reportingLineAlways: z.boolean(),
  sortPeople: z.enum(['department', 'name', 'jobLevel']),
  nameFormat: z.enum(['name', 'nameAlias', 'nameEn', 'byLanguage']),
  showCounts: z.enum(['none', 'direct', 'total']),
  showEmptyDepts: z.boolean(),
  showManagersFirst: z.boolean(),
  showDisabled: z.boolean(),
  /** So many last levels of a department's path stand on the card; null: from the company. */
  departmentPathDepth: z.int().min(1).max(10).nullable(),
  searchMin: z.int().min(1).max(4),
  searchLimit: z.int().min(10).max(200),
  offlineMode: z.enum(['none', 'ownDept', 'visible']),
  offlineMax: z.int().min(1).max(20_000),
  offlineTtlHours: z.int().min(1).max(720),
  watermark: z.boolean(),
  /** Values that a viewer may have shown clear in a day, over all fields. */
  revealPerDay: z.int().min(1).max(1000),
  /** Cards of different people that a viewer may open. */
  scrapePerHour: z.int().min(50).max(5000),
  scrapePerDay: z.int().min(50).max(50_000),
  scrapeAction: z.enum(['alarm', 'alarmBlock']),
  groupMinimum: z.enum(['nameAvatar', 'name']),
};

/** How terminals show the directory. */
export const contactConfigFields = z.object(fields);
/** How terminals show the directory. */
export type ContactConfig = z.output<typeof contactConfigFields>;

const document = z.object({ id: id(), version: version(), updatedAt: time(), updatedBy: z.string(), ...fields });

/** The settings of the directory. */
export const contactConfigGet = endpoint({
  method: 'GET',
  path: 'contact/config/get',
  access: { code: contactAuth.button.config },
  scope: 'none',
  input: z.object({}),
  reply: document,
  summary: 'How terminals show the directory',
});

/** Changes settings of the directory. */
export const contactConfigUpdate = endpoint({
  method: 'POST',
  path: 'contact/config/update',
  access: { code: contactAuth.button.config },
  scope: 'employee',
  audit: 'contactConfig.update',
  dryRun: true,
  input: z.strictObject({ version: version(), ...contactConfigFields.partial().shape, expect: expected.optional() }),
  reply: document,
  errors: [20050],
  summary: 'Changes how terminals show the directory',
});
