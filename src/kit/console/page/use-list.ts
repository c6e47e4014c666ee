import { keepPreviousData } from '@tanstack/react-query';
import { useCallback } from 'react';
import { addressOf, type Endpoint, type Input } from '#kit/common/contract.ts';
import { call } from '../call/call.ts';
import { fieldOf } from '../call/call-error.ts';
import type { FilterName, FiltersOf, ListEndpoint, RowOf } from './list-endpoint.ts';
import { pageSizes, useAddressPlace, useLocalPlace, type ListPatch, type ListState } from './list-state.ts';
import { usePreference } from './preference.ts';
import { invalidate, queryKeyOf, readAgain, useEarly } from './query.ts';
import { useSelection, type Selection } from './use-selection.ts';
import { withoutEmpty } from './filter-codec.ts';

/** How a list is read. */
export interface ListOptions<E extends ListEndpoint> {
  /** Filters that the person can't change (the department chosen in the tree beside). */
  fixed?: Partial<FiltersOf<E>>;
  /** The filter that the search field writes. */
  searchKey?: FilterName<E>;
  /** Put before every name in the address, where a page has several lists. */
  name?: string;
  /** False: the place is kept in the component (lists in dialogs). */
  inAddress?: boolean;
  /** Whether it is read at all (a tree beside it has not chosen yet). */
  enabled?: boolean;
}

/** A list on screen, whatever endpoint it is read from: its rows, its place, and how to move it. */
export interface AnyList<Row> {
  readonly endpoint: Endpoint;
  readonly rows: readonly Row[];
  readonly total: number;
  /** The total is an estimate or was counted up to a cap. */
  readonly estimated: boolean;
  readonly state: ListState;
  /** Nothing has been read yet. */
  readonly loading: boolean;
  /** Rows of the place before are shown while the new ones come. */
  readonly refreshing: boolean;
  readonly error: Error | null;
  readonly filtered: boolean;
  /** The span of time that was looked through, where the server says so. */
  readonly searched?: { readonly from: number; readonly to: number } | undefined;
  readonly searchKey: string | undefined;
  readonly selection: Selection<Row>;
  /** What was asked: filters as they went to the server, for exports and actions on everything that is filtered. */
  readonly asked: Readonly<Record<string, unknown>>;
  move(patch: ListPatch): void;
  reload(): Promise<void>;
}

/** A list as its filters need it: which there are is known by the endpoint. */
export type FilteredList<E extends Endpoint> = AnyList<object> & { readonly endpoint: E };

/** A list of an endpoint on screen. */
export interface List<Row, E extends ListEndpoint = ListEndpoint> extends AnyList<Row> {
  readonly endpoint: E;
}

const isSize = (value: unknown): value is number => pageSizes.some((size) => size === value);

/** A paged list of an endpoint: page, size, sort and filters in the page's own address, rows of the page before kept while the next ones come. */
export function useList<E extends ListEndpoint>(endpoint: E, options: ListOptions<E> = {}): List<RowOf<E>, E> {
  const { fixed, searchKey, name = '', inAddress = true, enabled = true } = options;
  const [usual, setUsual] = usePreference(`size.${addressOf(endpoint)}`, pageSizes[0], isSize);
  const inUrl = useAddressPlace({ schema: endpoint.input, prefix: name, size: usual });
  const local = useLocalPlace(usual);
  const [state, place] = inAddress ? inUrl : local;
  const asked = withoutEmpty({ ...state.filters, ...fixed });
  const input = { ...asked, pageNum: state.page, pageSize: state.size, ...(state.sort !== undefined && { sort: state.sort }) };
  const query = useEarly({
    queryKey: queryKeyOf(endpoint, input as Input<E>),
    queryFn: ({ signal }) => call(endpoint, input as Input<E>, { silent: true, signal }),
    placeholderData: keepPreviousData,
    retry: readAgain,
    retryDelay: 300,
    enabled,
  });
  const rows = (query.data?.list ?? none) as readonly RowOf<E>[];
  const move = useCallback(
    (patch: ListPatch) => {
      if (patch.size !== undefined) setUsual(patch.size);
      place(patch);
    },
    [place, setUsual],
  );
  return {
    endpoint,
    rows,
    total: query.data?.total ?? 0,
    estimated: fieldOf(query.data, 'estimated') === true,
    state,
    loading: query.isPending && enabled,
    refreshing: query.isFetching && !query.isPending,
    error: query.data === undefined || query.isError ? query.error : null,
    // What the page itself asks for is no filter that could be cleared.
    filtered: Object.keys(withoutEmpty(state.filters)).some((one) => fixed === undefined || !(one in fixed)),
    searchKey,
    selection: useSelection<RowOf<E>>(JSON.stringify(asked)),
    asked,
    move,
    reload: useCallback(() => invalidate(endpoint), [endpoint]),
  };
}

const none: readonly never[] = [];
