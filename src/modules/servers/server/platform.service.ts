import type { Selectable } from 'kysely';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { openGuard } from '#modules/sign-in/server/public.ts';
import type {
  PlatformContent,
  platformList,
  platformPublish,
  platformRollback,
  platformSave,
  PlatformView,
} from '../common/platform.contract.ts';
import { assertWholeSite } from './whole-site.ts';
import { platformKind } from './platform.kind.ts';
import { publicKeyOf } from './platform.sign.ts';
import type { PlatformConfigTable } from './server.table.ts';

type Means = Pick<Call, 'db' | 'caller'>;
type PlatformData = Selectable<PlatformConfigTable>;

/** Every platform has its row from the first start on. */
export async function seedPlatforms(db: Db, now: number): Promise<void> {
  const rows = platforms.map((platform) => ({
    id: newId(),
    platform,
    name: platformNames[platform],
    rows: '[]',
    min_version: null,
    published: null,
    version: 1,
    created_at: now,
    created_by: null,
    updated_at: now,
    updated_by: null,
  }));
  await db
    .insertInto('platform_config')
    .values(rows)
    .onConflict((conflict) => conflict.column('platform').doNothing())
    .execute();
}

async function lockPlatform(tx: Tx, platform: Platform): Promise<PlatformData> {
  const row = await tx.selectFrom('platform_config').selectAll().where('platform', '=', platform).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** What the draft would tell a terminal: enabled servers that are not draining, in their order, the requested zone first. */
async function contentOf(db: Db, { rows, min_version: minVersion }: Pick<PlatformData, 'rows' | 'min_version'>): Promise<PlatformContent> {
  const ids = rows.flatMap(({ serverConfigIds }) => serverConfigIds);
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('server_config')
          .selectAll()
          .where('id', 'in', ids)
          .where('enabled', '=', true)
          .where('draining', '=', false)
          .execute();
  const byId = new Map(found.map((server) => [server.id, server]));
  return {
    minVersion,
    servers: rows.flatMap(({ kind, serverConfigIds, zoneOrder }) =>
      serverConfigIds.flatMap((id) => {
        const server = byId.get(id);
        if (!server) return [];
        const place = (zone: 'inner' | 'outer'): number => (zoneOrder.includes(zone) ? zoneOrder.indexOf(zone) : zoneOrder.length);
        const addresses = server.addresses
          .filter(({ zone }) => zoneOrder.includes(zone))
          .toSorted((one, other) => place(one.zone) - place(other.zone));
        return [{ kind, code: server.code, weight: server.weight, addresses, pinnedKeys: server.pinned_keys, ca: server.ca }];
      }),
    ),
  };
}

/** Keeps a draft. Every server in it must exist and be of the row's kind. */
export async function savePlatform(tx: Tx, { caller }: Pick<Call, 'caller'>, input: Parsed<typeof platformSave>): Promise<void> {
  assertWholeSite(caller);
  const row = await lockPlatform(tx, input.platform);
  if (input.rows) await assertRows(tx, input.rows);
  const fields = { ...(input.rows && { rows: input.rows }), ...(input.minVersion !== undefined && { minVersion: input.minVersion }) };
  await changeObjects(tx, caller, platformKind, [{ id: row.id, version: input.version, fields: fields as Fields }]);
}

async function assertRows(tx: Tx, rows: PlatformView['rows']): Promise<void> {
  const issue = (at: number, key: string): InvalidInput =>
    new InvalidInput([{ path: `rows.${at}.serverConfigIds`, namespace: 'servers', key }]);
  const ids = rows.flatMap(({ serverConfigIds }) => serverConfigIds);
  const servers = ids.length === 0 ? [] : await tx.selectFrom('server_config').select(['id', 'kind']).where('id', 'in', ids).execute();
  const kinds = new Map(servers.map(({ id, kind }) => [id, kind]));
  for (const [at, { kind, serverConfigIds }] of rows.entries()) {
    if (rows.findIndex((row) => row.kind === kind) !== at) throw issue(at, 'issue.kindTwice');
    if (new Set(serverConfigIds).size !== serverConfigIds.length) throw issue(at, 'issue.serverTwice');
    if (serverConfigIds.some((id) => kinds.get(id) !== kind)) throw issue(at, 'issue.kindOther');
  }
}

/** Publishes the draft. Refuses with 11030 where a kind of it would have no server, 10409. */
export async function publishPlatform(
  tx: Tx,
  { caller }: Pick<Call, 'caller'>,
  input: Parsed<typeof platformPublish>,
): Promise<Reply<typeof platformPublish>> {
  assertWholeSite(caller);
  const row = await lockPlatform(tx, input.platform);
  const content = await contentOf(tx, row);
  const empty = row.rows.find(({ kind }) => !content.servers.some((server) => server.kind === kind));
  if (empty) throw new Refusal(11030, { kind: empty.kind, name: row.name });
  if (content.servers.length === 0) throw new InvalidInput([{ path: 'rows', namespace: 'servers', key: 'issue.nothing' }]);
  return writePublished(tx, { caller }, { row, version: input.version, content });
}

/** Publishes what an earlier document said, as a new version. */
export async function rollBackPlatform(
  tx: Tx,
  { caller }: Pick<Call, 'caller'>,
  input: Parsed<typeof platformRollback>,
): Promise<Reply<typeof platformRollback>> {
  assertWholeSite(caller);
  const row = await lockPlatform(tx, input.platform);
  const former = await tx
    .selectFrom('platform_document')
    .select('content')
    .where('platform', '=', input.platform)
    .where('doc_version', '=', input.docVersion)
    .executeTakeFirst();
  if (!former) throw notFound();
  return writePublished(tx, { caller }, { row, version: input.version, content: former.content });
}

async function writePublished(
  tx: Tx,
  { caller }: Pick<Call, 'caller'>,
  { row, version, content }: { row: PlatformData; version: number; content: PlatformContent | null },
): Promise<Reply<typeof platformPublish>> {
  await changeObjects(tx, caller, platformKind, [{ id: row.id, version, fields: { published: content as Json } }]);
  const last = await tx
    .selectFrom('platform_document')
    .select((select) => select.fn.max('doc_version').as('last'))
    .where('platform', '=', row.platform)
    .executeTakeFirst();
  return { docVersion: last?.last ?? 0, guard: await openGuard(tx, caller) };
}

/** The platforms with draft, what a terminal gets, and what it got before. */
export async function listPlatforms({ db, caller }: Means): Promise<Reply<typeof platformList>> {
  assertWholeSite(caller);
  const rows = await db.selectFrom('platform_config').selectAll().orderBy('platform').execute();
  const list = await Promise.all(rows.map((row) => platformView(db, row)));
  return { list, guard: await openGuard(db, caller), publicKey: (await publicKeyOf(db)).publicKey };
}

/** One of them, after a save. */
export async function getPlatform(db: Db, platform: Platform): Promise<PlatformView> {
  return platformView(db, await db.selectFrom('platform_config').selectAll().where('platform', '=', platform).executeTakeFirstOrThrow());
}

async function platformView(db: Db, row: PlatformData): Promise<PlatformView> {
  const [content, documents] = await Promise.all([
    contentOf(db, row),
    db.selectFrom('platform_document').selectAll().where('platform', '=', row.platform).orderBy('doc_version', 'desc').limit(20).execute(),
  ]);
  const [now, ...former] = documents;
  return {
    platform: row.platform,
    rows: row.rows,
    minVersion: row.min_version,
    content,
    changed: JSON.stringify(content, sorted) !== JSON.stringify(row.published ?? { minVersion: null, servers: [] }, sorted),
    published:
      row.published === null || !now
        ? null
        : {
            docVersion: now.doc_version,
            document: now.document,
            signature: now.signature,
            keyId: now.key_id,
            publishedAt: now.published_at,
            publishedBy: now.published_by,
          },
    former: former
      .filter(({ content: told }) => told !== null)
      .map(({ doc_version: docVersion, published_at: publishedAt, published_by: publishedBy }) => ({
        docVersion,
        publishedAt,
        publishedBy,
      })),
    ...stampsOf(row),
  };
}

/** The database keeps the names of an object in an order of its own. */
const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
