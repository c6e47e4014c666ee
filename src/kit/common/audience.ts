import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id } from './schema.ts';

/** Target of a row of an audience: a department with all below it, a dynamic group, or a person. */
export const partyKinds = ['department', 'crowd', 'employee'] as const;
/** One of them. */
export type PartyKind = (typeof partyKinds)[number];

const entered = z.strictObject({ kind: z.enum(partyKinds), id: id(), exclude: z.boolean().default(false) });

/** A row of an audience as it is stored and answered: whom it names, and whether they are left out. */
export const audienceRow = z.object({ kind: z.enum(partyKinds), id: id(), exclude: z.boolean() });
/** A row of an audience. */
export type AudienceRow = z.output<typeof audienceRow>;
/** Whom something is for: without an included row everybody, and who is excluded by any row is out. */
export type Audience = readonly AudienceRow[];

/** Schema of an audience as it is entered: rows that include (`exclude: false`, the default) and rows that exclude. A party is named once; the last row counts. */
export const audienceInput = (max = 1000) =>
  z
    .array(entered)
    .max(max)
    .transform((rows) => [...new Map(rows.map((row) => [row.id, row])).values()]);

/** How many people an audience reaches and some of them, within the caller's own range. */
export const audienceCount = endpoint({
  method: 'POST',
  path: 'audience/count',
  reads: true,
  access: { signedIn: true },
  scope: 'employee',
  input: z.strictObject({ rows: audienceInput(10_000) }),
  reply: z.object({
    people: z.int(),
    sample: z.array(z.object({ id: id(), name: z.string(), departmentName: z.string() })),
  }),
  summary:
    'How many people an audience of departments, dynamic groups and people reaches within the own data range, with up to five of them',
});
