import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, stale, wrongState } from '#kit/server/refusal.ts';
import { appInRange } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import type { pageReleases, pageRollback, tagSave, TagSet } from '../common/page.contract.ts';
import type { Tag } from '../common/tag.ts';
import { pageConfigs } from './page-config.ts';
import type { PageReleaseTable } from './pages.table.ts';
import { assertPublishable, assertTags, problemsOf, storedTags } from './tag-rules.ts';

type Reading = Pick<Call, 'db' | 'caller' | 'services'>;

/** A page configuration as releases need it. */
export interface Config {
  id: string;
  version: number;
  app_id: string;
  terminal: 'mobile' | 'pc';
  is_page_edit_console: 0 | 1;
  published_no: number | null;
  draft_no: number;
}

/** A configuration in the caller's range; refuses with 10404 or 10910. */
export async function configIn({ db, caller }: Pick<Reading, 'db' | 'caller'>, id: string, lock = false): Promise<Config> {
  const { rows } =
    await sql<Config>`select t.id, t.version, t.app_id, t.terminal, t.is_page_edit_console, t.published_no, t.draft_no from page_config t
    where t.id = ${id}::uuid and ${appInRange(caller.scope(), 't.app_id')} ${lock ? sql`for update of t` : sql``}`.execute(db);
  if (!rows[0]) throw caller.scope().all ? notFound() : outOfRange();
  return rows[0];
}

/** The tab with which a page begins, so that nobody begins with nothing. */
const fresh: Tag[] = [
  {
    tagIndex: 0,
    tagType: 0,
    systemKey: 'me',
    isLock: 1,
    cardArray: [],
    langs: { zh_CN: '我', en_US: 'Me', ja_JP: 'マイページ' },
    icon: null,
  },
];

export async function releaseOf(db: Db, configId: string, no: number): Promise<PageReleaseTable | undefined> {
  return db.selectFrom('page_release').selectAll().where('config_id', '=', configId).where('no', '=', no).executeTakeFirst();
}

/** The release that is shown now; undefined while none is. */
export async function shownRelease(db: Db, configId: string, now: number): Promise<PageReleaseTable | undefined> {
  return db
    .selectFrom('page_release')
    .selectAll()
    .where('config_id', '=', configId)
    .where('release_type', '=', 1)
    .where('withdrawn_at', 'is', null)
    .where('release_at', '<=', now)
    .orderBy('release_at', 'desc')
    .orderBy('no', 'desc')
    .executeTakeFirst();
}

const statusOf = (row: PageReleaseTable | undefined, shown: number | undefined, now: number): 0 | 1 | 2 =>
  !row || row.release_type !== 1 || row.withdrawn_at !== null || row.release_at > now ? 2 : row.no === shown ? 1 : 0;

/** The draft of a page, or one of its releases, with the problems found. */
export async function readTags(call: Reading, configId: string, no?: number): Promise<TagSet> {
  const { db, services } = call;
  const config = await configIn(call, configId);
  const row = await releaseOf(db, configId, no ?? config.draft_no);
  if (!row && no !== undefined) throw notFound();
  const tagList = row?.tag_list ?? fresh;
  return {
    configId,
    tagList,
    isPageEditConsole: row?.is_page_edit_console ?? config.is_page_edit_console,
    status: statusOf(row, (await shownRelease(db, configId, services.now()))?.no, services.now()),
    version: config.version,
    problems: await problemsOf(db, tagList, config.terminal),
  };
}

/** Saves a set as a draft, for the trial people, or as a release. */
export async function saveTags(call: Call, input: Parsed<typeof tagSave>): Promise<TagSet> {
  const { configId, version, releaseType, isPageEditConsole, note } = input;
  return call.write(async (tx) => {
    const inTx = { ...call, db: tx };
    const config = await configIn(inTx, configId, true);
    if (config.version !== version) throw stale(await readTags(inTx, configId));
    const tagList = storedTags(input.tagList, isPageEditConsole);
    await assertTags(tx, tagList, call.caller.scope());
    if (releaseType !== 0) assertPublishable(await problemsOf(tx, tagList, config.terminal));
    await addRelease(tx, call, config, { tagList, isPageEditConsole, releaseType, note, releaseAt: input.releaseAt });
    return readTags(inTx, configId);
  });
}

