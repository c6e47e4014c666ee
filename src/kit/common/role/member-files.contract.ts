import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { id } from '../schema.ts';
import type { MemberKind } from './role-range.ts';

/** Codes of the buttons that write the members of a role to a file and read them from one. */
export interface MemberFileCodes {
  readonly import: string;
  readonly export: string;
}

const job = () => z.object({ jobId: id() });

/** What calls, jobs and the log call members of each kind by. */
export const memberWords = { employee: 'Members', department: 'Departments', crowd: 'Crowds' } as const;

const plan = 'the job’s result is { planId }, nothing is written before it is applied';
const summaries = {
  employee: {
    export: 'Exports who was given a role by name; the job’s result is { fileId, rows }',
    import: `Reads an xlsx or csv of people who get a role into a plan; ${plan}`,
  },
  department: {
    export: 'Exports the departments that hold a role; the job’s result is { fileId, rows }',
    import: `Reads an xlsx or csv of departments that get a role, by their path, into a plan; ${plan}`,
  },
  crowd: {
    export: 'Exports the dynamic groups that hold a role; the job’s result is { fileId, rows }',
    import: `Reads an xlsx or csv of dynamic groups that get a role, by name, into a plan; ${plan}`,
  },
} as const;

/** Members of one kind of one area's roles in files: what the export writes, the import reads again. */
export function memberFilesContract<const A extends string>(area: A, codes: MemberFileCodes, kind: MemberKind = 'employee') {
  const end = memberWords[kind];
  return Object.freeze({
    area,
    codes,
    kind,
    export: endpoint({
      method: 'POST',
      path: `role/${area}/export${end}`,
      access: { code: codes.export },
      scope: 'employee',
      audit: `role.${area}.export${end}`,
      waits: 'unseen',
      subject: 'member',
      input: z.strictObject({ roleId: id(), format: z.enum(['xlsx', 'csv']).default('xlsx') }),
      reply: job(),
      summary: summaries[kind].export,
    }),
    import: endpoint({
      method: 'POST',
      path: `role/${area}/import${end}`,
      access: { code: codes.import },
      scope: 'employee',
      audit: `role.${area}.preview${end}`,
      input: z.strictObject({ roleId: id(), fileId: id() }),
      reply: job(),
      errors: [11080],
      timeout: 60_000,
      summary: summaries[kind].import,
    }),
  });
}

/** The operations that write the people of an area's roles to files and read them. */
export type MemberFilesContract = ReturnType<typeof memberFilesContract>;
