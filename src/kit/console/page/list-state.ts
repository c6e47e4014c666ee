import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { filtersIn, writeFilters, type FilterValues } from './filter-codec.ts';

/** Page sizes that a person chooses from. */
export const pageSizes = [20, 50, 100] as const;

/** Where a list stands. */
export interface ListState {
  page: number;
  size: number;
  /** A field, or `-field` for descending; undefined for the endpoint's own order. */
  sort: string | undefined;
  filters: Readonly<Record<string, unknown>>;
}

/** What may be changed of where a list stands; filters replace those of the same name. */
export type ListPatch = Partial<Omit<ListState, 'filters'>> & { filters?: FilterValues };
/** A list's place and how to move it. Filters, sort and size lead back to the first page. */
export type ListPlace = readonly [ListState, (patch: ListPatch) => void];

function pageIn(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

function sizeIn(text: string | null, usual: number): number {
  const size = Number(text);
  return pageSizes.find((one) => one === size) ?? usual;
}

interface PlaceOptions {
  schema: z.ZodType;
  /** Put before every name in the address, where a page has several lists. */
  prefix: string;
  /** The person's own page size. */
  size: number;
}

/** A list's place in the page's own address: a link to it can be shared, back works, and a page kept alive reads its own address only. */
export function useAddressPlace({ schema, prefix, size }: PlaceOptions): ListPlace {
  const [search, setSearch] = useSearchParams();
  const state = useMemo<ListState>(
    () => ({
      page: pageIn(search.get(`${prefix}page`)),
      size: sizeIn(search.get(`${prefix}size`), size),
      sort: search.get(`${prefix}sort`) ?? undefined,
      filters: filtersIn(search, schema, prefix),
    }),
    [search, schema, prefix, size],
  );
  const move = useCallback(
    (patch: ListPatch) => setSearch((before) => moved(before, patch, prefix), { replace: isTyping(patch), preventScrollReset: true }),
    [setSearch, prefix],
  );
  return [state, move];
}

/** Filters are written over one another, pages and sorts can be gone back through. */
const isTyping = (patch: ListPatch): boolean => patch.filters !== undefined && patch.page === undefined;

function moved(before: URLSearchParams, patch: ListPatch, prefix: string): URLSearchParams {
  const search = new URLSearchParams(before);
  const write = (name: string, value: string | number | undefined): void => {
    if (value === undefined) search.delete(prefix + name);
    else search.set(prefix + name, String(value));
  };
  if ('sort' in patch) write('sort', patch.sort);
  if (patch.size !== undefined) write('size', patch.size);
  if (patch.filters) writeFilters(search, patch.filters, prefix);
  write('page', patch.page === undefined || patch.page === 1 ? undefined : patch.page);
  return search;
}

/** A list's place in the component, for lists in dialogs and drawers. */
export function useLocalPlace(size: number): ListPlace {
  const [state, setState] = useState<ListState>({ page: 1, size, sort: undefined, filters: {} });
  const move = useCallback(
    (patch: ListPatch) => setState((before) => ({ ...before, page: 1, ...patch, filters: { ...before.filters, ...patch.filters } })),
    [],
  );
  return [state, move];
}
