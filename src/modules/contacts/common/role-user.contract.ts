import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, searchText } from '#kit/common/schema.ts';
import { roleUserPage } from './permissions.ts';
import { memberKinds } from './words.ts';

/** Person with the deciding roles and their combined result. */
export const roleUserRow = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  enabled: z.boolean(),
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      builtIn: z.boolean(),
      ways: z.array(z.object({ kind: z.enum(memberKinds), id: z.string(), name: z.string(), fullName: z.string() })),
    }),
  ),
  /** Whether the person holds no role but the built-in one. */
  onlyEveryone: z.boolean(),
});

/** People with the contact roles that decide for them, and by which ways. */
export const contactRoleUsers = endpoint({
  method: 'GET',
  path: 'role/contact/users',
  access: { code: roleUserPage.code },
  scope: 'employee',
  input: pageQuery(['name'] as const).extend({
    text: searchText().optional(),
    deptId: id().optional(),
    roleId: id().optional(),
    way: z.enum(memberKinds).optional(),
    /** Only who holds no role but the built-in one. */
    onlyEveryone: z.boolean().optional(),
  }),
  reply: pageOf(roleUserRow),
  summary: 'People with every contact role that decides for them, by every way',
});

/** How many people somebody sees and finds, with what their ranges are. */
export const contactRoleUserCounts = endpoint({
  method: 'GET',
  path: 'role/contact/userCounts',
  access: { code: roleUserPage.code },
  scope: 'employee',
  input: z.object({ ids: z.array(id()).min(1).max(100) }),
  reply: z.object({ list: z.array(z.object({ id: z.string(), sees: z.int(), finds: z.int() })) }),
  summary: 'How many people each of these sees in the tree and finds by search',
});

const job = () => z.object({ jobId: id() });
const format = z.enum(['xlsx', 'csv']).default('xlsx');

/** Writes people with their contact roles to a file. The job's result is `{ fileId, rows }`. */
export const contactRoleUserExport = endpoint({
  method: 'POST',
  path: 'role/contact/usersExport',
  access: { code: roleUserPage.button.export },
  scope: 'employee',
  audit: 'contactRole.usersExport',
  waits: 'unseen',
  subject: 'roleUser',
  input: z.strictObject({
    format,
    filter: contactRoleUsers.input.pick({ text: true, deptId: true, roleId: true, way: true, onlyEveryone: true }).default({}),
  }),
  reply: job(),
  summary: 'Exports people with their contact roles',
});
