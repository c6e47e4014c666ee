import { z } from 'zod';

/** One field of an operation: what it was and what it is to be. Secrets are dots, sensitive values may be masked; `label` only where people defined the field. */
export const FieldDiff = z.object({ field: z.string(), label: z.string().optional(), before: z.json(), after: z.json() });
export type FieldDiffView = z.output<typeof FieldDiff>;

/** Actions of an operation on an object. */
export const actions = ['create', 'change', 'move', 'enable', 'disable', 'delete', 'restore'] as const;

/** A page of an append-only list: `next` is given as `after` to read on, null at the end. */
export const sliceOf = <R extends z.ZodType>(row: R) => z.object({ list: z.array(row), next: z.string().nullable() });
