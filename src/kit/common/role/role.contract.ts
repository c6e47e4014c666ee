import { z } from 'zod';
import { endpoint, type Permit } from '../contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, text, time, version } from '../schema.ts';
import { accessOf, choosing, codeFor, codesFor, type HoldingCodes, type RoleCodes } from './role-codes.ts';
import { listBy, type HoldingOptions, type ListCall } from './role-lists.ts';
import { memberKinds, type MemberKind } from './role-range.ts';
import {
  presets,
  rangeDraft,
  rangeView,
  roleChange,
  roleDetail,
  roleCrowd,
  roleDraft,
  roleEmployee,
  roleGroup,
  roleHolder,
  roleRow,
} from './role.schema.ts';

/** Days without a call that one asks for, and who is no longer let in. */
export const idleSpans = ['7', '30', '90', '180', 'keptOut'] as const;

const roleId = id();
/** What all writes share. */
const write = { scope: 'role', dryRun: true, errors: [11001, 11002, 11003, 11004, 11005, 11006, 11007, 11008] } as const;
const members = z.strictObject({ roleId, ids: ids(), until: time().nullable().default(null) });

/** The operations on the roles of one area (`sys`, `contact`, `mam`, `cpd`, `widget`, `imm`, `mdm`, `mrm`, `msd`). */
export function roleContract<const A extends string>(area: A, codes: RoleCodes) {
  return Object.freeze({ ...holdingContract(area, codes), codes, ...authority(area, codes) });
}

/** The operations on roles that only hold people (`fmm`): what such a role does stands in itself, it grants nothing. */
export function holdingContract<const A extends string>(area: A, codes: HoldingCodes, options: HoldingOptions = {}) {
  const { lists = 'GET' } = options;
  const reads = { area, codes, ...reading(area, codes), ...memberCalls(area, codes) };
  return Object.freeze({
    ...reads,
    ...writing(area, codes, options),
    getOrgRolePaged: listBy(lists, reads.getOrgRolePaged),
    getRoleEmpList: listBy(lists, reads.getRoleEmpList),
    getRoleDeptList: listBy(lists, reads.getRoleDeptList),
    roleEmpList: listBy(lists, reads.roleEmpList),
    /** The same lists by GET, where an area answers both. */
    byGet: lists === 'both' ? (reads as Pick<typeof reads, ListCall>) : undefined,
  });
}

/** The operations on the roles of one area. */
export type RoleContract = ReturnType<typeof roleContract>;
/** The operations on roles that only hold people; every area has them. */
export type HoldingContract = ReturnType<typeof holdingContract>;

/** What the list of roles and one of them answer, in a sentence. */
export const roleSentences = { list: 'Roles: presets first, then by name', find: 'One role' } as const;

function reading(area: string, codes: HoldingCodes) {
  const access = { code: codes.page } as const;
  const chosen = choosing(codes);
  return {
    list: endpoint({
      method: 'POST',
      path: `role/${area}/list`,
      reads: true,
      access: chosen,
      scope: 'role',
      input: pageQuery(['name', 'code', 'updatedAt'] as const).extend({
        name: searchText().optional(),
        code: searchText(64).optional(),
        enabled: z.boolean().optional(),
        isSupperAdmin: z.boolean().optional(),
        preset: z.boolean().optional(),
        terminalType: z.int().min(1).max(3).optional(),
        ruleType: z.int().min(1).max(3).optional(),
        /** Roles that grant this resource. */
        contains: z.string().max(200).optional(),
        /** Roles of this department. */
        ownerDeptId: id().optional(),
      }),
      reply: pageOf(roleRow),
      summary: roleSentences.list,
    }),
    search: endpoint({
      method: 'GET',
      path: `role/${area}/search`,
      access: { anyOf: [codes.page, codes.holders] },
      scope: 'role',
      input: z.object({ text: searchText().default(''), ids: z.array(roleId).max(500).optional() }),
      reply: z.object({
        list: z.array(
          z.object({ id: z.string(), name: z.string(), code: z.string(), enabled: z.boolean(), preset: z.enum(presets).nullable() }),
        ),
      }),
      summary: 'Up to 50 roles whose name or code holds the text, or the names of these',
    }),
    find: endpoint({
      method: 'GET',
      path: `role/${area}/find`,
      access: chosen,
      scope: 'role',
      input: z.object({ roleId }),
      reply: roleDetail,
      summary: roleSentences.find,
    }),
    getOrgRolePaged: endpoint({
      method: 'GET',
      path: `role/${area}/getOrgRolePaged`,
      access,
      scope: 'department',
      input: pageQuery(['name'] as const).extend({ deptId: id() }),
      reply: pageOf(roleRow),
      summary: 'Roles that a department holds for its people',
    }),
  };
}