interface NewRelease {
  tagList: Tag[];
  isPageEditConsole: 0 | 1;
  releaseType: 0 | 1 | 2;
  note: string;
  releaseAt?: number | undefined;
}

async function addRelease(tx: Tx, call: Call, config: Config, given: NewRelease): Promise<number> {
  const { caller, services } = call;
  const now = services.now();
  const { tagList, isPageEditConsole, releaseType, note } = given;
  const releaseAt = releaseType === 1 ? Math.max(given.releaseAt ?? now, now) : now;
  const { rows } = await sql<{
    no: number;
  }>`insert into page_release (config_id, no, release_type, release_at, is_page_edit_console, tag_list, note, at, by)
    select ${config.id}::uuid, coalesce(max(no), 0) + 1, ${releaseType}, ${releaseAt}, ${isPageEditConsole}, ${JSON.stringify(tagList)}::jsonb, ${note}, ${now}, ${caller.uid}::uuid
    from page_release where config_id = ${config.id}::uuid returning no`.execute(tx);
  const { no } = rows[0]!;
  const fields = { draftNo: no, isPageEditConsole, ...(releaseType === 1 && { publishedNo: no, publishedAt: releaseAt }) };
  await changeObjects(tx, caller, pageConfigs.kind, [{ id: config.id, version: config.version, fields }]);
  return no;
}

/** Publishes an earlier release again. */
export async function rollBack(call: Call, { id, no }: Parsed<typeof pageRollback>): Promise<Reply<typeof pageRollback>> {
  return call.write(async (tx) => {
    const config = await configIn({ ...call, db: tx }, id, true);
    const row = await releaseOf(tx, id, no);
    if (!row) throw notFound();
    if (row.release_type === 0) throw wrongState('draft', { namespace: 'app-pages', key: 'release.type.0' });
    assertPublishable(await problemsOf(tx, row.tag_list, config.terminal));
    const given = { tagList: row.tag_list, isPageEditConsole: row.is_page_edit_console, releaseType: 1 as const, note: `#${no}` };
    return { no: await addRelease(tx, call, config, given) };
  });
}

/** Takes the shown releases of configurations away. */
export async function withdraw(call: Call, ids: readonly string[], reason: string | null): Promise<{ count: number }> {
  return call.write(async (tx) => {
    const before = await pageConfigs.kind.read(tx, ids, true);
    await sql`update page_release set withdrawn_at = ${call.services.now()} where config_id = any(${[...ids]}::uuid[]) and release_type = 1
      and withdrawn_at is null`.execute(tx);
    await changeObjects(
      tx,
      call.caller,
      pageConfigs.kind,
      ids.map((id) => ({ id, version: null, fields: { publishedNo: null, publishedAt: null } })),
      { reason },
    );
    return { count: [...before.values()].filter(({ fields }) => fields['publishedNo'] !== null).length };
  });
}

/** The releases of a configuration, the newest first. */
export async function listReleases(call: Reading, id: string): Promise<Reply<typeof pageReleases>> {
  const { db, caller, services } = call;
  await configIn(call, id);
  const now = services.now();
  const rows = await db.selectFrom('page_release').selectAll().where('config_id', '=', id).orderBy('no', 'desc').limit(200).execute();
  const shown = (await shownRelease(db, id, now))?.no;
  const names = await directory.people(
    db,
    rows.flatMap(({ by }) => by ?? []),
    caller.language,
    caller.scope(),
  );
  return {
    list: rows.map((row) => ({
      no: row.no,
      status: statusOf(row, shown, now),
      releaseType: row.release_type,
      releaseAt: Number(row.release_at),
      at: Number(row.at),
      by: names.get(row.by ?? '')?.name ?? '',
      note: row.note,
      tags: row.tag_list.length,
    })),
  };
}
