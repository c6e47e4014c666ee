import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { holdingContract } from '#kit/common/role/role.contract.ts';
import { roleDetail, roleDraft, roleRow } from '#kit/common/role/role.schema.ts';
import { count, id, ids, pageOf, pageQuery, searchText, time, version } from '#kit/common/schema.ts';
import { belongsPage, specialRoleCodes, specialUserPage as page } from './permissions.ts';
import { expected } from './role.contract.ts';
import { fieldKey } from './field-key.ts';
import { contactFunctions, masks, memberKinds, specialModes } from './words.ts';

/** What is shown of somebody whom a rule protects: fields left out stay as everybody's. */
export const fieldOverride = z.strictObject({ fieldKey: fieldKey(), show: z.boolean(), mask: z.enum(masks).default('none') });
/** What is shown of one field. */
export type FieldOverride = z.output<typeof fieldOverride>;

const overrides = z.array(fieldOverride).max(120);
const special = {
  mode: z.enum(specialModes),
  fields: overrides,
  deniedFunctions: z
    .array(z.enum(contactFunctions))
    .max(50)
    .transform((all) => [...new Set(all)].toSorted()),
  /** Whom people reach instead; only of `protected`. */
  proxyEmpId: id().nullable(),
  /** What exceptions see: as everybody sees anybody, or these fields. */
  exceptionsSee: z.strictObject({ kind: z.enum(['general', 'fields']), fields: overrides.default([]) }),
  /** Holders of these contact roles are exceptions, too. */
  exceptionRoleIds: z
    .array(id())
    .max(50)
    .transform((all) => [...new Set(all)].toSorted()),
  /** The rule ends then. */
  until: time().nullable(),
};

/** A special user rule as entered. */
export const specialDraft = z.strictObject({
  name: roleDraft.shape.name,
  code: roleDraft.shape.code,
  description: roleDraft.shape.description,
  ownerDeptId: id(),
  mode: special.mode,
  fields: special.fields.default([]),
  deniedFunctions: special.deniedFunctions.default([]),
  proxyEmpId: special.proxyEmpId.default(null),
  exceptionsSee: special.exceptionsSee.default({ kind: 'general', fields: [] }),
  exceptionRoleIds: special.exceptionRoleIds.default([]),
  until: special.until.default(null),
});
/** A special user rule as entered. */
export type SpecialDraft = z.output<typeof specialDraft>;

/** A change of a special user rule: the version that was read, and the changed fields only. */
export const specialChange = z.strictObject({
  roleId: id(),
  version: version(),
  ...z.object({ ...specialDraft.omit({ description: true, ownerDeptId: true }).shape, ...special }).partial().shape,
  name: specialDraft.shape.name.optional(),
  code: specialDraft.shape.code.optional(),
  description: roleDraft.shape.description.unwrap().optional(),
  ownerDeptId: id().optional(),
  expect: expected.optional(),
});

const shown = {
  mode: special.mode,
  priority: z.int(),
  /** People whom it protects, in the caller's range. */
  belongs: z.int(),
  /** People who are exceptions, in the caller's range. */
  exceptions: z.int(),
  /** Fields that it changes. */
  fieldsChanged: z.int(),
  until: time().nullable(),
};
/** A special user rule in a list. */
export const specialRow = roleRow.extend(shown);
/** A special user rule with what its form shows. */
export const specialDetail = roleDetail.extend({
  ...shown,
  fields: overrides,
  deniedFunctions: z.array(z.enum(contactFunctions)),
  proxyEmpId: z.string().nullable(),
  /** Empty where there is none, or one out of range. */
  proxyName: z.string(),
  exceptionsSee: special.exceptionsSee,
  exceptionRoleIds: z.array(z.string()),
});

/** What every role has: the members are the exceptions. */
export const specialHolding = holdingContract('cpd', specialRoleCodes);
const write = { scope: 'role', dryRun: true, errors: [20020, 20050] } as const;
const switching = z.strictObject({ ids: ids(), expect: expected.optional() });

/** Operations on special user rules; their members are the exceptions. */
export const specialUser = Object.freeze({
  ...specialHolding,
  list: endpoint({
    method: 'POST',
    path: 'role/cpd/list',
    reads: true,
    access: { code: page.code },
    scope: 'role',
    input: specialHolding.list.input.extend({
      mode: z.enum(specialModes).optional(),
      /** Rules that protect this person. */
      employeeId: id().optional(),
    }),
    reply: pageOf(specialRow),
    summary: 'Special user rules of departments in range, by priority',
  }),
  find: endpoint({
    method: 'GET',
    path: 'role/cpd/find',
    access: { code: page.code },
    scope: 'role',
    input: z.object({ roleId: id() }),
    reply: specialDetail,
    summary: 'One special user rule',
  }),
  save: endpoint({
    method: 'POST',
    path: 'role/cpd/save',
    access: { code: page.button.add },
    audit: 'specialUser.add',
    ...write,
    input: specialDraft,
    reply: z.object({ roleId: id() }),
    summary: 'A new special user rule behind all others, which protects nobody yet',
  }),
  update: endpoint({
    method: 'POST',
    path: 'role/cpd/update',
    access: { code: page.button.update },
    audit: 'specialUser.update',
    ...write,
    input: specialChange,
    reply: specialDetail,
    summary: 'Changes a special user rule',
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'role/cpd/delete',
    access: { code: page.button.delete },
    scope: 'role',
    audit: 'role.cpd.delete',
    dryRun: true,
    input: specialHolding.delete.input.extend({ expect: expected.optional() }),
    reply: specialHolding.delete.reply,
    errors: [20050],
    summary: 'Deletes special user rules: those whom they protect show by the next one that holds them',
  }),
});