function writing(area: string, codes: HoldingCodes, { terminalType = null, ruleType = null }: HoldingOptions) {
  const word = (verb: string): string => `role.${area}.${verb}`;
  const bulk = z.strictObject({ ids: ids() });
  return {
    save: endpoint({
      method: 'POST',
      path: `role/${area}/save`,
      access: { code: codes.add },
      audit: word('add'),
      ...write,
      input: roleDraft.extend({
        terminalType: roleDraft.shape.terminalType.unwrap().default(terminalType),
        ruleType: roleDraft.shape.ruleType.unwrap().default(ruleType),
      }),
      reply: z.object({ roleId }),
      summary: 'A new role without members and resources',
    }),
    update: endpoint({
      method: 'POST',
      path: `role/${area}/update`,
      access: { code: codes.update },
      audit: word('update'),
      ...write,
      input: roleChange,
      reply: roleDetail,
      summary: 'Changes fields of a role',
    }),
    copy: endpoint({
      method: 'POST',
      path: `role/${area}/copy`,
      access: { code: codes.copy },
      audit: word('copy'),
      ...write,
      input: z.strictObject({ roleId, name: text(100), code: roleDraft.shape.code }),
      reply: z.object({ roleId }),
      summary: 'A new role with the resources and range of another, without its members',
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `role/${area}/delete`,
      access: { code: codes.delete },
      audit: word('delete'),
      ...write,
      input: bulk,
      reply: count(),
      summary: 'Deletes roles; their members lose what the roles gave',
    }),
    enable: endpoint({
      method: 'POST',
      path: `role/${area}/enable`,
      access: { code: codes.enable },
      audit: word('enable'),
      ...write,
      input: bulk,
      reply: count(),
      summary: 'Enables roles',
    }),
    disable: endpoint({
      method: 'POST',
      path: `role/${area}/disable`,
      access: { code: codes.disable },
      audit: word('disable'),
      ...write,
      input: bulk,
      reply: count(),
      summary: 'Disables roles: they give nothing until they are enabled again',
    }),
  };
}

/** Of several buttons any opens the call; the one of the kind that is taken out is asked for by the rules of roles. */
const removing = (codes: HoldingCodes) => accessOf(memberKinds.flatMap((kind) => codesFor(codes, 'remove', kind)));

/** Where the kinds of members stand on pages of their own, each has its own right. */
const removingBy = (codes: HoldingCodes): { permit?: Permit } =>
  typeof codes.remove === 'string' && !codes.byName
    ? {}
    : { permit: { by: 'kind', codes: Object.fromEntries(memberKinds.map((kind) => [kind, codesFor(codes, 'remove', kind)])) } };

