import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { dynamicGroup as page } from './crowd.permissions.ts';

/** Who joined and left, newest first. */
export const crowdHistory = endpoint({
  method: 'GET',
  path: 'muc/crowd/history',
  access: { code: page.code },
  scope: 'department',
  input: z.object({
    id: id(),
    what: z.enum(['joined', 'left']).optional(),
    text: searchText().optional(),
    after: z.string().max(64).optional(),
    pageSize: z.int().min(1).max(1000).default(50),
  }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        at: time(),
        what: z.enum(['joined', 'left']),
        employeeId: id(),
        name: z.string(),
        departmentName: z.string(),
        cause: z.enum(['change', 'rule', 'time', 'release']),
      }),
    ),
    next: z.string().nullable(),
  }),
  summary: 'Joiners and leavers of a dynamic group',
});

/** Its members. */
export const crowdMembers = endpoint({
  method: 'GET',
  path: 'muc/crowd/showEmployees',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({
    crowdId: id(),
    text: searchText().optional(),
    deptId: id().optional(),
    by: z.enum(['rule', 'include']).optional(),
    after: z.string().max(64).optional(),
    pageSize: z.int().min(1).max(1000).default(50),
  }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        name: z.string(),
        account: z.string(),
        departmentName: z.string(),
        enabled: z.boolean(),
        since: time(),
        by: z.enum(['rule', 'include']),
      }),
    ),
    next: z.string().nullable(),
  }),
  dedupe: 'cancel-previous',
  summary: 'Members of a dynamic group, those in range',
});

/** What a clause or a group comes to for one person. */
const judged = z.object({
  /** Place in the rule: '' the whole. */
  place: z.string(),
  result: z.boolean(),
  /** The value seen, in words; null of a group, or where it is empty. */
  value: z.string().nullable(),
  /** It decided: were it otherwise, so would be the whole. */
  decisive: z.boolean(),
});

/** Why somebody is in it, or not. */
export const crowdExplain = endpoint({
  method: 'GET',
  path: 'muc/crowd/explain',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ crowdId: id(), empId: id() }),
  reply: z.object({
    member: z.boolean(),
    /** What settled it before or instead of the rule. */
    by: z.enum(['rule', 'include', 'exclude', 'department', 'status', 'fixed']),
    wanted: z.boolean(),
    clauses: z.array(judged),
  }),
  summary: 'Why somebody is in a dynamic group or not, clause by clause',
});

/** Members to a file. */
export const crowdExport = endpoint({
  method: 'POST',
  path: 'muc/crowd/export',
  access: { code: page.button.export },
  scope: 'employee',
  audit: 'crowd.export',
  waits: 'unseen',
  subject: 'crowdMember',
  input: z.strictObject({ crowdId: id(), format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the members of a dynamic group to a file',
});

/** Crowds to choose from, for pickers on any page. */
export const pickCrowds = endpoint({
  method: 'GET',
  path: 'muc/pick/crowd',
  access: { signedIn: true },
  scope: 'department',
  input: z.object({ text: searchText().default(''), ids: z.array(id()).max(1000).optional() }),
  reply: z.object({ list: z.array(z.object({ id: id(), name: z.string(), memberCount: z.int(), ownerDeptName: z.string() })) }),
  summary: 'Dynamic groups by name, or the names of these',
});
