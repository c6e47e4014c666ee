import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { holdingContract } from '#kit/common/role/role.contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { fileRuleCodes, fileUserPage, fileWhitePage as page } from './permissions.ts';

/** Operations on file rules: roles of module `fmm`, which hold people and grant nothing. All terminals and segment limits unless said. */
export const fileRule = holdingContract('fmm', fileRuleCodes, { terminalType: 1, ruleType: 1 });

/** The people of a file rule in files. */
export const fileMembers = memberFilesContract('fmm', { import: fileUserPage.button.import, export: fileUserPage.button.export });

/** Person exempt from file rules. */
export const whiteRow = z.object({
  /** The person's. */
  id: z.string(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  enabled: z.boolean(),
  reason: z.string(),
  until: time().nullable(),
  since: time(),
  by: z.string(),
});
export type WhiteRow = z.output<typeof whiteRow>;

/** Who stands on the white list of a file rule. */
export const whiteList = endpoint({
  method: 'GET',
  path: 'role/fmm/whiteList/list',
  access: { code: page.code },
  scope: 'employee',
  input: pageQuery(['since', 'until'] as const).extend({
    roleId: id(),
    text: searchText().optional(),
    /** Only entries that end within so many days. */
    endsWithinDays: z.int().min(1).max(3650).optional(),
    /** The same by the spans that one usually asks for; `ended`: what holds no more. */
    ending: z.enum(['3', '30', '90', 'ended']).optional(),
  }),
  reply: pageOf(whiteRow),
  dedupe: 'cancel-previous',
  summary: 'People whom a file rule never touches',
});

/** Reason and end of entries; who stands on the list already gets the new ones. */
export const whiteDraft = z.strictObject({
  roleId: id(),
  ids: ids(),
  reason: text(500),
  until: time().nullable().default(null),
});

/** Puts people on the white list of a file rule. */
export const whiteAdd = endpoint({
  method: 'POST',
  path: 'role/fmm/whiteList/add',
  access: { code: page.button.add },
  scope: 'employee',
  audit: 'fileMember.whiteAdd',
  dryRun: true,
  input: whiteDraft,
  reply: count(),
  summary: 'Puts people on the white list of a file rule, for ever or until a time',
});

/** Takes people off the white list of a file rule. */
export const whiteRemove = endpoint({
  method: 'POST',
  path: 'role/fmm/whiteList/remove',
  access: { code: page.button.remove },
  scope: 'employee',
  audit: 'fileMember.whiteRemove',
  dryRun: true,
  input: z.strictObject({ roleId: id(), ids: ids() }),
  reply: count(),
  summary: 'Takes people off the white list of a file rule',
});

const job = () => z.object({ jobId: id() });

/** Writes the white list of a file rule to a file that the import reads again. The job's result is `{ fileId, rows }`. */
export const whiteExport = endpoint({
  method: 'POST',
  path: 'role/fmm/whiteList/export',
  access: { code: page.button.export },
  scope: 'employee',
  audit: 'fileMember.whiteExport',
  waits: 'unseen',
  subject: 'fileWhite',
  input: z.strictObject({ roleId: id(), format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: job(),
  summary: 'Exports the white list of a file rule',
});

/** Reads a file of accounts, reasons and ends into a plan; nothing is written before it is applied. The job's result is `{ planId }`. */
export const whiteImport = endpoint({
  method: 'POST',
  path: 'role/fmm/whiteList/import',
  access: { code: page.button.import },
  scope: 'employee',
  audit: 'fileMember.whiteImport',
  input: z.strictObject({ roleId: id(), fileId: id() }),
  reply: job(),
  errors: [11080],
  timeout: 60_000,
  summary: 'Reads an xlsx or csv of the white list of a file rule into a plan',
});
