/**
 * Whether an address may be shown inside the console: a web address of an allowed origin, never one of our own (a page of our origin
 * in a sandbox that keeps its origin could leave the sandbox).
 */
export function mayShow(address: string, origins: readonly string[], own: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.origin === own) return false;
  return origins.some((origin) => URL.canParse(origin) && new URL(origin).origin === url.origin);
}
