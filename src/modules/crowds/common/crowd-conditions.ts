import { z } from 'zod';

/** Bounds of a rule. */
export const crowdLimits = { depth: 5, leaves: 50, values: 1000, named: 10_000, nesting: 3, text: 200, days: 36_500 } as const;

/** What a clause may ask. Which of them a field knows stands in the catalogue (`muc/crowd/conditions`). */
export const crowdOps = [
  'is',
  'isNot',
  'in',
  'notIn',
  'startsWith',
  'endsWith',
  'contains',
  'matches',
  'between',
  'before',
  'after',
  'lastDays',
  'nextDays',
  'today',
  'empty',
  'notEmpty',
  'isUnder',
  'primaryIs',
  'primaryIsUnder',
  'reportsTo',
] as const;
export type CrowdOp = (typeof crowdOps)[number];

const scalar = z.union([z.string().max(crowdLimits.text), z.number(), z.boolean()]);

/** One clause: a field, what is asked of it, and the value or values. */
const crowdClause = z.strictObject({
  field: z.string().min(1).max(64),
  op: z.enum(crowdOps),
  value: z
    .union([scalar, z.array(scalar).max(crowdLimits.values)])
    .nullable()
    .default(null),
});
export type CrowdClause = z.output<typeof crowdClause>;

/** How the parts of a group count: all of them, at least one, or none. */
export const crowdMatches = ['all', 'any', 'not'] as const;

/** Clauses and groups that count together. */
export interface CrowdGroup {
  match: (typeof crowdMatches)[number];
  of: CrowdNode[];
}
export type CrowdNode = CrowdClause | CrowdGroup;

/** Written out level by level: a schema that names itself can't be told in the OpenAPI document without a table of its own. */
const groupOf = (depth: number): z.ZodType<CrowdGroup> =>
  z.strictObject({
    match: z.enum(crowdMatches),
    of: z
      .array(depth > 1 ? z.union([crowdClause, groupOf(depth - 1)]) : crowdClause)
      .min(1)
      .max(crowdLimits.leaves),
  });

/** The rule of a dynamic crowd: a group, at most five deep; that it has at most fifty clauses in all is looked at with the rest (12060). */
export const crowdConditions = groupOf(crowdLimits.depth);
export type CrowdConditions = z.output<typeof crowdConditions>;

/** Whether a part is a group. */
export const isGroup = (node: CrowdNode): node is CrowdGroup => 'match' in node;

/** Every clause of a rule with its place in it (`of.0.of.2`), in order. */
export function clausesOf(group: CrowdGroup, place = ''): { clause: CrowdClause; place: string }[] {
  return group.of.flatMap((node, at) => {
    const here = `${place}${place === '' ? '' : '.'}of.${at}`;
    return isGroup(node) ? clausesOf(node, here) : [{ clause: node, place: here }];
  });
}
