import { z } from 'zod';
import { personFields } from './employee-fields.ts';

/** Fields that people may be let enter about themselves. What somebody is found or signs in by is not among them; a mobile number is submitted and proved. */
export const ownFieldKeys = [
  'alias',
  'nameEn',
  'gender',
  'birthday',
  'workPhone',
  'personalEmail',
  'title',
  'workplace',
  'timeZone',
  'remark',
] as const;
/** A field that people may be let enter about themselves. */
export type OwnFieldKey = (typeof ownFieldKeys)[number];

const { alias, nameEn, gender, birthday, workPhone, personalEmail, title, workplace, timeZone, remark } = personFields;

/** What people enter about themselves. */
export const ownFieldsDraft = z
  .strictObject({ alias, nameEn, gender, birthday, workPhone, personalEmail, title, workplace, timeZone, remark })
  .partial();
/** What people enter about themselves. */
export type OwnFieldsDraft = z.output<typeof ownFieldsDraft>;
