import { useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router';

/**
 * Whether the page on screen is still the one the reader wants: while the next one loads the old stays drawn, and what it does of itself
 * then (the first row chosen, a redirect) would take the reader back.
 */
export function useStillHere(): () => boolean {
  const data = useContext(DataRouterContext);
  if (!data) throw new Error('useStillHere stands outside the router');
  const { router } = data;
  const { pathname } = useLocation();
  return () => (router.state.navigation.location ?? router.state.location).pathname === pathname;
}
