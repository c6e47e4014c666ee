import { z } from 'zod';
import { extraCode, extraValues } from './extra/extra-fields.ts';
import { codeText, day, email, id, longText, mobile, text, time } from '#kit/common/schema.ts';

/** How somebody is employed; `shared` and `service` accounts need an owner and an end date of at most a year. */
export const employmentTypes = ['regular', 'contractor', 'intern', 'outsourced', 'shared', 'service'] as const;
export const genders = ['unknown', 'male', 'female'] as const;
/**
 * Only active people sign in. `pending` begin on their hire date; `disabled` and `quarantined` (with an end) keep what they hold without
 * effect; who `left` holds nothing any more; `deleted` ones lie in the recycle bin for 30 days.
 */
export const employeeStatuses = ['active', 'pending', 'disabled', 'quarantined', 'left', 'deleted'] as const;
/** What lists are asked for: whoever is not in the recycle bin. */
export const livingStatuses = ['active', 'pending', 'disabled', 'quarantined', 'left'] as const;
/** Fields that may be masked everywhere unless somebody unmasks one of them; which of them are is set. */
export const maskableFields = ['mobile', 'birthday', 'personalEmail', 'workPhone'] as const;
/** Names of what can be unmasked: of the product's own fields, and of extra ones. */
export const sensitiveName = () => z.union([z.enum(maskableFields), z.templateLiteral(['extra.', extraCode()])]);
export type MaskableField = (typeof maskableFields)[number];
export type EmployeeStatus = (typeof employeeStatuses)[number];

/** Letters of any script, digits and `. _ - @`, 1 to 64; compared without regard to case and width. */
export const account = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[\p{L}\p{M}\p{N}._@-]+$/u);

/** Whether this is an IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** One current assignment of a person: a department, its title there, and whether it is the primary one. */
const assignmentDraft = z.strictObject({
  departmentId: id(),
  primary: z.boolean().default(false),
  title: text(100).nullable().default(null),
});

/** The fields of a person that an administrator enters. */
export const personFields = {
  account: account(),
  name: text(100),
  nameEn: text(100).nullable(),
  alias: text(100).nullable(),
  /** Kana or pinyin; corrects sorting and search. */
  nameReading: text(100).nullable(),
  employeeNo: codeText(64).nullable(),
  mobile: mobile().nullable(),
  workPhone: text(32).nullable(),
  email: email().nullable(),
  personalEmail: email().nullable(),
  gender: z.enum(genders),
  birthday: day().nullable(),
  hireDate: day().nullable(),
  title: text(200).nullable(),
  jobLevel: text(64).nullable(),
  workplace: text(200).nullable(),
  costCentre: text(64).nullable(),
  employmentType: z.enum(employmentTypes),
  ownerId: id().nullable(),
  expiresAt: time().nullable(),
  managerId: id().nullable(),
  dottedManagerIds: z.array(id()).max(5),
  locale: z.enum(['zh_CN', 'en_US', 'ja_JP']).nullable(),
  /** An IANA name like `Asia/Shanghai`. */
  timeZone: text(64).refine(isTimeZone).nullable(),
  sensitivity: z.int().min(0).max(3),
  remark: longText(1000).nullable(),
  /** A picture that was uploaded for this; null takes the present one away. */
  avatarFileId: id().nullable(),
  /** All current assignments, exactly one of them primary, at most 20. */
  assignments: z.array(assignmentDraft).min(1).max(20),
  /** Values of extra fields by code; those left out stay. */
  extra: extraValues(),
};

/** The fields that several people can be given at once. */
export const bulkFields = z.strictObject({
  title: personFields.title.optional(),
  jobLevel: personFields.jobLevel.optional(),
  workplace: personFields.workplace.optional(),
  costCentre: personFields.costCentre.optional(),
  employmentType: z.enum(['regular', 'contractor', 'intern', 'outsourced']).optional(),
  managerId: personFields.managerId.optional(),
  hireDate: personFields.hireDate.optional(),
  expiresAt: personFields.expiresAt.optional(),
  locale: personFields.locale.optional(),
  timeZone: personFields.timeZone.optional(),
  remark: personFields.remark.optional(),
  extra: personFields.extra.optional(),
  /** Everybody's primary department; other assignments stay. */
  primaryDepartmentId: id().optional(),
  /** Changes names by replacing a part, and by putting text before or after them. */
  rename: z
    .strictObject({
      find: z.string().max(100).optional(),
      replace: z.string().max(100).default(''),
      prefix: z.string().max(50).default(''),
      suffix: z.string().max(50).default(''),
    })
    .optional(),
});
export type BulkFields = z.output<typeof bulkFields>;
