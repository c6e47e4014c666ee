import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userGet } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';

/** Milliseconds that the first page has for itself. */
const laterMillis = 3_000;

/** What the frame shows of the one who is signed in, asked for once, when the first page is there. */
export function useLaterUser<T>(select: (user: unknown) => T, enabled: boolean): UseQueryResult<T> {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), laterMillis);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({
    queryKey: ['laterUser'],
    queryFn: ({ signal }): Promise<unknown> => call(userGet, {}, { silent: true, unasked: true, signal }),
    select,
    enabled: due && enabled,
    retry: false,
  });
}
