/** Addresses of pages with parameters: `/widgets/detail/:widgetId`. */

const partsOf = (path: string): string[] => path.split('/');
const isParam = (part: string): boolean => part.startsWith(':');

/** Whether an address of pages has parameters. */
export const hasParams = (path: string): boolean => path.includes('/:');

/** Whether an address is that of a page with parameters; capitals make no difference, as in the router. */
export function fitsPath(pattern: string, address: string): boolean {
  const [wanted, given] = [partsOf(pattern.toLowerCase()), partsOf(address.toLowerCase())];
  return wanted.length === given.length && wanted.every((part, index) => (isParam(part) ? given[index] !== '' : part === given[index]));
}

/** A page's address with its parameters taken from the address on screen; undefined where that does not hold them. */
export function filledPath(pattern: string, here: string): string | undefined {
  if (!hasParams(pattern)) return pattern;
  const given = partsOf(here);
  const wanted = partsOf(pattern);
  const last = wanted.findLastIndex(isParam);
  const isHere = wanted.slice(0, last + 1).every((part, index) => (isParam(part) ? Boolean(given[index]) : part === given[index]));
  return isHere ? wanted.map((part, index) => (isParam(part) ? given[index] : part)).join('/') : undefined;
}
