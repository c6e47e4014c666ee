import { sql } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { outOfRange, type Refusal } from '#kit/server/refusal.ts';
import { readWidgets, widgetInRange } from '#modules/widgets/server/public.ts';
import type { Problem } from '../common/page.contract.ts';
import { most, type Card, type PlatformCard, type Tag } from '../common/tag.ts';
import { assertLink, assertPeriod, notPublishable } from './advert-rules.ts';
import { numericIcon } from './page-config.ts';
import { knownPictures } from './picture.ts';

const wrong = (path: string, reason: string): Refusal => notPublishable(reason, { path, reason });

/** Refuses two equal indexes: their order would be anybody's guess. */
function assertApart(indexes: readonly number[], path: (at: number) => string): void {
  const twice = indexes.findIndex((index, at) => indexes.indexOf(index) < at);
  if (twice >= 0) throw wrong(path(twice), 'index');
}

/** The set as it is stored: indexes from 0 in the order sent, icons only as numbers, lists only where the tag holds its own, everything locked where employees may not arrange. */
export function storedTags(tags: readonly Tag[], isPageEditConsole: 0 | 1): Tag[] {
  if (tags.length === 0 || tags.length > most.tags) throw wrong('tagList', 'tags');
  assertApart(
    tags.map(({ tagIndex }) => tagIndex),
    (at) => `tagList.${at}.tagIndex`,
  );
  return tags.map((tag, tagIndex) => {
    assertApart(
      tag.cardArray.map(({ cardIndex }) => cardIndex),
      (at) => `tagList.${tagIndex}.cardArray.${at}.cardIndex`,
    );
    return {
      ...tag,
      tagIndex,
      // Without the page-edit switch every tag is locked, whatever was sent.
      isLock: isPageEditConsole === 1 ? tag.isLock : 1,
      icon: numericIcon(tag.icon),
      systemKey: tag.tagType === 0 ? tag.systemKey : null,
      cardArray: tag.tagType === 1 ? tag.cardArray.map(storedCard) : [],
    };
  });
}

function storedCard(card: Card, cardIndex: number): Card {
  if (card.cardType === 1) return { ...card, cardIndex };
  const isOwn = card.isTagConfig === 1;
  return {
    ...card,
    cardIndex,
    icon: numericIcon(card.icon),
    intervalTime: card.platformType === 2 ? (card.intervalTime ?? 5) : null,
    tagWidgets: isOwn && card.platformType === 1 ? card.tagWidgets : [],
    tagAdverts: isOwn && card.platformType === 2 ? card.tagAdverts.map((one) => ({ ...one, advertId: one.advertId ?? newId() })) : [],
  };
}

/** What must hold also of a draft: periods and addresses of adverts, and widgets of the own range (10910). */
export async function assertTags(db: Db, tags: readonly Tag[], range: Range): Promise<void> {
  for (const [at, { cardArray }] of tags.entries())
    for (const [index, card] of cardArray.entries())
      if (card.cardType === 0) assertAdverts(`tagList.${at}.cardArray.${index}.tagAdverts`, card.tagAdverts);
  if (range.all) return;
  const ids = widgetsIn(tags);
  const { rows } =
    await sql`select from widget where id = any(${ids}::uuid[]) and not ${widgetInRange(range, 'widget.id')} limit 1`.execute(db);
  if (rows.length > 0) throw outOfRange();
}

function assertAdverts(path: string, adverts: PlatformCard['tagAdverts']): void {
  for (const [at, { startTime, endTime, link, pcLink }] of adverts.entries()) {
    assertPeriod(startTime, endTime, `${path}.${at}.endTime`);
    assertLink(`${path}.${at}.link`, link);
    assertLink(`${path}.${at}.pcLink`, pcLink);
  }
}

/** Ids of the widgets that tags name. */
export const widgetsIn = (tags: readonly Tag[]): string[] => [
  ...new Set(
    tags.flatMap(({ cardArray }) =>
      cardArray.flatMap((card) => (card.cardType === 1 ? [card.widgetId] : card.tagWidgets.map(({ widgetId }) => widgetId))),
    ),
  ),
];

/** What keeps a set from being published; of a draft it is shown. */
export async function problemsOf(db: Db, tags: readonly Tag[], terminal: 'mobile' | 'pc'): Promise<Problem[]> {
  const widgets = await readWidgets(db, widgetsIn(tags));
  const pictures = await knownPictures(
    db,
    tags.flatMap(({ cardArray }) =>
      cardArray.flatMap((card) => (card.cardType === 0 ? card.tagAdverts.flatMap(({ fileId }) => fileId ?? []) : [])),
    ),
  );
  const cards = new Map((await db.selectFrom('platform_card').select(['id', 'on']).execute()).map(({ id, on }) => [id, on]));
  const found: Problem[] = [];
  if (terminal === 'mobile' && !tags.some(({ systemKey }) => systemKey === 'me')) found.push({ path: 'tagList', reason: 'me' });
  const lookAtWidget = (path: string, id: string): void => {
    const one = widgets.get(id);
    if (!one) found.push({ path, reason: 'widgetGone' });
    else if (one.status !== 2) found.push({ path, reason: 'widgetOffline' });
  };
  for (const [at, tag] of tags.entries()) {
    const path = `tagList.${at}`;
    if (tag.langs.zh_CN === '') found.push({ path: `${path}.langs.zh_CN`, reason: 'name' });
    if (tag.tagType === 0 && tag.systemKey === null) found.push({ path: `${path}.systemKey`, reason: 'systemKey' });
    if (tag.tagType === 1 && tag.cardArray.length === 0) found.push({ path: `${path}.cardArray`, reason: 'empty' });
    for (const [index, card] of tag.cardArray.entries()) {
      const own = `${path}.cardArray.${index}`;
      if (card.cardType === 1) lookAtWidget(`${own}.widgetId`, card.widgetId);
      else {
        if (card.platformId !== null && cards.get(card.platformId) !== 1) found.push({ path: `${own}.platformId`, reason: 'cardGone' });
        found.push(...problemsOfCard(own, card, pictures));
        for (const [place, { widgetId }] of card.tagWidgets.entries()) lookAtWidget(`${own}.tagWidgets.${place}`, widgetId);
      }
    }
  }
  return found;
}

function problemsOfCard(path: string, card: PlatformCard, pictures: ReadonlySet<string>): Problem[] {
  const nothing = card.isTagConfig === 1 && (card.platformType === 1 ? card.tagWidgets.length : card.tagAdverts.length) === 0;
  return [
    ...(card.langs.zh_CN === '' && card.name === '' ? [{ path: `${path}.langs.zh_CN`, reason: 'name' }] : []),
    ...(nothing ? [{ path, reason: 'empty' }] : []),
    ...card.tagAdverts.flatMap((one, at) => [
      ...(one.title.zh_CN === '' ? [{ path: `${path}.tagAdverts.${at}.title.zh_CN`, reason: 'name' }] : []),
      ...(one.fileId === null || !pictures.has(one.fileId) ? [{ path: `${path}.tagAdverts.${at}.fileId`, reason: 'picture' }] : []),
    ]),
  ];
}

/** Refuses a set with the first of its problems (13050). */
export function assertPublishable(problems: readonly Problem[]): void {
  const first = problems[0];
  if (first) throw notPublishable(first.reason, { ...first, problems });
}
