import { hashKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { addressOf, type Endpoint, type Input, type Reply } from '#kit/common/contract.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { afterPicture } from '../shell/after-picture.ts';
import { queryClient } from '../shell/query-client.ts';

/** The key of what an endpoint answers: its identity, then its input. */
export function queryKeyOf<E extends Endpoint>(operation: E, input?: Input<E>): readonly unknown[] {
  const identity = `${operation.method} ${addressOf(operation)}`;
  return input === undefined ? [identity] : [identity, input];
}

/** Invalidates the answers of these endpoints: views that show them read again, a hidden page when it is shown. */
export async function invalidate(...operations: readonly Endpoint[]): Promise<void> {
  await Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })));
}

/** What an endpoint answers follows from what others answer: where that may be old, so may this. */
export function useFollows(operation: Endpoint, ...others: readonly Endpoint[]): void {
  const follow = useEffectEvent((key: unknown) => {
    if (others.some((other) => queryKeyOf(other)[0] === key)) void invalidate(operation);
  });
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'invalidate') follow(event.query.queryKey[0]);
      }),
    [],
  );
}

/** Reads again what was cancelled by another reader of the same address, and what a lost connection lost. */
export function readAgain(count: number, error: Error): boolean {
  return error instanceof CallError && ((error.canceled && count < 3) || (error.status === 'failed' && count < 1));
}

interface ReadOptions {
  enabled?: boolean;
  /** Milliseconds between readings while it is on screen. */
  every?: number | false;
}

/**
 * `useQuery` that asks while its page is still being drawn and not after: the answer is on its way through all that time. What is known already is
 * not asked for again; where it may be old, a page that is shown again asks once it stands there, not before.
 */
export function useEarly<Data>(options: UseQueryOptions<Data> & { queryKey: readonly unknown[] }): UseQueryResult<Data> {
  if (options.enabled !== false && queryClient.getQueryState(options.queryKey) === undefined) void queryClient.prefetchQuery(options);
  const query = useQuery({ ...options, refetchOnMount: false });
  const key = hashKey(options.queryKey);
  useEffect(() => afterPicture(() => askIfOld(key)), [key]);
  return query;
}

function askIfOld(key: string): void {
  void queryClient.refetchQueries({ type: 'active', stale: true, predicate: (one) => one.queryHash === key }, { cancelRefetch: false });
}

/** What an endpoint answers, kept and shared. Errors are not shown as messages: the place that reads shows them (`ErrorState`). */
export function useRead<E extends Endpoint>(operation: E, input: Input<E>, options: ReadOptions = {}): UseQueryResult<Reply<E>> {
  return useEarly({
    queryKey: queryKeyOf(operation, input),
    queryFn: ({ signal }) => call(operation, input, { silent: true, signal }),
    retry: readAgain,
    retryDelay: 300,
    ...(options.enabled !== undefined && { enabled: options.enabled }),
    ...(options.every !== undefined && { refetchInterval: options.every }),
  });
}
