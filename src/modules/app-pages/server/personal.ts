import type { SeenPage } from '../common/page.contract.ts';

type SeenTag = SeenPage['tags'][number];

/** How somebody arranged a page. */
export interface Arranged {
  readonly tag_order: readonly string[];
  readonly hidden: readonly string[];
}

/**
 * Merges what somebody arranged into the tags of a release: locked tags keep their place, the others fill the free places in the person's
 * order, and new ones come in at their own.
 */
export function arrangedTags(tags: readonly SeenTag[], { tag_order, hidden }: Arranged): SeenTag[] {
  const placeOf = (tag: SeenTag, at: number): number => {
    const place = tag_order.indexOf(tag.key);
    return place < 0 ? at : place;
  };
  const free = tags
    .map((tag, at) => ({ tag, place: placeOf(tag, at), at }))
    .filter(({ tag }) => tag.isLock === 0)
    .toSorted((one, other) => one.place - other.place || one.at - other.at)
    .map(({ tag }) => tag);
  const placed = tags.map((tag) => (tag.isLock === 1 ? tag : free.shift()!));
  return placed.filter((tag) => tag.isLock === 1 || !hidden.includes(tag.key));
}
