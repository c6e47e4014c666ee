import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { editorPage, managerPage } from './permissions.ts';
import { editorRights } from './words.ts';

const empIds = z
  .array(id())
  .min(1)
  .max(100)
  .transform((all) => [...new Set(all)]);
const rights = z
  .array(z.enum(editorRights))
  .min(1)
  .transform((all) => editorRights.filter((right) => all.includes(right)));

/** Somebody who works for an account; `id` is the person. */
const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  /** Neither left nor disabled. */
  active: z.boolean(),
  rights: z.array(z.enum(editorRights)),
  since: time(),
  by: z.string(),
  /** When the person last did something in the account. */
  lastActiveAt: time().nullable(),
});
/** Row of a list of who works for an account. */
export type MemberRow = z.output<typeof memberRow>;

const listInput = pageQuery(['since', 'name'] as const).extend({
  snoId: id(),
  text: searchText().optional(),
  deptId: id().optional(),
});

/** Managers of an account. */
export const managerList = endpoint({
  method: 'GET',
  path: 'mpm/sno/manager/list',
  access: { code: managerPage.code },
  scope: 'department',
  input: listInput,
  reply: pageOf(memberRow),
  summary: 'Managers of an account',
});

/** Makes people managers; editors become managers. */
export const managerAdd = endpoint({
  method: 'POST',
  path: 'mpm/sno/manager/add',
  access: { code: managerPage.button.assign },
  scope: 'department',
  audit: 'snoManager.add',
  dryRun: true,
  input: z.strictObject({ snoId: id(), empIds }),
  reply: count(),
  summary: 'Makes people managers of an account; editors among them become managers',
});

/** Takes managers away. */
export const managerRemove = endpoint({
  method: 'POST',
  path: 'mpm/sno/manager/remove',
  access: { code: managerPage.button.remove },
  scope: 'department',
  audit: 'snoManager.remove',
  dryRun: true,
  errors: [15001],
  input: z.strictObject({ snoId: id(), empIds }),
  reply: count(),
  summary: 'Takes managers from an account; an enabled one keeps an active manager',
});

/** Gives the place of a manager to somebody else. */
export const managerTransfer = endpoint({
  method: 'POST',
  path: 'mpm/sno/manager/transfer',
  access: { code: managerPage.button.transfer },
  scope: 'department',
  audit: 'snoManager.transfer',
  dryRun: true,
  errors: [15001, 15011],
  input: z.strictObject({ snoId: id(), from: id(), to: id() }),
  reply: count(),
  summary: 'Gives the place of a manager to another person',
});

/** Editors of an account. */
export const editorList = endpoint({
  method: 'GET',
  path: 'mpm/sno/editor/list',
  access: { code: editorPage.code },
  scope: 'department',
  input: listInput.extend({ right: z.enum(editorRights).optional() }),
  reply: pageOf(memberRow),
  summary: 'Editors of an account, with what they may do',
});

/** Makes people editors. */
export const editorAdd = endpoint({
  method: 'POST',
  path: 'mpm/sno/editor/add',
  access: { code: editorPage.button.assign },
  scope: 'department',
  audit: 'snoEditor.add',
  dryRun: true,
  input: z.strictObject({ snoId: id(), empIds, rights }),
  reply: count(),
  summary: 'Makes people editors of an account; who works for it already stays as they are',
});

/** Changes what editors may do. */
export const editorUpdate = endpoint({
  method: 'POST',
  path: 'mpm/sno/editor/update',
  access: { code: editorPage.button.update },
  scope: 'department',
  audit: 'snoEditor.update',
  dryRun: true,
  errors: [15011],
  input: z.strictObject({ snoId: id(), empIds, rights }),
  reply: count(),
  summary: 'Changes what editors of an account may do',
});

/** Takes editors away. */
export const editorRemove = endpoint({
  method: 'POST',
  path: 'mpm/sno/editor/remove',
  access: { code: editorPage.button.remove },
  scope: 'department',
  audit: 'snoEditor.remove',
  dryRun: true,
  input: z.strictObject({ snoId: id(), empIds }),
  reply: count(),
  summary: 'Takes editors from an account',
});
