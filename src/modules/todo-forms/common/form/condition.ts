import { z } from 'zod';

/** Conditions of rules: a tree of comparisons of fields, of the person and of the stage. */

/** Comparisons. */
export const comparisons = [
  'is',
  'isNot',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
  'contains',
  'startsWith',
  'isEmpty',
  'isNotEmpty',
  'isOneOf',
] as const;
/** A comparison. */
export type Comparison = (typeof comparisons)[number];

/** Facts of the person who looks at a form. */
const personFacts = ['uid', 'account', 'employeeNo', 'name', 'departmentId', 'departmentName'] as const;
/** A fact of a person. */
export type PersonFact = (typeof personFacts)[number];

const operand = z.union([
  z.string().max(1000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string().max(1000), z.number()])).max(100),
]);
const field = z.strictObject({ field: z.string().max(65), op: z.enum(comparisons), value: operand.optional() });
const person = z.strictObject({ person: z.enum(personFacts), op: z.enum(comparisons), value: operand.optional() });
const stage = z.strictObject({ stage: z.array(z.string().max(32)).min(1).max(20) });

/** A condition. */
export type Condition =
  | z.output<typeof field>
  | z.output<typeof person>
  | z.output<typeof stage>
  | { readonly all: Condition[] }
  | { readonly any: Condition[] }
  | { readonly not: Condition };

const leaf = z.union([field, person, stage]);
type Schema = z.ZodType<Condition>;
const group = (inner: Schema): Schema =>
  z.union([
    leaf,
    z.strictObject({ all: z.array(inner).min(1).max(20) }),
    z.strictObject({ any: z.array(inner).min(1).max(20) }),
    z.strictObject({ not: inner }),
  ]);

/** Schema of a condition; groups lie at most four deep. */
export const condition: Schema = group(group(group(group(leaf))));
