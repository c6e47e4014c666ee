import { z } from 'zod';
import { id, time } from '#kit/common/schema.ts';

/** Where a log was read to: moment and id of the last row. */
const cursor = () => z.string().regex(/^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** How a log is read on. */
export const paging = { after: cursor().optional(), pageSize: z.int().min(1).max(500).default(50) };

/** A restored archive whose rows are read instead of the log's. */
export const archiveOf = () => id().optional();

/** Some values of an enumeration, as a filter takes them. */
export const oneOf = <T extends readonly [string, ...string[]]>(values: T) => z.array(z.enum(values)).max(values.length).optional();

/** A part of a log, the newest first: `total` is an estimate unless `exact`; `from` and `to` are the time that was looked through (ms). */
export const sliceOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    list: z.array(row),
    next: z.string().nullable(),
    total: z.int(),
    exact: z.boolean(),
    /** The search was ended by its time limit; `next` goes on from where it stood. */
    partial: z.boolean(),
    from: time(),
    to: time(),
  });
