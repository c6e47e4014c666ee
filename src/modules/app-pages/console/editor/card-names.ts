import { pick, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { platformCard, tagWidgets } from '../../common/page.contract.ts';
import type { Card, Tag } from '../../common/tag.ts';
import { placeOf } from './problems.tsx';

/** Names of what stands on a page, in a language. */
export interface PageNames {
  card(card: Card, language: Language): string;
  tag(tag: Tag, language: Language): string;
  widget(id: string): string;
}

/** Names of the widgets and platform cards that pages of an app may hold. */
export function usePageNames(appId: string): PageNames {
  const t = useT('app-pages');
  useLanguage();
  const widgets = useRead(tagWidgets, {}).data?.list ?? [];
  const cards = useRead(platformCard.list, { appId, pageSize: 200 }).data?.list ?? [];
  const widget = (id: string): string => widgets.find((one) => one.id === id)?.name ?? '…';
  return {
    widget,
    card: (card, language) =>
      card.cardType === 1
        ? widget(card.widgetId)
        : pick(card.langs, language) ||
          card.name ||
          cards.find((one) => one.id === card.platformId)?.name ||
          t(`platformCard.platformType.${card.platformType}`),
    tag: (tag, language) => pick(tag.langs, language) || (tag.systemKey ? t(`editor.system.${tag.systemKey}`) : t('editor.cardPage')),
  };
}

const inCard = /^tagList\.\d+\.cardArray\.\d+\.(tagWidgets|tagAdverts)\.(\d+)/;

/** The tag or card that a path leads to. */
function placed(path: string, tags: readonly Tag[]): { tag: Tag | undefined; card: Card | undefined; isCard: boolean } {
  const place = placeOf(path);
  const tag = place && tags[place.tag];
  return { tag, card: place?.card === undefined ? undefined : tag?.cardArray[place.card], isCard: place?.card !== undefined };
}

/** Whether a platform card has no name of its own in a language, so that another one stands for it. */
export function fallsBack(path: string, tags: readonly Tag[], language: Language): boolean {
  const { card } = placed(path, tags);
  return card?.cardType === 0 && language !== 'zh_CN' && card.langs[language] === '' && (card.langs.zh_CN || card.name) !== '';
}

/** Where a path leads, in words: the tag, its card, and what stands in that; empty for the page as a whole, and where there is nothing. */
export function placeWords(path: string, tags: readonly Tag[], { names, language }: { names: PageNames; language: Language }): string {
  const [, list, at] = inCard.exec(path) ?? [];
  const { tag, card, isCard } = placed(path, tags);
  if (!tag || (isCard && !card)) return '';
  const words = [names.tag(tag, language), card && names.card(card, language)];
  if (card?.cardType === 0 && list === 'tagWidgets') words.push(names.widget(card.tagWidgets[Number(at)]?.widgetId ?? ''));
  if (card?.cardType === 0 && list === 'tagAdverts') words.push(pick(card.tagAdverts[Number(at)]?.title ?? {}, language));
  return words.filter(Boolean).join(' › ');
}
