import { menuCodeOf } from '#kit/common/permission.ts';
import { opens, type PageRoute } from './page-route.ts';

/** Milliseconds the guard gives the stored menu codes to hold the page's. */
export const guardMillis = 300;

interface GuardFacts {
  /** Stored menu codes as they are at the moment of asking. */
  codes: () => readonly string[];
  wait: (millis: number) => Promise<void>;
}

/**
 * Whether a page may be shown: it must be in the stored menu codes 300 ms after it was asked for. A page that is granted already is
 * shown at once (the wait is for codes that are still on their way) and looked at again by the frame when the time is over.
 */
export async function guard(
  route: PageRoute,
  table: readonly PageRoute[],
  { codes, wait }: GuardFacts,
): Promise<'open' | 'home' | 'login'> {
  if (opens(route, table, codes())) return 'open';
  await wait(guardMillis);
  return verdict(route, table, codes());
}

/** The verdict on a page by the codes of now. */
export function verdict(route: PageRoute, table: readonly PageRoute[], codes: readonly string[]): 'open' | 'home' | 'login' {
  if (codes.length === 0) return 'login';
  return opens(route, table, codes) ? 'open' : 'home';
}

/** One of several pages between which tabs switch. */
export interface Candidate {
  readonly name: string;
  readonly path: string;
  readonly order: number;
  /** Names of the pages in it, where it is a frame: each of them is enough. */
  readonly inside?: readonly string[];
}

/**
 * Which of several pages are granted, in their order, and where to go when the page on screen is none of them: the first one with the
 * query string kept, else home. `to` is undefined while the page on screen may stay.
 */
export function grantedPages<C extends Candidate>(
  candidates: readonly C[],
  codes: readonly string[],
  here: { path: string; search: string },
): { pages: C[]; to: string | undefined } {
  const isGranted = ({ name, inside = [] }: C): boolean => [name, ...inside].some((one) => codes.includes(menuCodeOf(one)));
  const pages = candidates.filter(isGranted).toSorted((a, b) => a.order - b.order);
  // A page below a candidate (the tab of a tab) is on it.
  if (pages.some(({ path }) => here.path === path || here.path.startsWith(`${path}/`))) return { pages, to: undefined };
  const first = pages[0];
  return { pages, to: first ? first.path + here.search : '/home' };
}
