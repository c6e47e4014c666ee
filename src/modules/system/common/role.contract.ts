import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { explainContract } from '#kit/common/role/explain.contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { roleContract } from '#kit/common/role/role.contract.ts';
import { count, id, ids, longText, time } from '#kit/common/schema.ts';
import { authentication, roleAuthority, roleMembers, roleUserManage, sysRoleCodes } from './permissions.ts';

/** Operations on the system roles: who administers what in the console. */
export const sysRole = roleContract('sys', sysRoleCodes);

/** Why somebody may do something, who may, and what a change of a role would do. */
export const rights = explainContract({ explain: authentication.button.explain, authority: roleAuthority.code });

/** Ends every session of administrators; their next call gets 65003. */
export const holderEndSession = endpoint({
  method: 'POST',
  path: 'role/sys/endSession',
  access: { code: roleUserManage.button.endSession },
  scope: 'employee',
  audit: 'role.sys.endSession',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  errors: [11006],
  summary: 'Ends every session of administrators',
});

/** Takes an administrator's second factors away, for who lost them: all sessions end, and the next sign-in sets up new ones where they are required. Never one's own. */
export const holderResetFactor = endpoint({
  method: 'POST',
  path: 'role/sys/resetFactor',
  access: { code: roleUserManage.button.resetFactor },
  scope: 'employee',
  stepUp: true,
  audit: 'role.sys.resetFactor',
  waits: 'unseen',
  input: z.strictObject({ empId: id(), reason: longText(500).optional() }),
  reply: count(),
  errors: [11006],
  summary: "Takes an administrator's second factors away",
});

/** Lets administrators in again who were away for longer than the policy allows; never oneself. */
export const holderReactivate = endpoint({
  method: 'POST',
  path: 'role/sys/reactivate',
  access: { code: roleUserManage.button.reactivate },
  scope: 'employee',
  inPerson: true,
  audit: 'role.sys.reactivate',
  waits: 'unseen',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  errors: [11006],
  summary: 'Lets administrators in again who were away for too long',
});

/** Looks at the console as somebody else for 15 minutes: that person's pages and data as far as one's own rights go, nothing can be changed. */
export const viewAs = endpoint({
  method: 'POST',
  path: 'role/viewAs',
  access: { code: roleUserManage.button.viewAs },
  scope: 'employee',
  inPerson: true,
  audit: 'role.viewAs',
  input: z.strictObject({ empId: id(), reason: longText(500).default('') }),
  reply: z.object({ accessToken: z.string(), expiresAt: time() }),
  summary: 'Looks at the console as somebody else, reading only',
});

const format = z.enum(['xlsx', 'csv']).default('xlsx');
const job = () => z.object({ jobId: id() });

/** Areas whose roles the review lists: the console, the directory of the terminals, whose files are limited. */
export const reviewAreas = ['sys', 'contact', 'fmm'] as const;

/** The list that an auditor signs: one row a person and grant. The job's result is `{ fileId, rows }`. */
export const reviewExport = endpoint({
  method: 'POST',
  path: 'role/reviewExport',
  access: { code: authentication.button.reviewExport },
  scope: 'employee',
  audit: 'role.reviewExport',
  waits: 'unseen',
  subject: 'review',
  input: z.strictObject({
    /** A row for each role that somebody holds and each way to it, or for each thing that these give. */
    by: z.enum(['role', 'code']).default('role'),
    roleId: id().optional(),
    area: z.enum(reviewAreas).default('sys'),
    format,
  }),
  reply: job(),
  summary: 'Exports who holds what, with columns to sign',
});

/** What the list of administrators can be narrowed by. */
const holderFilter = sysRole.roleEmpList.input.pick({
  text: true,
  roleId: true,
  way: true,
  deptId: true,
  idleDays: true,
  idle: true,
  factor: true,
});

/** Writes the administrators of a filter to a file. The job's result is `{ fileId, rows }`. */
export const holderExport = endpoint({
  method: 'POST',
  path: 'role/sys/exportHolders',
  access: { code: roleUserManage.button.export },
  scope: 'employee',
  audit: 'role.sys.exportHolders',
  waits: 'unseen',
  subject: 'member',
  input: z.strictObject({ filter: z.strictObject(holderFilter.shape).default({}), format }),
  reply: job(),
  summary: 'Exports the administrators with roles, ways and last sign-ins',
});

/** Who was given a role by name, in files. An import also needs the button that gives a role. */
export const memberFiles = memberFilesContract('sys', { import: roleMembers.button.import, export: roleMembers.button.export });