function memberCalls(area: string, codes: HoldingCodes) {
  const assign = (path: string, kind: MemberKind, summary: string) =>
    endpoint({
      method: 'POST',
      path: `role/${area}/${path}`,
      access: accessOf(codesFor(codes, 'assign', kind)),
      audit: `role.${area}.${path}`,
      ...write,
      input: members,
      reply: count(),
      summary,
    });
  return {
    getRoleEmpList: endpoint({
      method: 'GET',
      path: `role/${area}/getRoleEmpList`,
      access: { code: codeFor(codes.members, 'employee') },
      scope: 'employee',
      input: pageQuery(['name', 'since', 'until'] as const).extend({
        roleId,
        text: searchText().optional(),
        /** `employee` (default): who was assigned by name; the others: who comes by a department or crowd. */
        way: z.enum(memberKinds).default('employee'),
        /** In this department, or below it. */
        deptId: id().optional(),
        /** Only memberships that end within so many days. */
        endsWithinDays: z.int().min(1).max(3650).optional(),
        /** The same by the spans that one usually asks for. */
        ending: z.enum(['3', '30', '90']).optional(),
      }),
      reply: pageOf(roleEmployee),
      summary: 'People who hold a role',
    }),
    getRoleDeptList: endpoint({
      method: 'GET',
      path: `role/${area}/getRoleDeptList`,
      access: { code: codeFor(codes.members, 'department') },
      scope: 'department',
      input: pageQuery(['since'] as const).extend({ roleId, name: searchText().optional() }),
      reply: pageOf(roleGroup),
      summary: 'Departments that hold a role for all people in and below them',
    }),
    getRoleGroupList: endpoint({
      method: 'POST',
      path: `role/${area}/getRoleGroupList`,
      reads: true,
      access: { code: codeFor(codes.members, 'crowd') },
      scope: 'role',
      input: pageQuery(['since'] as const).extend({ roleId, name: searchText().optional() }),
      reply: pageOf(roleCrowd),
      summary: 'Dynamic groups that hold a role',
    }),
    roleEmpList: endpoint({
      method: 'GET',
      path: `role/${area}/search/roleEmpList`,
      access: { code: codes.holders },
      scope: 'employee',
      input: pageQuery(['name', 'lastSignInAt'] as const).extend({
        text: searchText().optional(),
        roleId: roleId.optional(),
        way: z.enum(memberKinds).optional(),
        deptId: id().optional(),
        /** Only people who did not sign in for so many days. */
        idleDays: z.int().min(1).max(3650).optional(),
        /** The same by the spans that one usually asks for; `keptOut`: whom the policy lets in no more. */
        idle: z.enum(idleSpans).optional(),
        /** Only people with a second factor, or without. */
        factor: z.boolean().optional(),
      }),
      reply: pageOf(roleHolder),
      summary: 'People who hold any role of the area, with all their roles and ways',
    }),
    assignEmployees: assign('assignEmployees', 'employee', 'Gives a role to people, for ever or until a time'),
    assignDepartments: assign('assignDepartments', 'department', 'Gives a role to everybody in and below departments'),
    assignCrowds: assign('assignCrowds', 'crowd', 'Gives a role to everybody in crowds'),
    removeMembers: endpoint({
      method: 'POST',
      path: `role/${area}/removeMembers`,
      access: removing(codes),
      ...removingBy(codes),
      audit: `role.${area}.removeMembers`,
      ...write,
      input: z.strictObject({ roleId, kind: z.enum(memberKinds), ids: ids() }),
      reply: count(),
      summary: 'Takes members out of a role',
    }),
  };
}

function authority(area: string, codes: RoleCodes) {
  const requestedCodes = z
    .array(z.string().min(1).max(200))
    .max(5000)
    .transform((all) => [...new Set(all)].toSorted());
  return {
    resources: endpoint({
      method: 'GET',
      path: `role/${area}/resources`,
      access: { code: codes.authority },
      scope: 'role',
      input: z.object({ roleId }),
      reply: z.object({ roleId, version: version(), codes: z.array(z.string()) }),
      summary: 'Resource codes that a role grants',
    }),
    saveResources: endpoint({
      method: 'POST',
      path: `role/${area}/saveResources`,
      access: { code: codes.save },
      audit: `role.${area}.saveResources`,
      ...write,
      input: z.strictObject({ roleId, version: version(), codes: requestedCodes }),
      reply: z.object({ version: version() }),
      summary: 'Sets the resource codes that a role grants',
    }),
    ranges: endpoint({
      method: 'GET',
      path: `role/${area}/ranges`,
      access: { code: codes.authority },
      scope: 'role',
      input: z.object({ roleId }),
      reply: z.object({ roleId, version: version(), range: rangeView }),
      summary: 'Data range of a role',
    }),
    saveRanges: endpoint({
      method: 'POST',
      path: `role/${area}/saveRanges`,
      access: { code: codes.saveRange },
      audit: `role.${area}.saveRanges`,
      ...write,
      input: z.strictObject({ roleId, version: version(), range: rangeDraft }),
      reply: z.object({ version: version() }),
      summary: 'Sets the data range of a role',
    }),
  };
}
