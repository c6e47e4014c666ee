import { sql } from 'kysely';
import { roleNamer } from '#kit/server/access/role.named.ts';
import type { Range } from '#kit/server/caller.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { decideAudience, membershipOf, type Membership } from '#kit/server/audience/audience.ts';
import type { Audience, AudienceRow } from '#kit/common/audience.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import {
  rolesGiving,
  usableWidgets,
  readWidgets,
  widgetInRange,
  type UsableWidget,
  type WidgetViewer,
} from '#modules/widgets/server/public.ts';
import type { SeenPage } from '../common/page.contract.ts';
import type { Card, PlatformCard, Tag } from '../common/tag.ts';
import { activeAdverts, nearestFirst, nearestWidget } from './active-adverts.ts';
import { shownRelease } from './page-release.ts';
import { keyOfCard, keyOfTag } from './personal.ts';
import type { PageReleaseTable } from './pages.table.ts';
import { widgetsIn } from './tag-rules.ts';

/** Viewer at a terminal of an app, at a moment. */
export interface PageViewer extends WidgetViewer {
  readonly appId: string;
  /** An administrator who looks through their eyes, and reads no names from outside the range. */
  readonly reader?: { readonly range: Range; readonly language: Language };
}

/** Something that is left out of a page, and why. */
export interface LeftOut {
  path: string;
  reason: string;
  roles: string[];
}

type SeenTag = SeenPage['tags'][number];
type SeenCard = SeenTag['cards'][number];

const isDesktop = (platform: number): boolean => platform === 4 || platform === 5;
/** The kind of page that a platform shows. */
export const terminalOf = (platform: number): 'mobile' | 'pc' => (isDesktop(platform) ? 'pc' : 'mobile');

/** The configuration and release that somebody is shown: the first whose audience holds them; a trial before its release. */
export async function releaseFor(
  db: Db,
  viewer: PageViewer,
  terminal: 'mobile' | 'pc',
): Promise<{ configId: string; release: PageReleaseTable } | undefined> {
  const configs = await db
    .selectFrom('page_config')
    .select(['id', 'rows', 'trial_ids'])
    .where('app_id', '=', viewer.appId)
    .where('terminal', '=', terminal)
    .orderBy('priority')
    .orderBy('id')
    .execute();
  const me = await membershipOf(db, directory, viewer.uid);
  for (const config of configs) {
    const trial = config.trial_ids.includes(viewer.uid) ? await trialOf(db, config.id) : undefined;
    if (trial) return { configId: config.id, release: trial };
    if (!decideAudience(config.rows, me).included) continue;
    const release = await shownRelease(db, config.id, viewer.now);
    if (release) return { configId: config.id, release };
  }
  return undefined;
}

/** What is tried: the newest save, where it is neither a draft nor published. */
async function trialOf(db: Db, configId: string): Promise<PageReleaseTable | undefined> {
  const newest = await db
    .selectFrom('page_release')
    .selectAll()
    .where('config_id', '=', configId)
    .where('release_type', 'in', [1, 2])
    .orderBy('no', 'desc')
    .executeTakeFirst();
  return newest?.release_type === 2 ? newest : undefined;
}

/** Whether an audience holds somebody, and the row that decided. */
export async function includes(db: Db, rows: Audience, uid: string): Promise<{ included: boolean; by: AudienceRow | null }> {
  return decideAudience(rows, await membershipOf(db, directory, uid));
}

