import { isIP } from 'node:net';
import { Refusal } from '#kit/server/refusal.ts';

/** Milliseconds of the longest period of an advert: five years. */
const longest = 5 * 366 * 86_400_000;
const inside = /^(10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;

/** Refuses the address in a field that terminals must not open (13041): only https, without credentials, never into the internal network. */
export function assertLink(field: string, link: string | null | undefined): void {
  if (!link) return;
  const url = URL.parse(link);
  const host = url?.hostname.toLowerCase() ?? '';
  const reason =
    url?.protocol !== 'https:'
      ? 'https'
      : url.username !== '' || url.password !== ''
        ? 'credentials'
        : host === 'localhost' ||
            /\.(local|localhost|internal|lan)$/.test(host) ||
            !host.includes('.') ||
            host.startsWith('[') ||
            (isIP(host) === 4 && inside.test(host))
          ? 'internal'
          : undefined;
  if (reason !== undefined)
    throw new Refusal(13041, { reason: { namespace: 'app-pages', key: `link.${reason}` } }, { reason, link, field });
}

/** A page or an advert that can't be published (13050), in words. */
export const notPublishable = (reason: string, data: unknown): Refusal =>
  new Refusal(13050, { reason: { namespace: 'app-pages', key: `reason.${reason}` } }, data);

/** Refuses periods that end before they begin, or after more than five years (13040); `field` is where the end was entered. */
export function assertPeriod(startTime: number, endTime: number, field = 'endTime'): void {
  if (endTime <= startTime || endTime - startTime > longest) throw new Refusal(13040, {}, { startTime, endTime, field });
}
