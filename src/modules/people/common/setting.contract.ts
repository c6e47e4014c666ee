import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { stamps, text, version } from '#kit/common/schema.ts';
import { isTimeZone, maskableFields } from './employee-fields.ts';
import { userManagement as page } from './permissions.ts';

/** What is set about people, field by field. */
export const settingFields = {
  /** Several people may have the same mobile number. */
  mobileRepeats: z.boolean(),
  /** Days for which the account of somebody erased is kept from reuse; 0: free at once. */
  accountReuseDays: z.int().min(0).max(3650),
  /** Days for which deleted people and departments can be brought back. */
  recycleDays: z.int().min(7).max(90),
  /** Hours for which a link for setting a password serves. */
  linkHours: z.int().min(1).max(720),
  /** Language of who chose none. */
  locale: z.enum(['zh_CN', 'en_US', 'ja_JP']),
  /** IANA name of the zone where the company's days begin; the server's without. */
  timeZone: text(64).refine(isTimeZone).nullable(),
  /** Shown to nobody without the right to unmask. */
  maskedFields: z
    .array(z.enum(maskableFields))
    .max(maskableFields.length)
    .transform((all) => maskableFields.filter((one) => all.includes(one))),
  /** An expression (RE2) that numbers of employees must fit as a whole. */
  numberFormat: text(200).nullable(),
};

/** What is set about people. */
export const peopleSetting = z.object({ ...stamps, ...settingFields });
export type PeopleSetting = z.output<typeof peopleSetting>;

/** A change of it: the version that was read, and the changed fields only. */
export const settingChange = z.strictObject({ version: version(), ...z.object(settingFields).partial().shape });

/** What is set about people. */
export const settingGet = endpoint({
  method: 'GET',
  path: 'muc/setting/get',
  access: { code: page.button.settings },
  scope: 'employee',
  input: z.object({}),
  reply: peopleSetting,
  summary: 'What is set about people: repeated mobile numbers, days, masks, formats',
});

/** Changes it; for who sees the whole company. */
export const settingUpdate = endpoint({
  method: 'POST',
  path: 'muc/setting/update',
  access: { code: page.button.settings },
  scope: 'employee',
  audit: 'muc.setting',
  dryRun: true,
  input: settingChange,
  reply: peopleSetting,
  summary: 'Changes what is set about people',
});