/** What a special user rule says of those whom it protects: fields that it changes, and functions that it takes away. */
export const specialResources = endpoint({
  method: 'GET',
  path: 'role/cpd/resources',
  access: { code: page.code },
  scope: 'role',
  input: z.object({ roleId: id() }),
  reply: z.object({
    roleId: z.string(),
    version: version(),
    fields: overrides,
    deniedFunctions: z.array(z.enum(contactFunctions)),
  }),
  summary: 'Fields that a special user rule changes, and functions that it takes away',
});

/** Sets what a special user rule says of those whom it protects. */
export const specialSaveResources = endpoint({
  method: 'POST',
  path: 'role/cpd/saveResources',
  access: { code: page.button.update },
  audit: 'specialUser.resources',
  scope: 'role',
  dryRun: true,
  input: z.strictObject({
    roleId: id(),
    version: version(),
    fields: special.fields,
    deniedFunctions: special.deniedFunctions,
    expect: expected.optional(),
  }),
  reply: z.object({ version: version() }),
  errors: [20050],
  summary: 'Sets the fields that a special user rule changes, and the functions that it takes away',
});

/** Enables special user rules. */
export const specialEnable = endpoint({
  method: 'POST',
  path: 'contact/special/enable',
  access: { code: page.button.enable },
  scope: 'role',
  audit: 'specialUser.enable',
  dryRun: true,
  input: switching,
  reply: count(),
  errors: [20050],
  summary: 'Enables special user rules',
});

/** Disables special user rules. */
export const specialDisable = endpoint({
  method: 'POST',
  path: 'contact/special/disable',
  access: { code: page.button.disable },
  scope: 'role',
  audit: 'specialUser.disable',
  dryRun: true,
  input: switching,
  reply: count(),
  errors: [20050],
  summary: 'Disables special user rules: those whom they protect show by the next one that holds them',
});

/** Sets the order in which special user rules are asked. */
export const specialReorder = endpoint({
  method: 'POST',
  path: 'contact/special/reorder',
  access: { code: page.button.reorder },
  scope: 'role',
  audit: 'specialUser.order',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  errors: [20021],
  summary: 'Puts these rules into this order, in the places that they hold together; the others stay where they are',
});

const party = z.strictObject({ kind: z.enum(memberKinds), id: id() });
/** One whom a rule protects, with all below a department and everybody of a crowd. */
export type BelongsParty = z.output<typeof party>;

/** Person protected by a rule, in a list. */
export const belongsRow = z.object({
  kind: z.enum(memberKinds),
  id: z.string(),
  name: z.string(),
  fullName: z.string(),
  people: z.int(),
  since: time(),
  by: z.string(),
});

/** Whom a special user rule protects. */
export const belongsList = endpoint({
  method: 'GET',
  path: 'contact/special/belongs/list',
  access: { code: belongsPage.code },
  scope: 'employee',
  input: pageQuery(['name', 'since'] as const).extend({
    roleId: id(),
    kind: z.enum(memberKinds).optional(),
    text: searchText().optional(),
  }),
  reply: pageOf(belongsRow),
  summary: 'Whom a special user rule protects',
});

const belongsWrite = z.strictObject({ roleId: id(), parties: z.array(party).min(1).max(500), expect: expected.optional() });

/** Puts people, departments and crowds under a special user rule. */
export const belongsSave = endpoint({
  method: 'POST',
  path: 'contact/special/belongs/save',
  access: { code: belongsPage.button.assign },
  scope: 'employee',
  audit: 'specialUser.belongs',
  dryRun: true,
  input: belongsWrite,
  reply: count(),
  errors: [20020, 20050],
  summary: 'Puts people, departments and dynamic groups under a special user rule',
});

/** Reads a file of accounts into a plan that puts these people under a special user rule. The job's result is `{ planId }`. */
export const belongsImport = endpoint({
  method: 'POST',
  path: 'contact/special/belongs/import',
  access: { code: belongsPage.button.import },
  scope: 'employee',
  audit: 'specialUser.previewBelongs',
  input: z.strictObject({ roleId: id(), fileId: id() }),
  reply: z.object({ jobId: id() }),
  errors: [11080],
  timeout: 60_000,
  summary: 'Reads an xlsx or csv of people whom a special user rule will protect into a plan; nothing is written before it is applied',
});

/** Takes people, departments and crowds out of a special user rule. */
export const belongsRemove = endpoint({
  method: 'POST',
  path: 'contact/special/belongs/remove',
  access: { code: belongsPage.button.remove },
  scope: 'employee',
  audit: 'specialUser.belongsRemove',
  dryRun: true,
  input: belongsWrite,
  reply: count(),
  errors: [20050],
  summary: 'Takes people, departments and dynamic groups out of a special user rule',
});
