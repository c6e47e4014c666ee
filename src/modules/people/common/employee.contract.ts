import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, day, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { signInState } from '#kit/common/session/sign-in-state.ts';
import { reference } from './department.contract.ts';
import { extraCondition, extraValue } from './extra/extra-fields.ts';
import {
  employeeStatuses,
  employmentTypes,
  genders,
  livingStatuses,
  maskableFields,
  personFields,
  sensitiveName,
} from './employee-fields.ts';
import { emptyFields, furtherFilters } from './employee-filters.ts';
import { userManagement as page } from './permissions.ts';
import { pictureMark } from './picture.contract.ts';

const optional = <T extends z.ZodType>(schema: T) => schema.optional();
const reason = () => longText(500).optional();
const bulk = () => z.strictObject({ ids: ids(), reason: reason() });

/** What an administrator enters for a new person; exactly one assignment is primary (a single one always is). */
export const employeeDraft = z.strictObject({
  ...z.object(personFields).partial().shape,
  account: personFields.account,
  name: personFields.name,
  assignments: personFields.assignments,
});

/** A change of a person: the version that was read, and the changed fields only. */
export const employeeChange = z.strictObject({ id: id(), version: version(), ...z.object(personFields).partial().shape });

/** A department somebody is in. */
export const assignmentRow = z.object({
  departmentId: id(),
  name: z.string(),
  fullName: z.string(),
  primary: z.boolean(),
  title: z.string().nullable(),
  /** Whether the person leads it: stands among its managers. */
  manager: z.boolean(),
  since: time(),
});

/** An assignment that ended; the name is that of the department's last days where it is no more. */
const pastAssignment = z.object({
  departmentId: id(),
  name: z.string(),
  primary: z.boolean(),
  title: z.string().nullable(),
  from: time(),
  to: time(),
});

/** A person in a list; what is set to be masked is (`138****5678`). */
export const employeeRow = z.object({
  ...stamps,
  account: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  alias: z.string().nullable(),
  employeeNo: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  title: z.string().nullable(),
  /** By which the picture is fetched. */
  avatar: pictureMark,
  employmentType: z.enum(employmentTypes),
  status: z.enum(employeeStatuses),
  /** Effective: active, so that it may sign in and is shown to others. */
  enabled: z.boolean(),
  manager: reference.nullable(),
  hireDate: z.string().nullable(),
  lastWorkday: z.string().nullable(),
  leftAt: time().nullable(),
  /** Until when somebody is quarantined. */
  quarantineEndsAt: time().nullable(),
  /** The primary one first. */
  departments: z.array(assignmentRow),
  lastSignInAt: time().nullable(),
  /** Sources the person is tied to, the strongest first. */
  sources: z.array(reference),
  /** Only in the recycle bin. */
  deletedAt: time().nullable(),
  /** Listable extra fields by code, as they are read; sensitive ones masked. */
  extraTexts: z.record(z.string(), z.string()),
});

/** A person with everything the form shows; sensitive fields masked. */
export const employeeDetail = z.object({
  ...employeeRow.shape,
  nameReading: z.string().nullable(),
  workPhone: z.string().nullable(),
  personalEmail: z.string().nullable(),
  gender: z.enum(genders),
  birthday: z.string().nullable(),
  jobLevel: z.string().nullable(),
  workplace: z.string().nullable(),
  costCentre: z.string().nullable(),
  owner: reference.nullable(),
  expiresAt: time().nullable(),
  dottedManagers: z.array(reference),
  /** Who leads this person: the manager entered, else that of the department, else of one above. */
  effectiveManager: reference.nullable(),
  locale: z.enum(['zh_CN', 'en_US', 'ja_JP']).nullable(),
  timeZone: z.string().nullable(),
  sensitivity: z.int(),
  remark: z.string().nullable(),
  /** The picture as a data address. */
  avatar: z.string().nullable(),
  /** Values of extra fields by code, sensitive ones masked; `extraTexts` holds all of them here. */
  extra: z.record(z.string(), extraValue),
  /** Fields that a source keeps up to date: they are changed there. */
  owners: z.record(z.string(), z.object({ sourceId: id(), sourceName: z.string(), attribute: z.string() })),
  /** Fields that the person entered about themselves, and nobody wrote since. */
  ownFields: z.array(z.string()),
  /** Where the person was before: assignments that ended, the last first, at most 100. */
  pastDepartments: z.array(pastAssignment),
  /** Which of the values above are masked. */
  maskedFields: z.array(z.enum(maskableFields)),
  /** Whether the caller may change the person's fields: the primary department is in range. */
  writable: z.boolean(),
});
export type EmployeeRow = z.output<typeof employeeRow>;
export type EmployeeDetail = z.output<typeof employeeDetail>;
export type EmployeeDraft = z.output<typeof employeeDraft>;

