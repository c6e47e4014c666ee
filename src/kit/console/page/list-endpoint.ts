import type { z } from 'zod';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';

/** Input of every paged list. */
export interface PageInput {
  pageNum?: number | undefined;
  pageSize?: number | undefined;
  sort?: string | undefined;
}

/** An endpoint that answers pages. */
export type ListEndpoint = Endpoint<z.ZodType<unknown, PageInput>, z.ZodType<{ list: readonly object[]; total: number; pages: number }>>;

/** An endpoint that answers an append-only list in slices, each with the cursor of the next. */
export type SliceEndpoint = Endpoint<
  z.ZodType<unknown, { after?: string | undefined; pageSize?: number | undefined }>,
  z.ZodType<{ list: readonly object[]; next: string | null }>
>;

/** An append-only list: `after` in, `next` out, and a span of time. */
export type LogEndpoint = Endpoint<
  z.ZodType<unknown, { after?: string | undefined; pageSize?: number | undefined; from?: number | undefined; to?: number | undefined }>,
  z.ZodType<{ list: readonly object[]; next: string | null; total?: number | undefined; estimated?: boolean | undefined }>
>;

type RowIn<R> = R extends { list: readonly (infer Row extends object)[] } ? Row : never;
/** A row of a list. */
export type RowOf<E extends Endpoint> = RowIn<Reply<E>>;

/** Filters of a list: its input without page, size, sort and cursor. */
export type FiltersOf<E extends Endpoint> = Omit<Input<E>, 'pageNum' | 'pageSize' | 'sort' | 'after'>;
/** Names of filters. */
export type FilterName<E extends Endpoint> = Extract<keyof FiltersOf<E>, string>;
/** Names that a list can be sorted by. */
export type SortName<E extends Endpoint> = Exclude<Extract<NonNullable<SortIn<Input<E>>>, string>, `-${string}`>;
type SortIn<I> = I extends { sort?: infer S } ? S : never;
