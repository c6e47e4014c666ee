import { z } from 'zod';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { readProperties } from '#modules/property/server/public.ts';
import { mostEntries, navEntry, type NavEntry } from '../../common/nav.contract.ts';
import { anyUnknown } from '../audience.ts';
import '../settings.table.ts';

let services: Services | undefined;

/** Lets the rules of the navigation know which hosts the product allows. */
export function openNavCheck(opened: Services): void {
  services = opened;
}

/** Entries as they come from the journal or the table. */
export const entriesIn = (value: unknown): NavEntry[] => z.array(navEntry).safeParse(value).data ?? [];

/** Drafts and published entries keep the same rules, also when they come back by an undo: 11065, and mistakes at their entries. */
export async function checkNav(tx: Tx, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { id, after }] of operations.entries())
    for (const field of ['entries', 'published'] as const) {
      const value = after?.[field];
      if (value === undefined || value === null) continue;
      const entries = entriesIn(value);
      const row = await tx.selectFrom('nav_setting').select('platform').where('id', '=', id).executeTakeFirst();
      if (!hasLandingAndMe(entries)) throw new Refusal(11065);
      const found = [...shapeIssues(entries, row?.platform ?? 1), ...(await entryIssues(tx, entries))];
      if (found.length > 0) issues.set(index, [...(issues.get(index) ?? []), ...found]);
    }
  return issues;
}

/** Everybody lands somewhere: one landing entry, and "me", both enabled and for everybody. */
function hasLandingAndMe(entries: readonly NavEntry[]): boolean {
  const sure = ({ enabled, audience }: NavEntry): boolean => enabled && audience.length === 0;
  const landing = entries.filter((entry) => entry.landing);
  const me = entries.filter(({ target }) => target === 'me');
  return landing.length === 1 && landing.every(sure) && me.length === 1 && me.every(sure);
}

const issue = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'terminal-settings',
  key,
  ...(params && { params }),
});

function shapeIssues(entries: readonly NavEntry[], platform: Platform): OperationIssue[] {
  const most = mostEntries(platform);
  const found = entries.length > most ? [issue('entries', 'issue.most', { most })] : [];
  for (const [at, { code, target, url }] of entries.entries()) {
    if (entries.findIndex((one) => one.code === code) !== at) found.push(issue(`entries.${at}.code`, 'issue.codeTwice'));
    if (target === 'url' && url === null) found.push(issue(`entries.${at}.url`, 'issue.noUrl'));
  }
  return found;
}

async function entryIssues(tx: Tx, entries: readonly NavEntry[]): Promise<OperationIssue[]> {
  const found: OperationIssue[] = [];
  const allowed = entries.some(({ url }) => url !== null) ? await allowedOrigins(tx) : [];
  const icons = entries.flatMap(({ icon, selectedIcon }) => [icon, selectedIcon].filter((id) => id !== null));
  const known = icons.length === 0 ? [] : await tx.selectFrom('nav_icon').select('id').where('id', 'in', icons).execute();
  const kept = new Set(known.map(({ id }) => id));
  for (const [at, { url, icon, selectedIcon, audience }] of entries.entries()) {
    if (url !== null && !allowed.includes(new URL(url).origin)) found.push(issue(`entries.${at}.url`, 'issue.host'));
    for (const [name, id] of Object.entries({ icon, selectedIcon }))
      if (id !== null && !kept.has(id)) found.push(issue(`entries.${at}.${name}`, 'issue.icon'));
    if (await anyUnknown(tx, audience)) found.push(issue(`entries.${at}.audience`, 'issue.audience'));
  }
  return found;
}

/** Origins that the product shows in frames: the same ones terminals may open. */
async function allowedOrigins(tx: Tx): Promise<string[]> {
  if (!services) throw new Error('The rules of the navigation were not opened');
  const held = await readProperties(services, tx, { namespace: 'console', face: 'console' });
  return z.array(z.string()).safeParse(held.get('iframeHosts')).data ?? [];
}
