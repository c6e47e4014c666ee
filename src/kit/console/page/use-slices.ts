import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { call } from '../call/call.ts';
import { fieldOf } from '../call/call-error.ts';
import { queryClient } from '../shell/query-client.ts';
import { withoutEmpty } from './filter-codec.ts';
import type { FilterName, FiltersOf, RowOf, SliceEndpoint } from './list-endpoint.ts';
import { useAddressPlace } from './list-state.ts';
import { newerOf, type Newer } from './newer.ts';
import { queryKeyOf, readAgain } from './query.ts';
import type { AnyList } from './use-list.ts';
import { idOf, useSelection } from './use-selection.ts';

/** An append-only list on screen: what was read of it so far, and the way to older and to newer rows. */
export interface Slices<Row> extends AnyList<Row> {
  /** Of all rows, where the server says so; `estimated` tells whether it counted. */
  readonly known: number | undefined;
  readonly hasMore: boolean;
  /** The last reading was ended by its time limit: there may be rows between what was found and where it stopped. */
  readonly partial: boolean;
  readonly readingMore: boolean;
  more(): Promise<unknown>;
  /** Rows that arrived since the first one on screen was read. */
  readonly newer: Newer;
}

/** Rows that are read at once. */
const slice = 50;
/** Milliseconds between looks for newer rows, while the page is on screen. */
const lookEvery = 20_000;

/** An append-only list of an endpoint, newest first, read slice by slice with the cursor of the one before; filters stand in the page's own address. */
export function useSlices<E extends SliceEndpoint>(
  endpoint: E,
  { fixed, searchKey, name = '' }: { fixed?: Partial<FiltersOf<E>>; searchKey?: FilterName<E>; name?: string } = {},
): Slices<RowOf<E>> & { readonly endpoint: E } {
  const [state, move] = useAddressPlace({ schema: endpoint.input, prefix: name, size: slice });
  const asked = withoutEmpty({ ...state.filters, ...fixed });
  const input = { ...asked, pageSize: slice };
  const key = [...queryKeyOf(endpoint, input as Input<E>), 'slices'];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { ...input, ...(pageParam !== '' && { after: pageParam }) } as Input<E>, { silent: true, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => nextIn(last),
    retry: readAgain,
    retryDelay: 300,
    // Old rows don't change: only the look for newer ones reads again.
    staleTime: Infinity,
  });
  const pages = query.data?.pages ?? none;
  const rows = pages.flatMap((page) => (fieldOf(page, 'list') ?? none) as readonly RowOf<E>[]);
  const look = useQuery({
    queryKey: [...queryKeyOf(endpoint, input as Input<E>), 'newer'],
    queryFn: ({ signal }) => call(endpoint, input as Input<E>, { silent: true, signal }),
    enabled: query.isSuccess,
    initialData: pages[0],
    refetchInterval: lookEvery,
    retry: false,
  });
  const total = fieldOf(pages[0], 'total');
  const reload = useCallback(async () => {
    await queryClient.resetQueries({ queryKey: queryKeyOf(endpoint) });
  }, [endpoint]);
  return {
    endpoint,
    rows,
    total: rows.length,
    known: typeof total === 'number' ? total : undefined,
    estimated: query.hasNextPage || fieldOf(pages[0], 'estimated') === true || fieldOf(pages[0], 'exact') === false,
    state,
    loading: query.isPending,
    refreshing: query.isFetching && !query.isPending && !query.isFetchingNextPage,
    error: query.error,
    // What the page itself asks for is no filter that could be cleared.
    filtered: Object.keys(withoutEmpty(state.filters)).some((one) => fixed === undefined || !(one in fixed)),
    searched: spanIn(pages[0]),
    searchKey,
    selection: useSelection<RowOf<E>>(JSON.stringify(asked)),
    asked,
    move,
    reload,
    hasMore: query.hasNextPage,
    partial: fieldOf(pages.at(-1), 'partial') === true,
    readingMore: query.isFetchingNextPage,
    more: () => query.fetchNextPage(),
    newer: newerOf(((fieldOf(look.data, 'list') ?? none) as readonly object[]).map(idOf), rows.map(idOf)),
  };
}

const none: readonly never[] = [];

function spanIn(page: unknown): { from: number; to: number } | undefined {
  const [from, to] = [fieldOf(page, 'from'), fieldOf(page, 'to')];
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined;
}

function nextIn(page: unknown): string | null {
  const next = fieldOf(page, 'next');
  return typeof next === 'string' ? next : null;
}
