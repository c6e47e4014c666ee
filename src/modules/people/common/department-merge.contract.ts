import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText } from '#kit/common/schema.ts';
import { departmentUses, reference } from './department.contract.ts';
import { userManagement as page } from './permissions.ts';
import { roleTurn } from './role-turn.ts';

const mergeInput = {
  /** Departments that will be no more. */
  sourceIds: z
    .array(id())
    .min(1)
    .max(20)
    .transform((all) => [...new Set(all)]),
  /** The one that takes their people, their children and their place in everything that names them. */
  targetId: id(),
  /** Children of the same name stand beside each other as ` (2)`; without, they are merged too. */
  keepNames: z.boolean().default(true),
};
const errors = [12001, 12002, 12005, 12006, 12007, 12028, 12029] as const;

/** What a merge would touch. */
export const departmentMergePreview = endpoint({
  method: 'POST',
  path: 'muc/dept/merge/preview',
  reads: true,
  access: { code: page.button.mergeDept },
  scope: 'department',
  input: z.strictObject(mergeInput),
  reply: z.object({
    /** Names from the top. */
    target: z.string(),
    sources: z.array(reference),
    /** People who change their department, each once, and those of them who are in the target too. */
    people: z.int(),
    duplicates: z.int(),
    /** Children that move below the target, with all below them. */
    children: z.int(),
    /** Those of them whose name is taken there: at most 100. */
    renamed: z.array(z.object({ id: id(), from: z.string(), to: z.string() })),
    /** Children that are merged into one of the same name: at most 100. */
    united: z.array(z.object({ id: id(), from: z.string(), into: z.string() })),
    /** Everything that names one of the departments that go; `refused` says why the caller can't let it name the target. */
    references: z.array(departmentUses.extend({ refused: z.string().nullable() })),
    /** Roles that people gain and lose with the departments above them. */
    roles: z.array(roleTurn),
  }),
  errors: [...errors],
  summary: 'What merging departments would touch',
});

/** Merges departments, as a job: all of it or nothing, as one batch that can be reverted. The job's result is `{ batchId, people, children, references }`. */
export const departmentMerge = endpoint({
  method: 'POST',
  path: 'muc/dept/merge',
  access: { code: page.button.mergeDept },
  permitMore: 'the right to change each kind of object that names the departments',
  scope: 'department',
  audit: 'department.merge',
  input: z.strictObject({ ...mergeInput, reason: longText(500).optional() }),
  reply: z.object({ jobId: id() }),
  errors: [...errors],
  summary: 'Merges departments into another one, with their people, children and everything that names them',
});