/** Draws tags as the terminal of somebody gets them, and says what is left out. */
export async function drawTags(db: Db, tags: readonly Tag[], viewer: PageViewer): Promise<{ tags: SeenTag[]; left: LeftOut[] }> {
  const facts = await factsFor(db, tags, viewer);
  const left: LeftOut[] = [];
  const shown: SeenTag[] = [];
  for (const [at, tag] of tags.entries()) {
    const path = `tagList.${at}`;
    const cards: SeenCard[] = [];
    for (const [index, card] of tag.cardArray.entries()) {
      const drawn = drawCard(card, `${path}.cardArray.${index}`, facts);
      if (drawn) cards.push(drawn);
      left.push(...facts.left.splice(0));
    }
    const name = pick(tag.langs, viewer.language);
    shown.push({
      key: keyOfTag(tag),
      tagType: tag.tagType,
      systemKey: tag.systemKey,
      isLock: tag.isLock,
      name,
      fallsBack: tag.langs[viewer.language] === '',
      icon: tag.icon,
      cards,
    });
  }
  for (const one of left) if (one.reason === 'notGiven') one.roles = await rolesFor(db, one, facts, viewer.now);
  return { tags: shown, left };
}

interface DrawFacts {
  viewer: PageViewer;
  me: Membership;
  usable: ReadonlyMap<string, UsableWidget>;
  names: Awaited<ReturnType<typeof readWidgets>>;
  /** Widgets that the reader does not see, with the word that stands for their names. */
  hidden: ReadonlyMap<string, string>;
  cards: ReadonlyMap<
    string,
    { widgets: string[]; interval: number; on: number; icon: string | null; name: string; langs: Record<string, string> }
  >;
  home: Awaited<ReturnType<typeof activeAdverts>>;
  left: LeftOut[];
  widgetOf: Map<LeftOut, string>;
}

async function factsFor(db: Db, tags: readonly Tag[], viewer: PageViewer): Promise<DrawFacts> {
  const usable = await usableWidgets(db, viewer);
  const cards = await db.selectFrom('platform_card').selectAll().where('app_id', '=', viewer.appId).execute();
  const ids = [...widgetsIn(tags), ...cards.flatMap(({ widgets }) => widgets.map(({ widgetId }) => widgetId))];
  return {
    viewer,
    me: await nearestFirst(db, await membershipOf(db, directory, viewer.uid)),
    usable: new Map(usable.map((one) => [one.id, one])),
    names: await readWidgets(db, ids),
    hidden: await hiddenWidgets(
      db,
      viewer,
      usable.map(({ id }) => id),
    ),
    cards: new Map(
      cards.map((card) => [
        card.id,
        {
          widgets: card.widgets.map(({ widgetId }) => widgetId),
          interval: card.interval_time,
          on: card.on,
          icon: card.icon,
          name: card.name,
          langs: { ...card.langs },
        },
      ]),
    ),
    home: await activeAdverts(db, 'home', viewer, 0),
    left: [],
    widgetOf: new Map(),
  };
}

async function hiddenWidgets(db: Db, { reader }: PageViewer, ids: readonly string[]): Promise<Map<string, string>> {
  if (!reader || reader.range.all) return new Map();
  const { rows } = await sql<{ id: string }>`select w.id from unnest(${[...ids]}::uuid[]) as w(id)
    where not ${widgetInRange(reader.range, 'w.id')}`.execute(db);
  return new Map(rows.map(({ id }) => [id, outsideWord(reader.language)]));
}

function leave(facts: DrawFacts, path: string, reason: string, widgetId?: string): void {
  const one: LeftOut = { path, reason, roles: [] };
  facts.left.push(one);
  if (widgetId !== undefined) facts.widgetOf.set(one, widgetId);
}

function widgetFor(id: string, path: string, facts: DrawFacts): SeenCard['widgets'][number] | undefined {
  const one = facts.usable.get(id);
  if (one) return { widgetId: id, name: facts.hidden.get(id) ?? pick(one.name, facts.viewer.language), icon: one.icon };
  const known = facts.names.get(id);
  leave(facts, path, !known ? 'widgetGone' : known.status !== 2 ? 'widgetOffline' : 'notGiven', id);
  return undefined;
}

