import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { holdingChoices } from '#kit/common/holding.ts';
import { count, day, id, longText, pageOf, pageQuery, searchText, text, time, version } from '#kit/common/schema.ts';
import { reference } from '../department.contract.ts';
import { employeeStatuses, personFields } from '../employee-fields.ts';
import { userManagement as page } from '../permissions.ts';
import { roleTurn } from '../role-turn.ts';
import { holdingRow, lifeKinds, lifeStates, lifeStep, transferRoles } from './life-fields.ts';

const reason = () => longText(500).optional();
/** A day that something is planned for. */
const plannedDay = () => day().refine((value) => value >= '2000-01-01' && value < '3000-01-01');
const one = () => z.strictObject({ id: id() });

const transferInput = {
  id: id(),
  /** The departments afterwards, all of them. */
  assignments: personFields.assignments,
  /** The manager afterwards; left out, the present one stays. */
  managerId: id().nullable().optional(),
  /** The day from whose beginning it holds, where the person is; left out, it holds at once. */
  at: plannedDay().optional(),
  /** Direct roles; left out, they are kept within a company and taken away across companies. */
  roles: z.enum(transferRoles).optional(),
};

/** What a transfer would give and take. */
export const transferPreviewed = z.object({
  from: z.string(),
  to: z.string(),
  /** Into another company: direct roles are then taken away unless said. */
  acrossCompanies: z.boolean(),
  roles: z.enum(transferRoles),
  /** Roles that come and go with the departments. */
  turns: z.array(roleTurn),
  /** Roles held by name. */
  directRoles: z.array(reference),
  /** Pages and buttons that come and go, at most 200. */
  menus: z.array(z.object({ code: z.string(), name: z.string(), gained: z.boolean() })),
  /** Codes that hold in other departments than before. */
  rangesChanged: z.int(),
  crowds: z.array(z.object({ id: id(), name: z.string(), gained: z.boolean(), roles: z.array(z.string()) })),
  /** How many more, of departments out of range. */
  crowdsOutside: z.int(),
});
/** What a transfer would give and take. */
export type TransferPreviewed = z.output<typeof transferPreviewed>;

/** What a transfer would give and take. */
export const transferPreview = endpoint({
  method: 'POST',
  path: 'muc/employee/transfer/preview',
  reads: true,
  access: { code: page.button.transfer },
  scope: 'employee',
  input: z.strictObject(transferInput),
  reply: transferPreviewed,
  errors: [12005, 12022, 12023, 12027, 12028, 12029],
  summary: 'Roles, pages, ranges and dynamic groups that a transfer would give and take',
});

/** Moves somebody to other departments, now or on a day. */
export const employeeTransfer = endpoint({
  method: 'POST',
  path: 'muc/employee/transfer',
  access: { code: page.button.transfer },
  scope: 'employee',
  audit: 'employee.transfer',
  dryRun: true,
  input: z.strictObject({ ...transferInput, version: version(), reason: reason() }),
  reply: z.object({ eventId: id(), state: z.enum(lifeStates) }),
  errors: [12005, 12022, 12023, 12027, 12028, 12029],
  summary: 'Transfers an employee, at once or at the beginning of a day where the employee is',
});

/** Lets a transfer run that would now give more than was shown. */
export const transferConfirm = endpoint({
  method: 'POST',
  path: 'muc/employee/transfer/confirm',
  access: { code: page.button.transfer },
  scope: 'employee',
  audit: 'employee.transferConfirm',
  dryRun: true,
  input: one(),
  reply: z.object({ eventId: id(), state: z.enum(lifeStates) }),
  errors: [12005, 12022, 12023, 12027, 12028, 12029],
  summary: 'Does a planned transfer that waits because it would give more than was shown',
});

/** Takes planned transfers back. */
export const transferCancel = endpoint({
  method: 'POST',
  path: 'muc/employee/transfer/cancel',
  access: { code: page.button.transfer },
  scope: 'employee',
  audit: 'employee.transferCancel',
  input: z.strictObject({ ids: z.array(id()).min(1).max(100) }),
  reply: count(),
  summary: 'Cancels planned transfers of employees',
});

/** What somebody holds. */
export const employeeHoldings = endpoint({
  method: 'GET',
  path: 'muc/employee/holdings',
  access: { code: page.button.leave },
  scope: 'employee',
  input: one(),
  reply: z.object({ holdings: z.array(holdingRow) }),
  summary: 'Everything an employee holds, by module, and what may become of it',
});

const leaveInput = {
  ids: z.array(id()).min(1).max(100),
  /** The last working day where each person is; left out, they leave at once. */
  at: plannedDay().optional(),
  /** What becomes of what they hold; the first choice of each kind where nothing is said. */
  choices: z
    .array(z.strictObject({ kind: text(64), choice: z.enum(holdingChoices) }))
    .max(100)
    .default([]),
  /** Who takes over. */
  successorId: id().nullable().default(null),
};

/** What leaving would touch. */
export const leavePreview = endpoint({
  method: 'POST',
  path: 'muc/employee/leave/preview',
  reads: true,
  access: { code: page.button.leave },
  scope: 'employee',
  input: z.strictObject(leaveInput),
  reply: z.object({
    people: z.array(
      z.object({
        id: id(),
        name: z.string(),
        account: z.string(),
        departmentName: z.string(),
        status: z.enum(employeeStatuses),
        administrator: z.boolean(),
        /** Why this person can't leave, in words. */
        refused: z.string().nullable(),
      }),
    ),
    /** Of all of them together. */
    holdings: z.array(holdingRow.extend({ choice: z.enum(holdingChoices) })),
    /** Something is to be handed over and nobody is named who takes it. */
    successorNeeded: z.boolean(),
  }),
  summary: 'The checklist of employees who leave',
});

