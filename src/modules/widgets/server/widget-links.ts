import type { OperationIssue } from '#kit/server/change/kind.ts';

/** What is wrong with an address that terminals open; undefined where nothing is. */
function addressMistake(given: string): 'https' | 'credentials' | 'placeholder' | undefined {
  const places = given.match(/\{[^}]*\}/g) ?? [];
  if (places.some((place) => place !== '{widgetTicket}')) return 'placeholder';
  const url = URL.parse(given.replaceAll('{widgetTicket}', 'ticket'));
  if (!url || url.protocol !== 'https:' || url.hostname === '') return 'https';
  return url.username !== '' || url.password !== '' ? 'credentials' : undefined;
}

/** Issues of the addresses of a widget: pages of the app are named by a route, everything else by an https address. */
export function linkIssues(kind: string, fields: Readonly<Record<string, unknown>>): OperationIssue[] {
  return ['mobileLink', 'pcLink', 'badgeLink'].flatMap((name) => {
    const value = fields[name];
    if (typeof value !== 'string' || value === '') return [];
    const isRoute = kind === 'native' && name !== 'badgeLink';
    const mistake = isRoute ? (/^\/?[\w./-]+$/.test(value) ? undefined : 'route') : addressMistake(value);
    return mistake === undefined ? [] : [{ path: name, namespace: 'widgets', key: `issue.link.${mistake}` }];
  });
}
