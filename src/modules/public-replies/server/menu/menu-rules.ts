import { inEach, languages, type LocalDraft } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { appByKey } from '#modules/apps/server/public.ts';
import { assertContent, contentNames } from '#modules/public-content/server/public.ts';
import { readWidgets } from '#modules/widgets/server/public.ts';
import type { MenuChild, MenuEntry, MenuTarget } from '../../common/menu/menu.contract.ts';
import { carriesToken, isTooLong, mostChildren, mostEntries } from '../../common/menu/words.ts';
import { menuRulesOf } from './menu-reply.ts';

/** Every entry of a menu with the entry above it, in their order. */
export const flat = (entries: readonly MenuEntry[]): { entry: MenuChild; above: MenuEntry | null; place: string }[] =>
  entries.flatMap((entry, at) => [
    { entry, above: null, place: `${at}` },
    ...entry.children.map((child, below) => ({ entry: child, above: entry, place: `${at}.children.${below}` })),
  ]);

/** Refuses a menu that is too large (15040), has too long names (15042), the same key twice or an address that lets somebody in (10400). */
export function assertShape(entries: readonly MenuEntry[], { origin }: { readonly origin: string | undefined }): void {
  if (entries.length > mostEntries || entries.some(({ children }) => children.length > mostChildren)) throw new Refusal(15040);
  const keys = new Set<string>();
  for (const { entry, place } of flat(entries)) {
    for (const language of languages)
      if (isTooLong(entry.name[language] ?? '')) throw new Refusal(15042, { lang: languageNames[language] });
    if (keys.has(entry.key)) throw mistake(`draft.${place}.key`);
    keys.add(entry.key);
    if (entry.target?.kind === 'link' && isOwn(entry.target.url, origin) && carriesToken(entry.target.url))
      throw mistake(`draft.${place}.target.url`);
  }
}

const languageNames = {
  zh_CN: inEach({ zh_CN: '简体中文', en_US: 'Simplified Chinese', ja_JP: '簡体字中国語' }),
  en_US: inEach({ zh_CN: '英文', en_US: 'English', ja_JP: '英語' }),
  ja_JP: inEach({ zh_CN: '日文', en_US: 'Japanese', ja_JP: '日本語' }),
};

const mistake = (path: string): InvalidInput => new InvalidInput([{ path, namespace: 'kit', key: 'issue.custom' }]);
const isOwn = (url: string, origin: string | undefined): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(url).host === new URL(origin).host;

/** Refuses content that is not the account's own, or not published. */
export const assertOwnContent = (db: Db, snoId: string, entries: readonly MenuEntry[]): Promise<void> =>
  assertContent(
    db,
    snoId,
    flat(entries).flatMap(({ entry }) => (entry.target?.kind === 'content' ? [entry.target.ref] : [])),
  );

/** Refuses an entry that leads nowhere (15041): without a target and children, or to what is not there; content that is not published is 15032. */
export async function assertLeads(db: Db, snoId: string, entries: readonly MenuEntry[]): Promise<void> {
  await assertOwnContent(db, snoId, entries);
  const names = await targetNames(db, snoId, entries);
  for (const { entry, above } of flat(entries)) {
    const isParent = above === null && 'children' in entry && (entry as MenuEntry).children.length > 0;
    if (isParent) continue;
    const { target, name } = entry;
    if (target === null || (namedBy(target) !== undefined && !names.has(namedBy(target)!)))
      throw new Refusal(15041, { name: inEach(name) });
  }
}

/** Key by which the name of a target is known; undefined for one that needs none. */
function namedBy(target: MenuTarget): string | undefined {
  if (target.kind === 'reply') return target.ruleId;
  if (target.kind === 'content') return `${target.ref.kind}:${target.ref.id}`;
  if (target.kind === 'app') return target.appKey;
  return target.kind === 'widget' ? target.widgetId : undefined;
}

/** Names of what entries lead to, by `namedBy`; what is not there has none. */
export async function targetNames(db: Db, snoId: string, entries: readonly MenuEntry[]): Promise<Map<string, LocalDraft>> {
  const targets = flat(entries).flatMap(({ entry }) => entry.target ?? []);
  const names = new Map<string, LocalDraft>();
  if (targets.some(({ kind }) => kind === 'reply')) for (const { id, name } of await menuRulesOf(db, snoId)) names.set(id, { zh_CN: name });
  const refs = targets.flatMap((target) => (target.kind === 'content' ? [target.ref] : []));
  if (refs.length > 0) for (const [key, name] of await contentNames(db, refs)) names.set(key, name);
  for (const target of targets) {
    const app = target.kind === 'app' ? await appByKey(db, target.appKey) : undefined;
    if (app && target.kind === 'app') names.set(target.appKey, app.name);
  }
  const widgets = targets.flatMap((target) => (target.kind === 'widget' ? [target.widgetId] : []));
  if (widgets.length > 0) for (const [id, { name }] of await readWidgets(db, widgets)) names.set(id, name);
  return names;
}
