import { z } from 'zod';
import { id } from '#kit/common/schema.ts';

const idsUpTo = (max: number) => z.array(id()).max(max).default([]);

/**
 * Whom a push is for, among the fans of its account: everybody, or whom tags, departments (with all below), dynamic groups or names choose;
 * never fans with a tag of `none`, and never who has read the push `exceptReadersOf`.
 */
export const pushAudience = z.strictObject({
  all: z.boolean().default(false),
  tags: z.strictObject({ any: idsUpTo(50), all: idsUpTo(50), none: idsUpTo(50) }).default({ any: [], all: [], none: [] }),
  departments: idsUpTo(500),
  crowds: idsUpTo(200),
  employees: idsUpTo(5000),
  exceptReadersOf: id().nullable().default(null),
});
/** Whom a push is for. */
export type PushAudience = z.output<typeof pushAudience>;
