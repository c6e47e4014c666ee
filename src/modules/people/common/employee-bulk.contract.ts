import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, ids, longText } from '#kit/common/schema.ts';
import { employeeFilter } from './employee.contract.ts';
import { extraCode, extraLimits } from './extra/extra-fields.ts';
import { bulkFields } from './employee-fields.ts';
import { userManagement as page } from './permissions.ts';
import { roleTurn } from './role-turn.ts';

const job = () => z.object({ jobId: id() });
const reason = () => longText(500).optional();

/** Who is meant: ids, or everybody a filter finds in range. */
const selection = { ids: ids().optional(), filter: employeeFilter.optional() };

/** What a change of several people would do. */
export const employeeBatchUpdatePreview = endpoint({
  method: 'POST',
  path: 'muc/employee/batchUpdate/preview',
  reads: true,
  access: { code: page.button.batchUpdate },
  scope: 'employee',
  input: z.strictObject({ ...selection, set: bulkFields }),
  reply: z.object({
    count: z.int(),
    /** Who would really change. */
    changed: z.int(),
    /** Who can't be changed, with the reason: at most 100. */
    refused: z.array(z.object({ id: id(), name: z.string(), reason: z.string() })),
    refusedCount: z.int(),
    /** Roles that people gain and lose with their departments. */
    roles: z.array(roleTurn),
    /** At most 10 examples. */
    sample: z.array(
      z.object({
        id: id(),
        name: z.string(),
        fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
      }),
    ),
  }),
  summary: 'What a change of several employees would do',
});

/** Changes several people as a job; 12141 when the selection no longer holds the expected number. */
export const employeeBatchUpdate = endpoint({
  method: 'POST',
  path: 'muc/employee/batchUpdate',
  access: { code: page.button.batchUpdate },
  scope: 'employee',
  audit: 'employee.batchUpdateStart',
  input: z.strictObject({ ...selection, set: bulkFields, expected: z.int().min(1), reason: reason() }),
  reply: job(),
  errors: [12141],
  summary: 'Changes several employees as one batch that can be reverted',
});

/** What a file may hold. */
export const importTargets = ['employee', 'department'] as const;

/** How a file's rows meet the people there are. */
export const importModes = ['add', 'update', 'both'] as const;

const byTarget = { by: 'target', codes: { employee: page.button.import, department: page.button.importDept } } as const;

/** Reads a file into a plan; nothing is written before the plan is applied. The job's result is `{ planId }`. */
export const employeeImportPreview = endpoint({
  method: 'POST',
  path: 'muc/employee/import/preview',
  access: { anyOf: [page.button.import, page.button.importDept] },
  permit: byTarget,
  scope: 'employee',
  audit: 'employee.importPreview',
  input: z.strictObject({
    /** An uploaded .xlsx or .csv. */
    fileId: id(),
    /** What the rows are; departments need `importDept`. */
    target: z.enum(importTargets).default('employee'),
    mode: z.enum(importModes).default('both'),
    /** By what a row finds the person it means; a department is found by its path. */
    key: z.enum(['account', 'employeeNo']).default('account'),
    /** Departments of the file that don't exist are created; else their rows are refused. */
    createDepartments: z.boolean().default(true),
  }),
  reply: job(),
  errors: [12120],
  timeout: 60_000,
  summary: 'Reads an xlsx or csv of employees into a plan with creates, changes, unchanged and refused rows',
});

/** An empty file to fill in. */
export const employeeImportTemplate = endpoint({
  method: 'GET',
  path: 'muc/employee/import/template',
  access: { anyOf: [page.button.import, page.button.importDept] },
  permit: byTarget,
  scope: 'none',
  answer: 'raw',
  input: z.object({
    target: z.enum(importTargets).default('employee'),
    language: z.enum(['zh_CN', 'en_US', 'ja_JP']).optional(),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
  }),
  reply: z.null(),
  summary: 'An empty import file with headers in one language and an example',
});

/** The columns of an export, in their order in the file. */
export const exportColumns = [
  'account',
  'name',
  'nameEn',
  'alias',
  'nameReading',
  'employeeNo',
  'department',
  'otherDepartments',
  'title',
  'mobile',
  'workPhone',
  'email',
  'personalEmail',
  'gender',
  'birthday',
  'hireDate',
  'jobLevel',
  'workplace',
  'costCentre',
  'employmentType',
  'manager',
  'managerAccount',
  'status',
  'remark',
  'createdAt',
  'updatedAt',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/** Writes what is filtered to a file; the job's result is `{ fileId, rows }`. Unmasked needs `exportFull` and the password again. */
export const employeeExport = endpoint({
  method: 'POST',
  path: 'muc/employee/export',
  access: { code: page.button.export },
  permit: { by: 'full', codes: { true: page.button.exportFull } },
  scope: 'employee',
  audit: 'employee.export',
  waits: 'unseen',
  subject: 'employee',
  input: z.strictObject({
    filter: employeeFilter.optional(),
    ids: ids().optional(),
    columns: z
      .array(z.union([z.enum(exportColumns), z.templateLiteral(['extra.', extraCode()])]))
      .min(1)
      .max(exportColumns.length + extraLimits.fields)
      .optional(),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    full: z.boolean().default(false),
  }),
  reply: job(),
  summary: 'Exports employees to xlsx or csv, masked unless asked and granted otherwise',
});
