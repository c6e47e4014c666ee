import type { Card, Tag } from '../common/tag.ts';

/** How somebody arranged the cards of a tag. */
export interface ArrangedCards {
  readonly tag: string;
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Widgets whose cards the person added. */
  readonly added: readonly string[];
}

/** How somebody arranged a page. */
export interface Arranged {
  readonly tag_order: readonly string[];
  readonly hidden: readonly string[];
  readonly cards: readonly ArrangedCards[];
}

/** Key by which a tag is recognised in the next release: the tab of the application, or its first name. */
export const keyOfTag = (tag: Pick<Tag, 'systemKey' | 'langs'>): string => tag.systemKey ?? `page:${tag.langs.zh_CN}`;

/** Key by which a card is recognised in the next release: its widget, the shared card, or its kind and first name. */
export function keyOfCard(card: Card): string {
  if (card.cardType === 1) return `widget:${card.widgetId}`;
  return card.platformId === null ? `own:${card.platformType}:${card.langs.zh_CN || card.name}` : `card:${card.platformId}`;
}

/**
 * Merges an order into what a release holds: locked items keep their place, the others fill the free places in the person's order, and new
 * ones come in at their own.
 */
function arranged<T extends { isLock: 0 | 1 }>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { order, hidden }: { order: readonly string[]; hidden: readonly string[] },
): T[] {
  const placeOf = (item: T, at: number): number => {
    const place = order.indexOf(keyOf(item));
    return place < 0 ? at : place;
  };
  const free = items
    .map((item, at) => ({ item, place: placeOf(item, at), at }))
    .filter(({ item }) => item.isLock === 0)
    .toSorted((one, other) => one.place - other.place || one.at - other.at)
    .map(({ item }) => item);
  const placed = items.map((item) => (item.isLock === 1 ? item : free.shift()!));
  return placed.filter((item) => item.isLock === 1 || !hidden.includes(keyOf(item)));
}

/** The tags of a release as somebody arranged them; in a locked tag everything stays as it is. */
export const arrangedTags = (tags: readonly Tag[], { tag_order, hidden, cards }: Arranged): Tag[] =>
  arranged(tags, keyOfTag, { order: tag_order, hidden }).map((tag) => {
    const own = cards.find((one) => one.tag === keyOfTag(tag));
    return own && tag.tagType === 1 && tag.isLock === 0 ? { ...tag, cardArray: arrangedCards(tag.cardArray, own) } : tag;
  });

/** Cards that somebody added stand behind the last locked one. */
function arrangedCards(cards: readonly Card[], { order, hidden, added }: ArrangedCards): Card[] {
  const known = new Set(cards.map(keyOfCard));
  const more = added
    .map((widgetId): Card => ({ cardType: 1, cardIndex: 0, isLock: 0, widgetId }))
    .filter((card) => !known.has(keyOfCard(card)));
  const own = arranged(cards, keyOfCard, { order, hidden });
  const behind = own.findLastIndex(({ isLock }) => isLock === 1) + 1;
  return [...own.slice(0, behind), ...arranged([...own.slice(behind), ...more], keyOfCard, { order, hidden: [] })];
}

/** Whether somebody may arrange a page so: nothing locked is hidden, and the cards of a locked tag are not touched. */
export function mayArrange(tags: readonly Tag[], { hidden, cards }: Pick<Arranged, 'hidden' | 'cards'>): boolean {
  if (tags.some((tag) => tag.isLock === 1 && hidden.includes(keyOfTag(tag)))) return false;
  return cards.every((own) => {
    const tag = tags.find((one) => keyOfTag(one) === own.tag);
    if (!tag) return true;
    return tag.isLock === 0 && !tag.cardArray.some((card) => card.isLock === 1 && own.hidden.includes(keyOfCard(card)));
  });
}
