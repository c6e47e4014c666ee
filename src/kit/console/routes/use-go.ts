import { useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, type NavigateOptions, type To } from 'react-router';

/** Goes to an address of the console: a path, or a place on the page on screen. */
export type Go = (to: To, options?: NavigateOptions) => Promise<void>;

/**
 * How to go to another address, for what is many times on screen: the router's own hook draws all its users with every change of page. Paths
 * are whole ones, and what leaves out the path means the page on screen.
 */
export function useGo(): Go {
  const data = useContext(DataRouterContext);
  if (!data) throw new Error('useGo stands outside the router');
  const { router } = data;
  return (to, options) => router.navigate(typeof to === 'string' ? to : { pathname: router.state.location.pathname, ...to }, options);
}
