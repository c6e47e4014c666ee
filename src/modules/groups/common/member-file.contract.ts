import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';
import { chatManagePage as page } from './permissions.ts';
import { unfitReasons } from './words.ts';

/** Members of a group in a file. */
export const groupMemberExport = endpoint({
  method: 'POST',
  path: 'im/group/member/export',
  access: { code: page.button.export },
  scope: 'department',
  audit: 'groupMember.export',
  waits: 'again',
  subject: 'groupMember',
  input: z.strictObject({ groupId: id(), format: z.enum(['xlsx', 'csv']) }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the members of a group to a file, as a job',
});

/** Adds the people of a file to a group. */
export const groupMemberImport = endpoint({
  method: 'POST',
  path: 'im/group/member/import',
  access: { code: page.button.addMember },
  scope: 'employee',
  audit: 'groupMember.import',
  input: z.strictObject({ groupId: id(), fileId: id() }),
  reply: z.object({ jobId: id() }),
  summary: 'Adds the people whose accounts stand in a file to a group, as a job; who can’t be added is told line by line',
});

/** What became of the lines of a file. */
export const memberImportResult = z.object({
  count: z.int(),
  refused: z.array(z.object({ line: z.int(), account: z.string(), reason: z.enum([...unfitReasons, 'unknown']) })),
  /** Lines beyond those that are listed. */
  more: z.int(),
});
/** What became of the lines of a file. */
export type MemberImportResult = z.output<typeof memberImportResult>;
