import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { holdingContract } from '#kit/common/role/role.contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { roleModuleContract } from '#kit/common/role/role-module.contract.ts';
import { memberKinds } from '#kit/common/role/role-range.ts';
import { roleDetail, roleRow } from '#kit/common/role/role.schema.ts';
import { id, pageOf, version } from '#kit/common/schema.ts';
import {
  mamAuthorityPage,
  mamDeptPage,
  mamGroupPage,
  mamRoleCodes,
  mamRolePage,
  mamRoleUserPage,
  mamUserPage,
  widgetRoleCodes,
  widgetRolePage,
} from './permissions.ts';
import { appChannels, appFunctions } from './widget-words.ts';

/** Id of the app role that everybody holds. */
export const everyoneRoleId = '00000000-0000-7000-8000-000000001301';

/** Operations on app roles: who may use which widgets, functions and release channels on terminals. */
export const mamRole = roleModuleContract('mam', {
  codes: mamRoleCodes,
  gives: {
    /** How many widgets and functions it gives, and which release channels it opens. */
    widgets: z.int(),
    functions: z.int(),
    channels: z.array(z.enum(appChannels)),
  },
});

/** The people of an app role in files. */
export const mamMembers = memberFilesContract('mam', { import: mamUserPage.button.import, export: mamUserPage.button.export });

/** The departments of an app role in files. */
export const mamDepartments = memberFilesContract(
  'mam',
  { import: mamDeptPage.button.import, export: mamDeptPage.button.export },
  'department',
);
/** The dynamic groups of an app role in files. */
export const mamCrowds = memberFilesContract('mam', { import: mamGroupPage.button.import, export: mamGroupPage.button.export }, 'crowd');

const format = z.enum(['xlsx', 'csv']).default('xlsx');
const job = () => z.object({ jobId: id() });

/** Writes the app roles of a filter to a file. The job's result is `{ fileId, rows }`. */
export const mamRoleExport = endpoint({
  method: 'POST',
  path: 'role/mam/export',
  access: { code: mamRolePage.button.export },
  scope: 'role',
  audit: 'role.mam.export',
  waits: 'unseen',
  subject: 'mamRole',
  input: z.strictObject({
    filter: z.strictObject(mamRole.list.input.pick({ name: true, code: true, enabled: true, ownerDeptId: true }).shape).default({}),
    format,
  }),
  reply: job(),
  summary: 'Exports app roles with whom they reach and what they give',
});

/** Writes the people of a filter with their app roles to a file. The job's result is `{ fileId, rows }`. */
export const mamHolderExport = endpoint({
  method: 'POST',
  path: 'role/mam/exportHolders',
  access: { code: mamRoleUserPage.button.export },
  scope: 'employee',
  audit: 'role.mam.exportHolders',
  waits: 'unseen',
  subject: 'member',
  input: z.strictObject({
    filter: z.strictObject(mamRole.roleEmpList.input.pick({ text: true, roleId: true, way: true, deptId: true }).shape).default({}),
    format,
  }),
  reply: job(),
  summary: 'Exports people with the app roles they hold and the way to each',
});

/** `widget:<id>`, `func:<code>`, `channel:<code>`. */
const granted = z
  .string()
  .max(64)
  .regex(/^(widget:[0-9a-f-]{36}|func:[a-zA-Z]+|channel:[a-z]+)$/);

/** What holders of an app role may use. */
export const mamResources = endpoint({
  method: 'GET',
  path: 'role/mam/resources',
  access: { code: mamAuthorityPage.code },
  scope: 'role',
  input: z.object({ roleId: id() }),
  reply: z.object({
    roleId: z.string(),
    version: version(),
    codes: z.array(z.string()),
    widgets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        categoryId: z.string().nullable(),
        categoryName: z.string(),
        /** Everybody may use it, whatever roles say. */
        forEveryone: z.boolean(),
        platforms: z.array(z.int()),
      }),
    ),
    functions: z.array(z.object({ code: z.enum(appFunctions), name: z.string() })),
    channels: z.array(z.object({ code: z.enum(appChannels), name: z.string() })),
  }),
  summary: 'What an app role gives, with everything that it could give in the caller’s range',
});

