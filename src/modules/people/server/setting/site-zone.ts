/** Where the server is. */
export const serverZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
let zone = serverZone;

/** Where the company's days begin: the zone that is set, else that of the server. */
export const siteZone = (): string => zone;

/** Takes the zone that is set; every node does so every few seconds. */
export function keepZone(name: string | null): void {
  zone = name ?? serverZone;
}