/** Lets people leave, now or after a last working day. */
export const employeeLeave = endpoint({
  method: 'POST',
  path: 'muc/employee/leave',
  access: { code: page.button.leave },
  scope: 'employee',
  audit: 'employee.leave',
  waits: true,
  input: z.strictObject({ ...leaveInput, reason: reason() }),
  reply: z.object({ jobId: id().nullable(), eventIds: z.array(id()) }),
  errors: [12024, 12027, 12131],
  summary: 'Lets employees leave: ends access, hands over, takes away, at once (a job) or after a last working day',
});

/** Takes planned leavings back. */
export const leaveCancel = endpoint({
  method: 'POST',
  path: 'muc/employee/leave/cancel',
  access: { code: page.button.cancelLeave },
  scope: 'employee',
  audit: 'employee.leaveCancel',
  input: z.strictObject({ ids: z.array(id()).min(1).max(100) }),
  reply: count(),
  errors: [12027],
  summary: 'Cancels the planned leaving of employees',
});

/** Retries failed steps. */
export const leaveRetry = endpoint({
  method: 'POST',
  path: 'muc/employee/leave/retry',
  access: { code: page.button.leave },
  scope: 'employee',
  audit: 'employee.leaveRetry',
  input: z.strictObject({ id: id(), successorId: id().nullable().optional() }),
  reply: z.object({ jobId: id() }),
  errors: [12024, 12027, 12131],
  summary: 'Tries the open steps of a checklist again, with another successor where one is named',
});

/** What somebody who left could be given again. */
export const rehireOffer = endpoint({
  method: 'GET',
  path: 'muc/employee/rehire/offer',
  access: { code: page.button.rehire },
  scope: 'employee',
  input: one(),
  reply: z.object({
    /** Roles held when leaving, for 30 days. */
    roles: z.array(z.object({ roleId: id(), name: z.string(), /** Whether the caller may give it. */ mayGive: z.boolean() })),
    until: time().nullable(),
  }),
  summary: 'The roles that somebody who left held, for 30 days',
});

/** Takes somebody back under the same id. */
export const employeeRehire = endpoint({
  method: 'POST',
  path: 'muc/employee/rehire',
  access: { code: page.button.rehire },
  scope: 'employee',
  audit: 'employee.rehire',
  dryRun: true,
  input: z.strictObject({
    id: id(),
    version: version(),
    assignments: personFields.assignments,
    /** A day that has not come makes the person pending until then. */
    hireDate: plannedDay().optional(),
    /** Another account, where somebody else has the old one. */
    account: personFields.account.optional(),
    /** Former roles to give again; the caller must be allowed to. */
    roleIds: z.array(id()).max(100).default([]),
    reason: reason(),
  }),
  reply: z.object({ eventId: id() }),
  errors: [11002, 11005, 11006, 11007, 11008, 12005, 12023, 12025, 12026, 12027, 12028, 12029],
  summary: 'Takes somebody back who left: the same id, history and number',
});

/** One line of the life cycle. */
export const lifeRow = z.object({
  /** Of the event; of the person for `join` and `quarantine`. */
  id: id(),
  employeeId: id(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  kind: z.enum(lifeKinds),
  state: z.enum(lifeStates),
  /** When it happens, or happened. */
  at: time(),
  /** The day that was asked for, where the person is: the last working day of who leaves. */
  day: z.string().nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  /** Steps done and in all; 0 of 0 where there is no checklist. */
  stepsDone: z.int(),
  steps: z.int(),
  trouble: z.string().nullable(),
});
/** One line of the life cycle. */
export type LifeRow = z.output<typeof lifeRow>;

/** Who begins, moves, is kept out, leaves. */
export const lifeList = endpoint({
  method: 'GET',
  path: 'muc/employee/lifecycle/list',
  access: { code: page.code },
  scope: 'employee',
  input: pageQuery(['at'] as const).extend({
    kind: z.array(z.enum(lifeKinds)).max(lifeKinds.length).optional(),
    /** What is not over yet unless said. */
    state: z.array(z.enum(lifeStates)).max(lifeStates.length).optional(),
    departmentId: id().optional(),
    employeeId: id().optional(),
    text: searchText().optional(),
    from: time().optional(),
    to: time().optional(),
  }),
  reply: pageOf(lifeRow),
  dedupe: 'cancel-previous',
  summary: 'People who begin later, are quarantined, move or leave, with what is planned and done',
});

/** One event with its checklist. */
export const lifeGet = endpoint({
  method: 'GET',
  path: 'muc/employee/lifecycle/get',
  access: { code: page.code },
  scope: 'employee',
  input: one(),
  reply: lifeRow.extend({
    successor: reference.nullable(),
    checklist: z.array(lifeStep),
    /** Signed, and unchanged since; null while it is not over. */
    sealed: z.boolean().nullable(),
  }),
  summary: 'A transfer, leaving or return with its checklist',
});

/** The checklist as a file. */
export const lifeExport = endpoint({
  method: 'POST',
  path: 'muc/employee/lifecycle/export',
  access: { code: page.button.export },
  scope: 'employee',
  audit: 'employee.leaveExport',
  waits: 'unseen',
  subject: 'life',
  input: z.strictObject({ id: id(), format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the signed checklist of somebody who left to a file',
});
