import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { functionList, roleFunctionsContract, roleModuleContract } from '#kit/common/role/role-module.contract.ts';
import { count, id, ids, version } from '#kit/common/schema.ts';
import { authRangePage, contactRoleCodes, contactRolePage, functionPage, relateUserPage, searchRangePage } from './permissions.ts';
import { contactFunctions, exactFields, contactWords, rangeRowKinds } from './words.ts';

/** A row of a range as entered: ids only for departments, crowds and people. */
export const rangeRow = z.strictObject({
  kind: z.enum(rangeRowKinds),
  ids: z
    .array(id())
    .max(2000)
    .transform((all) => [...new Set(all)].toSorted())
    .default([]),
  /** Departments with all below them. */
  withBelow: z.boolean().default(true),
  /** Takes away from the rows of the same role that give; nothing from other roles. */
  exclude: z.boolean().default(false),
});
/** A row of a range. */
export type RangeRow = z.output<typeof rangeRow>;

/** Numbers that were on screen when somebody said yes: the write is refused with 20050 when they are others by now. */
export const expected = z.strictObject({ gain: z.int().min(0), lose: z.int().min(0) });
/** Numbers that were on screen. */
export type Expected = z.output<typeof expected>;

const named = z.object({ id: z.string(), name: z.string(), fullName: z.string(), broken: z.boolean() });
/** A row of a range as shown; what no longer exists is broken and gives nobody. */
export const rangeRowView = z.object({
  kind: z.enum(rangeRowKinds),
  objects: z.array(named),
  withBelow: z.boolean(),
  exclude: z.boolean(),
});

const holding = roleModuleContract('contact', {
  codes: contactRoleCodes,
  // Its lists are asked for by POST; by GET, as in the first areas, they answer the same.
  lists: 'both',
  access: { code: contactRolePage.code },
  gives: {
    /** Ranges in plain words, in the caller's language. */
    authRange: z.string(),
    searchRange: z.string(),
    functions: z.int(),
  },
  list: 'Contact roles of departments in range: the built-in one first, then in the order in which they were put',
  one: 'One contact role',
});

const turning = {
  access: (verb: 'enable' | 'disable' | 'delete') => ({ code: contactRolePage.button[verb] }),
  scope: 'role',
  dryRun: true,
  input: holding.enable.input.extend({ expect: expected.optional() }),
  reply: holding.enable.reply,
  errors: [20001, 20050],
} as const;

const switching = (verb: 'enable' | 'disable', summary: string) =>
  endpoint({
    ...turning,
    access: turning.access(verb),
    method: 'POST',
    path: `role/contact/${verb}`,
    audit: `role.contact.${verb}`,
    summary,
  });

/** Operations on contact roles: who holds them; what they give follows below. */
export const contactRole = Object.freeze({
  ...holding,
  enable: switching('enable', 'Enables contact roles'),
  disable: switching('disable', 'Disables contact roles: their holders fall back to the other roles they hold'),
  delete: endpoint({
    ...turning,
    access: turning.access('delete'),
    method: 'DELETE',
    path: 'role/contact/delete',
    audit: 'role.contact.delete',
    summary: 'Deletes contact roles; their members fall back to the other roles they hold',
  }),
});

/** Sets the order in which contact roles are shown. */
export const contactRoleReorder = endpoint({
  method: 'POST',
  path: 'role/contact/reorder',
  access: { code: contactRolePage.button.update },
  scope: 'role',
  audit: 'contactRole.order',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  errors: [20001],
  summary: 'Puts these contact roles into this order, in the places that they hold together',
});

/** The people of a contact role in files. */
export const contactMembers = memberFilesContract('contact', {
  import: relateUserPage.button.import,
  export: relateUserPage.button.export,
});

const rangeKind = z.enum(['auth', 'search']);
const counted = {
  /** People in the caller's range whom the rows mean that are the same for every holder. */
  people: z.int(),
  /** Whether rows mean others for each holder besides. */
  byHolder: z.boolean(),
  sentence: z.string(),
};

/** What holders of a role see in the tree, or find. */
export const contactRanges = endpoint({
  method: 'GET',
  path: 'role/contact/ranges',
  access: { anyOf: [authRangePage.code, searchRangePage.code] },
  scope: 'role',
  input: z.object({ roleId: id(), kind: rangeKind }),
  reply: z.object({
    roleId: z.string(),
    version: version(),
    kind: rangeKind,
    /** Only of the search range: whoever is seen in the tree is found. */
    sameAsAuth: z.boolean(),
    rows: z.array(rangeRowView),
    exactMatch: z.array(z.enum(exactFields)),
    ...counted,
  }),
  summary: 'A range of a contact role, with the number of people in it',
});

/** How many people rows mean that are not saved yet. */
export const contactRangeCount = endpoint({
  method: 'POST',
  path: 'role/contact/rangeCount',
  reads: true,
  access: { anyOf: [authRangePage.code, searchRangePage.code] },
  scope: 'role',
  input: z.strictObject({ roleId: id(), rows: z.array(rangeRow).max(50) }),
  reply: z.object(counted),
  summary: 'How many people the rows of a range mean that are not saved yet, and what they say in words',
});

/** Sets what holders see in the tree, or find. */
export const contactSaveRanges = endpoint({
  method: 'POST',
  path: 'role/contact/saveRanges',
  access: { anyOf: [authRangePage.button.save, searchRangePage.button.save] },
  permit: { by: 'kind', codes: { auth: authRangePage.button.save, search: searchRangePage.button.save } },
  scope: 'role',
  audit: 'contactRole.range',
  dryRun: true,
  input: z.strictObject({
    roleId: id(),
    version: version(),
    kind: rangeKind,
    rows: z.array(rangeRow).max(50),
    sameAsAuth: z.boolean().default(false),
    exactMatch: z
      .array(z.enum(exactFields))
      .max(4)
      .transform((all) => [...new Set(all)].toSorted())
      .optional(),
    expect: expected.optional(),
  }),
  reply: z.object({ version: version() }),
  errors: [20002, 20003, 20050],
  summary: 'Sets a range of a contact role',
});

const functions = roleFunctionsContract('contact', {
  words: contactWords,
  codes: { read: functionPage.code, save: functionPage.button.save },
  audit: 'contactRole.function',
  input: { functions: functionList(contactFunctions, 50) },
  summaries: { read: 'Functions of a contact role, with what each means', save: 'Sets the functions of a contact role' },
});
/** What holders of a role may do with whom they see. */
export const contactResources = functions.resources;
/** Sets what holders of a role may do. */
export const contactSaveResources = functions.save;

const job = () => z.object({ jobId: id() });
const format = z.enum(['xlsx', 'csv']).default('xlsx');

/** Writes the contact roles to a file. The job's result is `{ fileId, rows }`. */
export const contactRoleExport = endpoint({
  method: 'POST',
  path: 'role/contact/export',
  access: { code: contactRolePage.button.export },
  scope: 'role',
  audit: 'contactRole.export',
  waits: 'unseen',
  subject: 'contactRole',
  input: z.strictObject({ format }),
  reply: job(),
  summary: 'Exports the contact roles in range',
});