/** What people are chosen by, in lists, bulk changes and exports. */
export const employeeFilter = z.strictObject({
  departmentId: optional(id()),
  /** With the departments below (default), or directly in it alone. */
  below: z.boolean().default(true),
  /** Name, pinyin, initials, account, mobile (from 3 digits), e-mail or number. */
  text: optional(searchText()),
  /** Whoever is still here unless said: neither those who left nor those in the recycle bin. */
  status: optional(z.array(z.enum(livingStatuses)).max(livingStatuses.length)),
  employmentType: optional(z.array(z.enum(employmentTypes)).max(employmentTypes.length)),
  managerId: optional(id()),
  jobLevel: optional(searchText(64)),
  hiredFrom: optional(day()),
  hiredTo: optional(day()),
  createdFrom: optional(time()),
  createdTo: optional(time()),
  /** In more than one department. */
  several: optional(z.boolean()),
  /** The field is empty. */
  empty: optional(z.enum(emptyFields)),
  /** Conditions on filterable extra fields: `code=value`, `code>=value`, `code<=value`, `code=` for empty. */
  extra: optional(z.array(extraCondition()).max(50)),
  ...furtherFilters,
  /** The recycle bin instead of the people. */
  deleted: z.boolean().default(false),
});
export type EmployeeFilter = z.output<typeof employeeFilter>;

