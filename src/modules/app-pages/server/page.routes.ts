import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { sql } from 'kysely';
import { readApps } from '#modules/apps/server/public.ts';
import { pick } from '#kit/common/language.ts';
import { widgetInRange } from '#modules/widgets/server/public.ts';
import { containing } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import { pageReleases, pageRollback, pageWithdraw, tagList, tagPreview, tagSave, tagWidgets } from '../common/page.contract.ts';
import { configIn, listReleases, readTags, releaseOf, rollBack, saveTags, withdraw } from './page-release.ts';
import { drawTags, includes } from './resolve.ts';
import { storedTags } from './tag-rules.ts';

/** What the terminal of somebody would show of a page, and why the rest is left out. */
async function preview(call: Call, input: Parsed<typeof tagPreview>): Promise<Reply<typeof tagPreview>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const config = await configIn(call, input.configId);
  const { rows } =
    await sql`select from (select ${input.empId}::uuid as id) as given where ${directory.employeeInRange(range, 'given.id')}`.execute(db);
  if (rows.length === 0 || !(await directory.byUid(db, input.empId))) throw range.all ? notFound() : outOfRange();
  const draft = await releaseOf(db, config.id, config.draft_no);
  const edit = draft?.is_page_edit_console ?? config.is_page_edit_console;
  const tags = input.tagList ? storedTags(input.tagList, edit) : (draft?.tag_list ?? []);
  const known = (await readApps(db, [config.app_id])).get(config.app_id);
  const viewer = {
    deviceId: input.empId,
    proven: false,
    uid: input.empId,
    appId: config.app_id,
    appKey: known?.appKey ?? '',
    platform: input.platform,
    // The newest build there may be: what serves any build is shown.
    buildNo: 2_147_483_647,
    language: input.language,
    now: input.at ?? services.now(),
    reader: { range, language: caller.language },
  };
  const drawn = await drawTags(db, tags, viewer);
  const audience = await db.selectFrom('page_config').select('rows').where('id', '=', config.id).executeTakeFirstOrThrow();
  return {
    page: { configId: config.id, releaseNo: null, isPageEditConsole: edit, tags: drawn.tags },
    ...(await includes(db, audience.rows, input.empId)),
    left: drawn.left,
  };
}

interface WidgetRow {
  id: string;
  name: { zh_CN: string };
  widgetIdentifier: string;
  category: { zh_CN: string } | null;
  online: boolean;
}

async function widgetsFor({ db, caller }: Call, { text, ids }: Parsed<typeof tagWidgets>): Promise<Reply<typeof tagWidgets>> {
  const { rows } =
    await sql<WidgetRow>`select w.id, w.name, w.widget_identifier as "widgetIdentifier", c.name as category, w.status = 2 as online
    from widget w left join widget_category c on c.id = w.category_id where ${widgetInRange(caller.scope(), 'w.id')}
      and ${ids ? sql`w.id = any(${ids}::uuid[])` : sql`(w.name::text || ' ' || w.widget_identifier) ilike ${containing(text)}`}
    order by c.priority nulls last, w.priority limit 200`.execute(db);
  return {
    list: rows.map(({ name, category, ...row }) => ({
      ...row,
      name: pick(name, caller.language),
      category: category ? pick(category, caller.language) : '',
    })),
  };
}

/** Calls of pages beside those of the entities. */
export const pageRoutes: readonly BoundRoute[] = [
  handle(pageReleases, (call, { id }) => listReleases(call, id)),
  handle(pageWithdraw, (call, { ids, reason }) => withdraw(call, ids, reason ?? null)),
  handle(pageRollback, (call, input) => rollBack(call, input)),
  handle(tagList, (call, { configId, release }) => readTags(call, configId, release)),
  handle(tagSave, (call, input) => saveTags(call, input)),
  handle(tagWidgets, (call, input) => widgetsFor(call, input)),
  handle(tagPreview, (call, input) => preview(call, input)),
];
