import { z } from 'zod';
import { personFields } from './employee-fields.ts';

/**
 * Fields that somebody may ever change in their own record; which of them they may is decided elsewhere: for the product's own fields by
 * who decides what contacts show, for extra ones by the field itself.
 */
const ownShape = {
  nameEn: personFields.nameEn,
  alias: personFields.alias,
  nameReading: personFields.nameReading,
  mobile: personFields.mobile,
  workPhone: personFields.workPhone,
  email: personFields.email,
  personalEmail: personFields.personalEmail,
  gender: personFields.gender,
  birthday: personFields.birthday,
  workplace: personFields.workplace,
  locale: personFields.locale,
  timeZone: personFields.timeZone,
  extra: personFields.extra,
};

/** What somebody enters about themselves; fields left out stay. */
export const ownFields = z.strictObject(ownShape).partial();
export type OwnFields = z.output<typeof ownFields>;

/** Names of the product's own fields that somebody may ever change in their own record. */
export const ownFieldNames = Object.keys(ownShape).filter((name) => name !== 'extra') as readonly Exclude<keyof OwnFields, 'extra'>[];
