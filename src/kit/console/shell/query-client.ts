import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../call/call-error.ts';

/** What was read from the server, shared by all pages. `call` has already said what went wrong; only a lost connection is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 1 && error instanceof CallError && error.status === 'failed',
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});
