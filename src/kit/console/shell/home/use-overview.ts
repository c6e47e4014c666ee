import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Reply } from '#kit/common/contract.ts';
import { homeOverview, homeSetup } from '#kit/common/home/home.contract.ts';
import { call } from '../../call/call.ts';

/** How things stand. */
export type Overview = Reply<typeof homeOverview>;

/** How things stand for who looks, read again whenever the home page is come to. */
export function useOverview(): UseQueryResult<Overview> {
  return useQuery({
    queryKey: ['home', 'overview'],
    queryFn: ({ signal }) => call(homeOverview, { offset: -new Date().getTimezoneOffset() }, { signal, silent: true }),
    refetchOnMount: 'always',
  });
}

/** What of the installation is set up. */
export function useSetup(): UseQueryResult<Reply<typeof homeSetup>> {
  return useQuery({
    queryKey: ['home', 'setup'],
    queryFn: ({ signal }) => call(homeSetup, {}, { signal, silent: true }),
    refetchOnMount: 'always',
  });
}
