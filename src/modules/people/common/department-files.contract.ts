import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, ids } from '#kit/common/schema.ts';
import { departmentFilter } from './department.contract.ts';
import { userManagement as page } from './permissions.ts';

/** Columns of a file of departments, in their order; the first names the department from the top. What only the server knows is left out of imports. */
export const departmentColumns = [
  'fullName',
  'code',
  'nameEn',
  'nameJa',
  'kind',
  'managerIds',
  'deputyIds',
  'phone',
  'email',
  'address',
  'costCentre',
  'description',
] as const;
export type DepartmentColumn = (typeof departmentColumns)[number];

/** Writes departments to a file, parents before their children; the job's result is `{ fileId, rows }`. */
export const departmentExport = endpoint({
  method: 'POST',
  path: 'muc/dept/export',
  access: { code: page.button.exportDept },
  scope: 'department',
  audit: 'department.export',
  waits: 'unseen',
  subject: 'department',
  input: z.strictObject({
    filter: departmentFilter.optional(),
    ids: ids().optional(),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
  }),
  reply: z.object({ jobId: id() }),
  summary: 'Exports departments to xlsx or csv, as an import takes them',
});
