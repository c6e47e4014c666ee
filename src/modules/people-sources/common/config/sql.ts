import { z } from 'zod';
import { text } from '#kit/common/schema.ts';

/** Tables of another database, read with one SELECT each. */
export const sqlSourceConfig = z.strictObject({
  database: z.enum(['postgresql', 'mysql']).default('postgresql'),
  host: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9_.:-]+$/),
  port: z.int().min(1).max(65_535),
  name: text(200),
  user: text(200),
  tls: z.boolean().default(true),
  ca: z.string().max(65_536).default(''),
  /**
   * One SELECT. Changes alone are read by the column of marks: `:mark` stands for the largest of the last reading where the query names it;
   * else the rows past it are picked around the query.
   */
  peopleQuery: text(10_000),
  departmentsQuery: z.string().trim().max(10_000).default(''),
  removedQuery: z.string().trim().max(10_000).default(''),
  /** Column whose largest value is the next mark; empty reads everything each time. */
  markColumn: z.string().trim().max(100).default(''),
  /** What `:mark` is in a reading of everything: something that all rows are past (0, 1970-01-01). */
  firstMark: z.string().trim().max(100).default(''),
});
export type SqlSourceConfig = z.output<typeof sqlSourceConfig>;
