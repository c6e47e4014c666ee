import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { codeText, count, email, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, version } from '#kit/common/schema.ts';
import { extraCondition, extraValue, extraValues } from './extra/extra-fields.ts';
import { userManagement as page } from './permissions.ts';
import { roleTurn } from './role-turn.ts';

/** What a department is: a company may hold companies; a virtual department is never anybody's primary one. */
export const departmentKinds = ['company', 'department', 'virtual'] as const;

const name = () => localText(100).strict();
const reason = () => longText(500).optional();
const people = () =>
  z
    .array(id())
    .max(10)
    .transform((all) => [...new Set(all)]);
/** A department or person as a label. */
export const reference = z.object({ id: z.string(), name: z.string() });

const fields = {
  name: name(),
  code: codeText(64).nullable(),
  kind: z.enum(departmentKinds),
  managerIds: people(),
  deputyIds: people(),
  phone: text(32).nullable(),
  email: email().nullable(),
  address: text(200).nullable(),
  costCentre: text(64).nullable(),
  description: longText(1000).nullable(),
  /** Values of extra fields by code; those left out stay. */
  extra: extraValues(),
};

/** What an administrator enters for a new department; it goes last among its siblings. */
export const departmentDraft = z.strictObject({
  parentId: id(),
  name: fields.name,
  code: fields.code.default(null),
  kind: fields.kind.default('department'),
  managerIds: fields.managerIds.default([]),
  deputyIds: fields.deputyIds.default([]),
  phone: fields.phone.default(null),
  email: fields.email.default(null),
  address: fields.address.default(null),
  costCentre: fields.costCentre.default(null),
  description: fields.description.default(null),
  extra: fields.extra.optional(),
});

/** A change of a department: the version that was read, and the changed fields only. */
export const departmentChange = z.strictObject({ id: id(), version: version(), ...z.object(fields).partial().shape });

/** A department in a list. */
export const departmentRow = z.object({
  ...stamps,
  parentId: id().nullable(),
  name: localText(100),
  /** Names from the top in the caller's language, joined by ` / `. */
  fullName: z.string(),
  code: z.string().nullable(),
  kind: z.enum(departmentKinds),
  managers: z.array(reference),
  enabled: z.boolean(),
  hasChildren: z.boolean(),
  /** People whose assignment is this very department; deleted ones don't count. */
  directCount: z.int(),
  /** People here and below, each once. */
  totalCount: z.int(),
  /** Sources the department is tied to, the strongest first. */
  sources: z.array(reference),
  /** Listable extra fields by code, as they are read; sensitive ones masked. */
  extraTexts: z.record(z.string(), z.string()),
});

/** A department with everything its form shows. */
export const departmentDetail = z.object({
  ...departmentRow.shape,
  deputies: z.array(reference),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  costCentre: z.string().nullable(),
  description: z.string().nullable(),
  childCount: z.int(),
  /** Values of extra fields by code, sensitive ones masked; `extraTexts` holds all of them here. */
  extra: z.record(z.string(), extraValue),
  /** Fields that a source keeps up to date: they are changed there. */
  owners: z.record(z.string(), z.object({ sourceId: id(), sourceName: z.string(), attribute: z.string() })),
});

/** Things of one sort that name a department: roles, crowds, limits, … Names of those that the caller may read, at most 20. */
export const departmentUses = z.object({
  kind: z.string(),
  title: z.string(),
  count: z.int(),
  objects: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
});
export type DepartmentUses = z.output<typeof departmentUses>;

/** A node of the tree. One above the caller's range has a name only: `inRange` false, no counts. */
export const departmentNode = z.object({
  id: id(),
  parentId: id().nullable(),
  name: z.string(),
  code: z.string().nullable(),
  kind: z.enum(departmentKinds),
  enabled: z.boolean(),
  hasChildren: z.boolean(),
  inRange: z.boolean(),
  directCount: z.int().nullable(),
  totalCount: z.int().nullable(),
  version: z.int(),
});
export type DepartmentNode = z.output<typeof departmentNode>;
export type DepartmentRow = z.output<typeof departmentRow>;
export type DepartmentDetail = z.output<typeof departmentDetail>;
export type DepartmentDraft = z.output<typeof departmentDraft>;

/** Levels of the tree, parents before children, siblings in their order. */
export const departmentTree = endpoint({
  method: 'GET',
  path: 'muc/dept/tree',
  access: { code: page.code },
  scope: 'department',
  input: z.object({
    /** Children of this one; without it, the top of what the caller may see (with the names above it). */
    parentId: id().optional(),
    /** This one with all above it instead, from the top: how to open the tree at a department. */
    of: id().optional(),
    depth: z.int().min(1).max(3).default(1),
    withCount: z.boolean().default(false),
    includeDisabled: z.boolean().default(true),
    /** Found by name, pinyin, initials or code anywhere in range: the hits (at most 100) with all above them. */
    text: searchText().optional(),
  }),
  reply: z.object({ nodes: z.array(departmentNode), hits: z.array(id()) }),
  summary: 'Levels of the department tree, or what a search finds in it',
});

