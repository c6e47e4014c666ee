import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText } from '#kit/common/schema.ts';
import { departmentTree } from '#modules/people/common/department.contract.ts';

/** The department tree for pickers, within the administrator's own range. */
export const contactOrgTree = endpoint({
  method: 'GET',
  path: 'contact/org/tree',
  access: { signedIn: true },
  scope: 'department',
  input: z.object({
    parentId: id().optional(),
    depth: z.int().min(1).max(3).default(1),
    withCount: z.boolean().default(false),
    /** Opens the tree at this one: with all above it. */
    of: id().optional(),
  }),
  reply: departmentTree.reply,
  summary: 'Levels of the department tree in the administrator’s range',
});

/** A person to choose. */
export const pickedPerson = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  employeeNo: z.string().nullable(),
  departmentName: z.string(),
  fullName: z.string(),
  mobile: z.string().nullable(),
  enabled: z.boolean(),
});

/** People to choose from, in the administrator's own range. */
export const contactEmployeeSearch = endpoint({
  method: 'GET',
  path: 'contact/employee/search',
  access: { signedIn: true },
  scope: 'employee',
  input: z.object({
    text: searchText().optional(),
    deptId: id().optional(),
    withBelow: z.boolean().default(true),
    crowdId: id().optional(),
    status: z.enum(['active', 'disabled']).optional(),
    after: z.string().max(500).optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  reply: z.object({ list: z.array(pickedPerson), next: z.string().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'People in the administrator’s range, with masked numbers',
});

/** Departments to choose from, in the administrator's own range. */
export const contactDeptSearch = endpoint({
  method: 'GET',
  path: 'contact/dept/search',
  access: { signedIn: true },
  scope: 'department',
  input: z.object({ text: searchText().min(1), limit: z.int().min(1).max(50).default(20) }),
  reply: z.object({ list: z.array(z.object({ id: z.string(), name: z.string(), fullName: z.string(), enabled: z.boolean() })) }),
  dedupe: 'cancel-previous',
  summary: 'Departments in the administrator’s range, with the names above them',
});