function drawCard(card: Card, path: string, facts: DrawFacts): SeenCard | undefined {
  if (card.cardType === 1) {
    const found = widgetFor(card.widgetId, path, facts);
    if (!found) return undefined;
    const bare = { platformType: null, intervalTime: null, icon: null, adverts: [] };
    return {
      ...bare,
      key: keyOfCard(card),
      path,
      cardType: 1,
      isLock: card.isLock,
      widgetId: card.widgetId,
      name: found.name,
      widgets: [found],
    };
  }
  const own = card.platformId === null ? undefined : facts.cards.get(card.platformId);
  if (card.platformId !== null && own?.on !== 1) {
    leave(facts, path, 'cardGone');
    return undefined;
  }
  const drawn = drawPlatform(card, path, { facts, own });
  if (drawn.widgets.length + drawn.adverts.length > 0) return drawn;
  leave(facts, path, 'empty');
  return undefined;
}

type OwnCard = ReturnType<DrawFacts['cards']['get']>;

function drawPlatform(card: PlatformCard, path: string, { facts, own }: { facts: DrawFacts; own: OwnCard }): SeenCard {
  const { viewer } = facts;
  const langs = { ...own?.langs, ...Object.fromEntries(Object.entries(card.langs).filter(([, word]) => word !== '')) };
  const given = card.isTagConfig === 1 ? card.tagWidgets.map(({ widgetId }) => widgetId) : (own?.widgets ?? []);
  // A card of the app centre that names none holds every widget that the person may use.
  const ids = card.platformType !== 1 ? [] : given.length > 0 || card.isTagConfig === 1 ? given : [...facts.usable.keys()];
  return {
    key: keyOfCard(card),
    path,
    cardType: 0,
    isLock: card.isLock,
    platformType: card.platformType,
    widgetId: null,
    name: pick(langs, viewer.language) || card.name || (own?.name ?? ''),
    icon: card.icon ?? own?.icon ?? null,
    intervalTime: card.platformType === 2 ? (card.intervalTime ?? own?.interval ?? 5) : null,
    widgets: ids.flatMap((id, at) => widgetFor(id, `${path}.tagWidgets.${at}`, facts) ?? []),
    adverts: card.platformType !== 2 ? [] : card.isTagConfig === 1 ? ownAdverts(card, facts) : facts.home.map(withoutLook),
  };
}

const withoutLook = ({
  seconds: _seconds,
  skip: _skip,
  perDay: _perDay,
  ...advert
}: DrawFacts['home'][number]): SeenCard['adverts'][number] => advert;

function ownAdverts(card: PlatformCard, { viewer, me }: DrawFacts): SeenCard['adverts'] {
  const desktop = isDesktop(viewer.platform);
  return card.tagAdverts.flatMap((one) => {
    const here = (desktop ? one.pcEnable : one.mobileEnable) === 1 && one.startTime <= viewer.now && one.endTime > viewer.now;
    if (!here || (one.deptIds.length > 0 && !one.deptIds.some((id) => me.departments.has(id)))) return [];
    const nearest = nearestWidget(one.deptWidgetInfo, me);
    return [
      {
        advertId: one.advertId ?? '',
        title: pick(one.title, viewer.language),
        fileId: one.fileId,
        link: (desktop ? (one.pcLink ?? one.link) : (one.link ?? one.pcLink)) || null,
        widgetId: nearest?.widgetId ?? null,
        params: nearest?.params ?? '',
        startTime: one.startTime,
        endTime: one.endTime,
      },
    ];
  });
}

async function rolesFor(db: Db, one: LeftOut, facts: DrawFacts, now: number): Promise<string[]> {
  const widgetId = facts.widgetOf.get(one);
  if (widgetId === undefined) return [];
  const giving = await rolesGiving(db, widgetId, now);
  const { reader } = facts.viewer;
  const named =
    reader &&
    (await roleNamer(
      db,
      reader,
      giving.map(({ id }) => id),
    ));
  return [...new Set(giving.map((role) => (named ? named(role) : role).name))];
}

/** What somebody is told whose app has no page. */
export const noPage = (): SeenPage => ({ configId: null, releaseNo: null, isPageEditConsole: 0, tags: [] });
