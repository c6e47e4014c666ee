import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { id, searchText, time } from '../schema.ts';
import { memberKinds } from './role-range.ts';
import { presets, rangeDraft, rangeView } from './role.schema.ts';

/** One way from a person to a resource: through a department or crowd (or by name) to a role, and whether that role gives it now. */
export const explainPath = z.object({
  roleId: z.string(),
  roleName: z.string(),
  preset: z.enum(presets).nullable(),
  way: z.object({ kind: z.enum(memberKinds), id: z.string(), name: z.string(), fullName: z.string() }),
  until: time().nullable(),
  range: rangeView,
  /** `effective`, or what stops it. */
  state: z.enum(['effective', 'disabled', 'expired', 'ended', 'notGranted']),
});
/** One way from a person to a resource. */
export type ExplainPath = z.output<typeof explainPath>;

/** One way by which somebody holds a role that has effect now. */
export const chain = explainPath.omit({ state: true });
/** One way by which somebody holds a role that has effect now. */
export type Chain = z.output<typeof chain>;

const person = z.object({ id: z.string(), name: z.string(), account: z.string(), departmentName: z.string(), enabled: z.boolean() });
const resource = z.object({ code: z.string(), name: z.string(), kind: z.string(), retired: z.boolean() });

/** Codes of the pages from which rights are explained. */
export interface ExplainCodes {
  readonly explain: string;
  readonly authority: string;
}

/** Why somebody may do something, who may, and what a change of a role would do; one set for the roles of all areas. */
export function explainContract(codes: ExplainCodes) {
  const access = { code: codes.explain } as const;
  return Object.freeze({
    explain: endpoint({
      method: 'GET',
      path: 'role/explain',
      access,
      scope: 'employee',
      input: z.object({ empId: id(), code: z.string().min(1).max(200) }),
      reply: z.object({
        person,
        resource: resource.nullable(),
        granted: z.boolean(),
        /** Super administrators may do everything. */
        superAdmin: z.boolean(),
        /** The person can't sign in at all. */
        barred: z.boolean(),
        /** The union of the ranges of the effective ways. */
        range: z.object({ all: z.boolean(), self: z.boolean(), departments: z.array(z.string()) }),
        paths: z.array(explainPath),
        /** Roles that would give it: why not, and what would help. */
        wouldGive: z.array(z.object({ id: z.string(), name: z.string(), enabled: z.boolean() })),
      }),
      summary: 'Every path by which a person holds a resource, or why not',
    }),
    whoCan: endpoint({
      method: 'GET',
      path: 'role/whoCan',
      access,
      scope: 'employee',
      input: z.object({
        /** Who holds this resource; with `empId` whether that person does. */
        code: z.string().min(1).max(200).optional(),
        /** What this person holds. One of the two is needed. */
        empId: id().optional(),
        /** In names of people, or of resources where a person is asked about. */
        text: searchText().optional(),
        pageNum: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(200).default(20),
      }),
      reply: z.object({
        list: z.array(person.extend({ chains: z.array(chain) })),
        /** What the person holds, with the ids of the roles that give it; empty where a resource is asked about. */
        resources: z.array(
          z.object({
            code: z.string(),
            name: z.string(),
            kind: z.string(),
            module: z.string(),
            dangerous: z.boolean(),
            roles: z.array(z.string()),
          }),
        ),
        /** Of the people, or of the resources. */
        total: z.int(),
        pages: z.int(),
      }),
      summary: 'Everybody in range who holds a resource now, or all that a person holds, with every chain',
    }),
    preview: endpoint({
      method: 'POST',
      path: 'role/preview',
      reads: true,
      access: { anyOf: [codes.authority, codes.explain] },
      scope: 'role',
      input: z.strictObject({
        roleId: id(),
        codes: z.array(z.string().min(1).max(200)).max(5000).optional(),
        range: rangeDraft.optional(),
        enabled: z.boolean().optional(),
        /** Members that would be added or removed. */
        add: z
          .array(z.strictObject({ kind: z.enum(memberKinds), id: id() }))
          .max(500)
          .optional(),
        remove: z
          .array(z.strictObject({ kind: z.enum(memberKinds), id: id() }))
          .max(500)
          .optional(),
      }),
      reply: z.object({
        /** People whom the role reaches before and after. */
        peopleBefore: z.int(),
        peopleAfter: z.int(),
        /** People who would be able to do something they can't now, or no longer able: who has it by another role too is not counted. */
        gaining: z.int(),
        losing: z.int(),
        gained: z.array(z.object({ code: z.string(), name: z.string(), dangerous: z.boolean(), people: z.int() })),
        lost: z.array(z.object({ code: z.string(), name: z.string(), dangerous: z.boolean(), people: z.int() })),
        /** Some of them, by name. */
        sampleGaining: z.array(person),
        sampleLosing: z.array(person),
        rangeBefore: rangeView,
        rangeAfter: rangeView,
        rangeChanged: z.boolean(),
        loud: z.array(z.enum(['superAdmin', 'ownRole', 'throughDepartment', 'dangerous'])),
      }),
      summary: 'What a change of a role would give and take, from how many people',
    }),
  });
}

/** The operations that explain rights. */
export type ExplainContract = ReturnType<typeof explainContract>;
