import { z } from 'zod';
import { bool, choice, integer, value } from '#kit/common/crud/fields.ts';
import { text } from '#kit/common/schema.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { isTimeZone, maskableFields } from './employee-fields.ts';
import { userManagement as page } from './permissions.ts';

/** What is set about people, for who sees the whole company. */
export const peopleSetting = settingContract({
  module: 'user-centre',
  kind: 'peopleSetting',
  path: 'muc/setting',
  access: { read: page.button.settings, write: page.button.settings },
  answers: 'stamps',
  summary: {
    get: 'What is set about people: repeated mobile numbers, days, masks, formats',
    update: 'Changes what is set about people',
  },
  get: { scope: 'employee' },
  update: { scope: 'employee', audit: 'muc.setting' },
  fields: {
    /** Several people may have the same mobile number. */
    mobileRepeats: bool(),
    /** Days for which the account of somebody erased is kept from reuse; 0: free at once. */
    accountReuseDays: integer(0, 3650),
    /** Days for which deleted people and departments can be brought back. */
    recycleDays: integer(7, 90),
    /** Hours for which a link for setting a password serves. */
    linkHours: integer(1, 720),
    /** Language of who chose none. */
    locale: choice(['zh_CN', 'en_US', 'ja_JP']),
    /** IANA name of the zone where the company's days begin; the server's without. */
    timeZone: value(text(64).refine(isTimeZone)).nullable(),
    /** Shown to nobody without the right to unmask. */
    maskedFields: value(
      z
        .array(z.enum(maskableFields))
        .max(maskableFields.length)
        .transform((all) => maskableFields.filter((one) => all.includes(one))),
    ),
    /** An expression (RE2) that numbers of employees must fit as a whole. */
    numberFormat: value(text(200)).nullable(),
  },
});

/** Reads and changes what is set about people. */
export const { get: settingGet, update: settingUpdate } = peopleSetting;
