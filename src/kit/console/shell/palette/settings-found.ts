import { pick } from '#kit/common/language.ts';
import { currentLanguage, ensureCatalog } from '../../i18n/i18n.ts';
import { inputFacts } from '../../page/filter-codec.ts';
import { wordsOf } from '../../page/subject.ts';
import type { PeopleSearch, SettingsOf } from '../../routes/page-route.ts';

/** What names the entity and its state, and is no setting. */
const noSetting = new Set(['id', 'version', 'reason', 'dryRun']);

/** The settings of a page whose labels, with the name of the page, hold every word. */
export async function settingsFound(own: SettingsOf, text: string): ReturnType<PeopleSearch['find']> {
  const [update] = await Promise.all([own.update(), ensureCatalog(own.namespace)]);
  const words = wordsOf(own);
  const page = pick(own.page.title, currentLanguage());
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.keys(inputFacts(update.input))
    .filter((name) => !noSetting.has(name) && words.field(name) !== name)
    .map((name) => ({ id: `${own.kind}.${name}`, name: words.field(name), detail: page, to: `${own.page.route}${own.query ?? ''}` }))
    .filter(({ name, detail }) => parts.every((part) => `${name} ${detail}`.toLowerCase().includes(part)));
}