/** Sets what holders of an app role may use. */
export const mamSaveResources = endpoint({
  method: 'POST',
  path: 'role/mam/saveResources',
  access: { code: mamAuthorityPage.button.save },
  scope: 'role',
  audit: 'mamRole.resources',
  dryRun: true,
  input: z.strictObject({
    roleId: id(),
    version: version(),
    codes: z
      .array(granted)
      .max(5000)
      .transform((all) => [...new Set(all)].toSorted()),
  }),
  reply: z.object({ version: version() }),
  summary: 'Sets the widgets, functions and release channels that an app role gives',
});

/** Why somebody may use a widget, or may not. */
export const mamExplain = endpoint({
  method: 'GET',
  path: 'role/mam/explain',
  access: { anyOf: [mamRoleUserPage.button.preview, widgetRolePage.code] },
  scope: 'employee',
  input: z.object({ empId: id(), widgetId: id() }),
  reply: z.object({
    allowed: z.boolean(),
    /** `everyone`: it is for all. `roles`: by these roles. `offline`: it is not online. `none`: no role gives it. */
    because: z.enum(['everyone', 'roles', 'offline', 'none']),
    roles: z.array(
      z.object({ id: z.string(), name: z.string(), area: z.enum(['mam', 'widget']), way: z.enum(memberKinds), wayName: z.string() }),
    ),
    /** Enabled roles that would give it. */
    wouldGive: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  summary: 'By which roles somebody may use a widget, or which would give it',
});

const own = holdingContract('widget', widgetRoleCodes);
const functions = z
  .array(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/))
  .max(100)
  .transform((all) => [...new Set(all)].toSorted());
const ofWidget = { widgetId: id(), functions: z.array(z.string()) };

/** Operations on the roles of widgets: who may do what in one of them; its functions travel in the ticket. */
export const widgetRole = Object.freeze({
  ...own,
  list: endpoint({
    ...own.list,
    method: 'POST',
    reads: true,
    audit: undefined,
    dryRun: undefined,
    input: own.list.input.extend({ widgetId: id().optional() }),
    reply: pageOf(roleRow.extend(ofWidget)),
  }),
  find: endpoint({ ...own.find, method: 'GET', audit: undefined, dryRun: undefined, reply: roleDetail.extend(ofWidget) }),
  save: endpoint({
    method: 'POST',
    path: 'role/widget/save',
    access: { code: widgetRolePage.button.addRole },
    scope: 'role',
    audit: 'role.widget.add',
    dryRun: true,
    input: own.save.input.extend({ widgetId: id(), functions: functions.default([]) }),
    reply: z.object({ roleId: id() }),
    errors: [...(own.save.errors ?? [])],
    summary: 'A new role of a widget, without members',
  }),
});

/** What holders of a widget's role may do in it. */
export const widgetResources = endpoint({
  method: 'GET',
  path: 'role/widget/resources',
  access: { code: widgetRolePage.code },
  scope: 'role',
  input: z.object({ roleId: id() }),
  reply: z.object({ roleId: z.string(), version: version(), functions: z.array(z.string()), known: z.array(z.string()) }),
  summary: 'Functions that a role of a widget gives, and those that the widget’s package names',
});

/** Sets what holders of a widget's role may do in it. */
export const widgetSaveResources = endpoint({
  method: 'POST',
  path: 'role/widget/saveResources',
  access: { code: widgetRolePage.button.updateRole },
  scope: 'role',
  audit: 'widgetRole.functions',
  dryRun: true,
  input: z.strictObject({ roleId: id(), version: version(), functions }),
  reply: z.object({ version: version() }),
  summary: 'Sets the functions that a role of a widget gives',
});
