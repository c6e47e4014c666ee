import { z } from 'zod';
import { id } from '#kit/common/schema.ts';

/** Whom something is for: these departments with all below, crowds and people. */
export const party = z.strictObject({ kind: z.enum(['department', 'crowd', 'employee']), id: id() });
export type Party = z.output<typeof party>;

/** Everybody where it is empty. */
export const audience = () => z.array(party).max(200);
