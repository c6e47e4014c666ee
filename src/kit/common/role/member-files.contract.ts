import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { id } from '../schema.ts';

/** Codes of the buttons that write the people of a role to a file and read them from one. */
export interface MemberFileCodes {
  readonly import: string;
  readonly export: string;
}

const job = () => z.object({ jobId: id() });

/** People of one area's roles in files: what the export writes, the import reads again. */
export function memberFilesContract<const A extends string>(area: A, codes: MemberFileCodes) {
  return Object.freeze({
    area,
    codes,
    export: endpoint({
      method: 'POST',
      path: `role/${area}/exportMembers`,
      access: { code: codes.export },
      scope: 'employee',
      audit: `role.${area}.exportMembers`,
      waits: 'unseen',
      subject: 'member',
      input: z.strictObject({ roleId: id(), format: z.enum(['xlsx', 'csv']).default('xlsx') }),
      reply: job(),
      summary: 'Exports who was given a role by name; the job’s result is { fileId, rows }',
    }),
    import: endpoint({
      method: 'POST',
      path: `role/${area}/importMembers`,
      access: { code: codes.import },
      scope: 'employee',
      audit: `role.${area}.previewMembers`,
      input: z.strictObject({ roleId: id(), fileId: id() }),
      reply: job(),
      errors: [11080],
      timeout: 60_000,
      summary:
        'Reads an xlsx or csv of people who get a role into a plan; the job’s result is { planId }, nothing is written before it is applied',
    }),
  });
}

/** The operations that write the people of an area's roles to files and read them. */
export type MemberFilesContract = ReturnType<typeof memberFilesContract>;