/** What departments are chosen by, in the table and in exports. */
export const departmentFilter = z.strictObject({
  parentId: id().optional(),
  /** With everything below the parent, not its children alone. */
  below: z.boolean().default(false),
  text: searchText().optional(),
  enabled: z.boolean().optional(),
  kind: z.enum(departmentKinds).optional(),
  /** Only departments in which nobody is. */
  empty: z.boolean().optional(),
  /** Tied to a source of people. */
  sourceId: id().optional(),
  /** Conditions on filterable extra fields, as those of people. */
  extra: z.array(extraCondition()).max(50).optional(),
});
export type DepartmentFilter = z.output<typeof departmentFilter>;

/** Departments as a table. */
export const departmentList = endpoint({
  method: 'GET',
  path: 'muc/dept/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['orderNo', 'name', 'code', 'updatedAt'] as const).extend(departmentFilter.shape),
  reply: pageOf(departmentRow),
  summary: 'Departments in range',
});

/** One department. */
export const departmentGet = endpoint({
  method: 'GET',
  path: 'muc/dept/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: departmentDetail.extend({ /** What else names it. */ usedBy: z.array(departmentUses) }),
  summary: 'A department with its managers, its counts and what names it',
});

/** A new department. */
export const departmentAdd = endpoint({
  method: 'POST',
  path: 'muc/dept/add',
  access: { code: page.button.addDept },
  scope: 'department',
  audit: 'department.add',
  dryRun: true,
  input: departmentDraft,
  reply: z.object({ id: id() }),
  errors: [12002],
  summary: 'Adds a department below another, as the last of its children',
});

/** Changed fields of a department. */
export const departmentUpdate = endpoint({
  method: 'POST',
  path: 'muc/dept/update',
  access: { code: page.button.updateDept },
  scope: 'department',
  audit: 'department.update',
  dryRun: true,
  input: departmentChange,
  reply: departmentDetail,
  errors: [12005],
  summary: 'Changes fields of a department',
});

/** Makes departments effective again. */
export const departmentEnable = endpoint({
  method: 'POST',
  path: 'muc/dept/enable',
  access: { code: page.button.enableDept },
  scope: 'department',
  audit: 'department.enable',
  dryRun: true,
  input: z.strictObject({ ids: ids(), reason: reason() }),
  reply: count(),
  summary: 'Enables departments',
});

/** An invalid department can't be chosen again and is hidden from terminals; its people stay. */
export const departmentDisable = endpoint({
  method: 'POST',
  path: 'muc/dept/disable',
  access: { code: page.button.disableDept },
  scope: 'department',
  audit: 'department.disable',
  dryRun: true,
  input: z.strictObject({ ids: ids(), reason: reason() }),
  reply: count(),
  summary: 'Disables departments; their people stay',
});

/** Deletes empty departments, or moves what is in them first. What names one stands against it (10410): a merge takes that along. */
export const departmentRemove = endpoint({
  method: 'POST',
  path: 'muc/dept/delete',
  access: { code: page.button.deleteDept },
  scope: 'department',
  audit: 'department.delete',
  dryRun: true,
  input: z.strictObject({ ids: ids(), moveTo: id().optional(), reason: reason() }),
  reply: count(),
  summary: 'Deletes departments that are empty, or after moving their people and children elsewhere',
});

const moveInput = { id: id(), parentId: id(), /** The sibling it goes before; last without it. */ beforeId: id().optional() };

/** What a move would touch. */
export const departmentMovePreview = endpoint({
  method: 'POST',
  path: 'muc/dept/move/preview',
  reads: true,
  access: { code: page.button.moveDept },
  scope: 'department',
  input: z.strictObject(moveInput),
  reply: z.object({
    /** Departments that change their place, this one included. */
    departments: z.int(),
    /** People in them, each once. */
    people: z.int(),
    from: z.string(),
    to: z.string(),
    /** Roles that people gain and lose with the departments above them. */
    roles: z.array(roleTurn),
  }),
  errors: [12001, 12002, 12028, 12029],
  summary: 'What moving a department would touch',
});

/** Moves a department with everything below it. */
export const departmentMove = endpoint({
  method: 'POST',
  path: 'muc/dept/move',
  access: { code: page.button.moveDept },
  scope: 'department',
  audit: 'department.move',
  dryRun: true,
  input: z.strictObject({ ...moveInput, version: version(), reason: reason() }),
  reply: departmentDetail,
  errors: [12001, 12002, 12028, 12029],
  summary: 'Moves a department with everything below it',
});

/** The order of all children of a department. */
export const departmentReorder = endpoint({
  method: 'POST',
  path: 'muc/dept/reorder',
  access: { code: page.button.reorderDept },
  scope: 'department',
  audit: 'department.reorder',
  dryRun: true,
  /** All children, each once, and the version of the parent; 10409 carries `{ version, ids }` as they are now. */
  input: z.strictObject({ parentId: id(), ids: z.array(id()).min(1).max(2000), version: version() }),
  reply: z.object({ version: version() }),
  summary: 'Sets the order of the children of a department',
});