/** People in range. */
export const employeeList = endpoint({
  method: 'GET',
  path: 'muc/employee/list',
  access: { code: page.code },
  scope: 'employee',
  input: pageQuery(['name', 'account', 'employeeNo', 'hireDate', 'createdAt', 'updatedAt'] as const).extend({
    ...employeeFilter.shape,
    /** The `next` of the page before: quick at any depth; pageNum is then ignored. */
    after: z.string().max(400).optional(),
  }),
  reply: pageOf(employeeRow).extend({ next: z.string().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'Employees in range, by filters and search',
});

/** One person. */
export const employeeGet = endpoint({
  method: 'GET',
  path: 'muc/employee/get',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: employeeDetail,
  summary: 'An employee, sensitive fields masked',
});

/** How a person's sign-in stands. */
export const employeeSignIn = endpoint({
  method: 'GET',
  path: 'muc/employee/signIn',
  access: { anyOf: [page.button.password, page.button.unlock, page.button.endSession] },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: signInState,
  summary: 'Password, lock and open sessions of an employee, for who may change them',
});

/** A new person. */
export const employeeAdd = endpoint({
  method: 'POST',
  path: 'muc/employee/add',
  access: { code: page.button.add },
  scope: 'employee',
  audit: 'employee.add',
  dryRun: true,
  input: employeeDraft,
  reply: z.object({ id: id() }),
  errors: [12005, 12022, 12023, 12025, 12026, 12027, 12028, 12029, 12040],
  summary: 'Adds an employee; without a password, which is set or handed out afterwards',
});

/** Changed fields of a person. */
export const employeeUpdate = endpoint({
  method: 'POST',
  path: 'muc/employee/update',
  access: { code: page.button.update },
  scope: 'employee',
  audit: 'employee.update',
  dryRun: true,
  input: employeeChange,
  reply: employeeDetail,
  errors: [12005, 12022, 12023, 12025, 12026, 12027, 12028, 12029, 12040],
  summary: 'Changes fields and assignments of an employee',
});

/** Lets people sign in again. */
export const employeeEnable = endpoint({
  method: 'POST',
  path: 'muc/employee/enable',
  access: { code: page.button.enable },
  scope: 'employee',
  audit: 'employee.enable',
  dryRun: true,
  input: bulk(),
  reply: count(),
  errors: [12027],
  summary: 'Enables employees who are disabled or quarantined',
});

/** Ends sign-in and sessions at once. */
export const employeeDisable = endpoint({
  method: 'POST',
  path: 'muc/employee/disable',
  access: { code: page.button.disable },
  scope: 'employee',
  audit: 'employee.disable',
  dryRun: true,
  input: bulk(),
  reply: count(),
  errors: [12024, 12027, 12131],
  summary: 'Disables employees and ends their sessions at once',
});

/** To the recycle bin. */
export const employeeRemove = endpoint({
  method: 'POST',
  path: 'muc/employee/delete',
  access: { code: page.button.delete },
  scope: 'employee',
  audit: 'employee.delete',
  dryRun: true,
  input: bulk(),
  reply: count(),
  errors: [12024, 12027, 12131],
  summary: 'Puts employees who are not active into the recycle bin for 30 days; who has not left does so first',
});

/** Back from the recycle bin, disabled. */
export const employeeRestore = endpoint({
  method: 'POST',
  path: 'muc/employee/restore',
  access: { code: page.button.restore },
  scope: 'employee',
  audit: 'employee.restore',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Takes employees back from the recycle bin; they stay disabled until enabled',
});

/** Erases the personal data of people in the recycle bin. */
export const employeePurge = endpoint({
  method: 'POST',
  path: 'muc/employee/purge',
  access: { code: page.button.purge },
  scope: 'employee',
  audit: 'employee.purge',
  waits: 'unseen',
  stepUp: true,
  input: bulk(),
  reply: count(),
  summary: 'Erases employees in the recycle bin for good',
});

/** A new password for somebody else. */
export const employeePassword = endpoint({
  method: 'POST',
  path: 'muc/employee/password/update',
  access: { code: page.button.password },
  scope: 'employee',
  audit: 'employee.password',
  stepUp: true,
  errors: [12021, 12027],
  input: z.strictObject({
    id: id(),
    /**
     * `oneTime`: made by the server, shown once, to be changed at the first sign-in. `link`: the same, in a link that is sent to them and opens
     * the page of signing in with it. `set`: the one given.
     */
    mode: z.enum(['oneTime', 'link', 'set']),
    password: z.string().min(1).max(256).optional(),
    mustChange: z.boolean().default(true),
    /** Sends a one-time password to the person instead of showing it. */
    mail: z.boolean().default(false),
  }),
  reply: z.object({ /** Only for oneTime that is not sent. */ password: z.string().nullable() }),
  summary: 'Gives an employee a new password and ends the sessions',
});

/** Lifts the lock after too many wrong passwords. */
export const employeeUnlock = endpoint({
  method: 'POST',
  path: 'muc/employee/unlock',
  access: { code: page.button.unlock },
  scope: 'employee',
  audit: 'employee.unlock',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Lifts the lock of accounts after too many wrong passwords',
});

/** Signs people out everywhere. */
export const employeeSessionEnd = endpoint({
  method: 'POST',
  path: 'muc/employee/session/end',
  access: { code: page.button.endSession },
  scope: 'employee',
  audit: 'session.end',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Ends every session of employees',
});

/** One sensitive value in full. */
export const employeeUnmask = endpoint({
  method: 'POST',
  path: 'muc/employee/unmask',
  access: { code: page.button.unmask },
  scope: 'employee',
  audit: 'employee.unmask',
  waits: 'again',
  subject: 'employee',
  input: z.strictObject({ id: id(), field: sensitiveName(), reason: text(500) }),
  reply: z.object({ value: z.string().nullable() }),
  summary: 'Shows one sensitive value of an employee in full; audited with the reason',
});
