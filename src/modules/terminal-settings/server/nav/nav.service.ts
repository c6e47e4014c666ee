import type { Selectable } from 'kysely';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { LocalText } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { sameJson } from '#kit/server/change/fields.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { directory } from '#modules/people/server/public.ts';
import {
  navEntry,
  type navCopy,
  type NavEntry,
  type navPublish,
  type navQuery,
  type navRollback,
  type navSave,
  type NavTarget,
  type NavView,
} from '../../common/nav.contract.ts';
import { isFor } from '../audience.ts';
import { assertWholeSite } from '../whole-site.ts';
import type { NavSettingTable } from '../settings.table.ts';
import { entriesIn } from './nav.check.ts';
import { readIcons, takeIcons } from './nav.icons.ts';
import { navKind } from './nav.kind.ts';

type Means = Pick<Call, 'caller' | 'services'>;

const shipped: readonly [NavTarget, LocalText][] = [
  ['messages', { zh_CN: '消息', en_US: 'Messages', ja_JP: 'メッセージ' }],
  ['contacts', { zh_CN: '通讯录', en_US: 'Contacts', ja_JP: '連絡先' }],
  ['workbench', { zh_CN: '工作台', en_US: 'Workbench', ja_JP: 'ワークベンチ' }],
  ['me', { zh_CN: '我的', en_US: 'Me', ja_JP: 'マイページ' }],
];

/** A draft as the product delivers it. */
export const shippedEntries = (): NavEntry[] =>
  shipped.map(([target, name]) =>
    navEntry.parse({
      code: target,
      target,
      name,
      landing: target === 'messages',
      lock: target === 'me',
      badge: target === 'messages' ? 'unread' : 'none',
    }),
  );

/** Every platform has a draft from the first start on. */
export async function seedNav(db: Db, now: number): Promise<void> {
  const entries = shippedEntries();
  const rows = platforms.map((platform) => ({
    id: newId(),
    platform,
    name: platformNames[platform],
    entries: JSON.stringify(entries),
    published: null,
    version: 1,
    created_at: now,
    created_by: null,
    updated_at: now,
    updated_by: null,
  }));
  await db
    .insertInto('nav_setting')
    .values(rows)
    .onConflict((conflict) => conflict.column('platform').doNothing())
    .execute();
}

async function lockNav(tx: Tx, platform: Platform): Promise<Selectable<NavSettingTable>> {
  return tx.selectFrom('nav_setting').selectAll().where('platform', '=', platform).forUpdate().executeTakeFirstOrThrow();
}

/** Keeps a draft. Refuses with 11065, 10409 and 10400 at the entry that can't be. */
export async function saveNav(tx: Tx, means: Means, { platform, version, entries }: Parsed<typeof navSave>): Promise<void> {
  assertWholeSite(means.caller);
  const { id } = await lockNav(tx, platform);
  await takeIcons(tx, means, entries);
  await changeObjects(tx, means.caller, navKind, [{ id, version, fields: { entries: entries as Json } }]);
}

/** Publishes the draft as the next version. */
export async function publishNav(tx: Tx, { caller }: Means, { platform, version }: Parsed<typeof navPublish>): Promise<void> {
  assertWholeSite(caller);
  const { id, entries } = await lockNav(tx, platform);
  await changeObjects(tx, caller, navKind, [{ id, version, fields: { published: entries as Json } }]);
}

/** Publishes an earlier version as the next one. */
export async function rollBackNav(tx: Tx, { caller }: Means, input: Parsed<typeof navRollback>): Promise<void> {
  assertWholeSite(caller);
  const { id } = await lockNav(tx, input.platform);
  const former = await tx
    .selectFrom('nav_version')
    .select('entries')
    .where('platform', '=', input.platform)
    .where('nav_version', '=', input.navVersion)
    .executeTakeFirst();
  if (!former?.entries) throw notFound();
  await changeObjects(tx, caller, navKind, [{ id, version: input.version, fields: { published: former.entries as Json } }]);
}

/** Replaces a draft by that of another platform. */
export async function copyNav(tx: Tx, { caller }: Means, { from, to, version }: Parsed<typeof navCopy>): Promise<void> {
  assertWholeSite(caller);
  const { id } = await lockNav(tx, to);
  const { entries } = await tx.selectFrom('nav_setting').select('entries').where('platform', '=', from).executeTakeFirstOrThrow();
  await changeObjects(tx, caller, navKind, [{ id, version, fields: { entries: entries as Json } }]);
}

/** The navigation of a platform, as a draft and as it was published; also as a person would see the draft. */
export async function getNav(db: Db, { caller }: Means, { platform, asPerson }: Parsed<typeof navQuery>): Promise<NavView> {
  assertWholeSite(caller);
  if (asPerson !== undefined && !(await directory.people(db, [asPerson])).has(asPerson))
    throw caller.scope().all ? notFound() : outOfRange();
  const row = await db.selectFrom('nav_setting').selectAll().where('platform', '=', platform).executeTakeFirstOrThrow();
  const versions = await db
    .selectFrom('nav_version')
    .selectAll()
    .where('platform', '=', platform)
    .orderBy('nav_version', 'desc')
    .limit(21)
    .execute();
  const entries = entriesIn(row.entries);
  const documents = versions.map(({ nav_version: navVersion, published_at: publishedAt, published_by: publishedBy, entries: told }) => ({
    navVersion,
    publishedAt,
    publishedBy,
    entries: entriesIn(told),
  }));
  const [now, ...former] = documents;
  const shown = [...entries, ...documents.flatMap((document) => document.entries)];
  return {
    ...stampsOf(row),
    platform: row.platform,
    entries,
    icons: await readIcons(db, shown),
    changed: !sameJson(row.entries as Json, row.published as Json | null),
    published: row.published === null || !now ? null : now,
    old: (row.published === null ? documents : former).filter((document) => document.entries.length > 0),
    visible: asPerson === undefined ? null : await visibleTo(db, entries, asPerson),
  };
}

async function visibleTo(db: Db, entries: readonly NavEntry[], uid: string): Promise<string[]> {
  const codes: string[] = [];
  for (const { code, enabled, audience } of entries) if (enabled && (await isFor(db, audience, uid))) codes.push(code);
  return codes;
}

/** What a terminal of this person gets: the published entries that are for them, in their order; null where nothing is published. */
export async function navFor(db: Db, platform: Platform, uid: string): Promise<{ navVersion: number; entries: NavEntry[] } | null> {
  const row = await db
    .selectFrom('nav_version')
    .select(['nav_version', 'entries'])
    .where('platform', '=', platform)
    .orderBy('nav_version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.entries) return null;
  const entries = entriesIn(row.entries);
  const codes = await visibleTo(db, entries, uid);
  return { navVersion: row.nav_version, entries: entries.filter(({ code }) => codes.includes(code)) };
}
