import { z } from 'zod';
import { id, time } from '#kit/common/schema.ts';

/** Fields that may be empty, as a filter asks for. */
export const emptyFields = [
  'mobile',
  'email',
  'employeeNo',
  'managerId',
  'title',
  'hireDate',
  'jobLevel',
  'workplace',
  'costCentre',
  'workPhone',
  'personalEmail',
  'birthday',
  'nameEn',
  'alias',
  'nameReading',
  'remark',
  'avatar',
  'ownerId',
  'expiresAt',
  'locale',
  'timeZone',
  'dottedManagerIds',
] as const;

/** Filters of people by what stands elsewhere: crowds, roles and sign-ins. */
export const furtherFilters = {
  /** Effective (active), or not. */
  enabled: z.boolean().optional(),
  crowdId: id().optional(),
  /** Holds the role by name, by a department or by a crowd. */
  roleId: id().optional(),
  /** Tied to a source of people. */
  sourceId: id().optional(),
  /** Holds any role of the system, or none. */
  administrator: z.boolean().optional(),
  lastSignInFrom: time().optional(),
  lastSignInTo: time().optional(),
  /** Never signed in, or did so at least once. */
  neverSignedIn: z.boolean().optional(),
};
