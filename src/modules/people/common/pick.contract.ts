import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { searchText } from '#kit/common/schema.ts';
import { batchGet } from './batch-get.contract.ts';
import { departmentTree } from './department.contract.ts';

/** People to choose from, for pickers on any page: what the caller's own ranges hold, nothing sensitive. */
export const pickEmployees = endpoint({
  method: 'GET',
  path: 'muc/pick/employee',
  access: { signedIn: true },
  scope: 'employee',
  input: z.object({ text: searchText().min(1) }),
  reply: batchGet.reply.pick({ employees: true }),
  summary: 'The 20 best matches for a name, pinyin, account, mobile or number',
});

/** The department tree for pickers on any page, within the caller's own ranges. */
export const pickDepartments = endpoint({
  method: 'GET',
  path: 'muc/pick/department',
  access: { signedIn: true },
  scope: 'department',
  input: departmentTree.input,
  reply: departmentTree.reply,
  summary: 'Levels of the department tree, or what a search finds in it, for choosing one',
});
