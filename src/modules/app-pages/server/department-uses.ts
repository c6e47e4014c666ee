import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { BatchOptions } from '#kit/server/change/journal.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import { usesInTable, type DepartmentUse, type Replacing, type UseRow } from '#kit/server/department-use.ts';
import type { Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import type { Tag } from '../common/tag.ts';
import { isLive } from './live-releases.ts';
import { pageConfigs } from './page-config.ts';
import type { PageReleaseTable } from './pages.table.ts';

/** Adverts of the area: the departments that see them, and those whose people open a widget. */
export const advertDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'advert',
    title: { zh_CN: '广告', en_US: 'Adverts', ja_JP: '広告' },
    uses: usesInTable({ table: 'advert', columns: ['dept_ids', 'dept_widget_info'], kind: 'advert', name: sql`t.title ->> 'zh_CN'` }),
    unite: (changed: Fields): Fields =>
      Array.isArray(changed['deptWidgetInfo']) ? { ...changed, deptWidgetInfo: oneEach(changed['deptWidgetInfo'], deptOf) } : changed,
  },
];

/** Adverts in the tags of pages, as far as they are shown, tried or drafted: another department is a save of its own, which a revert takes back. */
export const tagDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'tagAdvert',
    title: { zh_CN: '页面中的广告', en_US: 'Adverts of pages', ja_JP: 'ページ内の広告' },
    uses: (
      ids,
    ) => sql<UseRow>`select distinct named.id as department_id, 'pageConfig'::text as object_kind, c.id::text as id, c.name as name
      from unnest(${ids}) as named(id) join page_config c on exists (select from page_release r
        where ${isLive(clock.now())} and strpos(r.tag_list::text, named.id::text) > 0)`,
    replace: async (tx, { caller }, { ids, replacing, options }) => {
      for (const id of ids) await saveReplaced(tx, { caller, id, replacing, options });
    },
  },
];

const deptOf = (value: Json): string => String((value as Fields)['deptId']);

/** The first of those that are alike. */
const oneEach = <T>(values: readonly T[], keyOf: (value: T) => string): T[] =>
  [...new Map(values.toReversed().map((value) => [keyOf(value), value])).values()].toReversed();

interface Replacement {
  caller: Caller;
  id: string;
  replacing: Replacing;
  options: BatchOptions;
}

/** Copies what counts of a configuration with other departments in it, in the same order, and lets the copies take the places. */
async function saveReplaced(tx: Tx, { caller, id, replacing, options }: Replacement): Promise<void> {
  const { rows: configs } = await sql<{
    draft_no: number;
    published_no: number | null;
    last: number;
  }>`select draft_no, published_no, (select max(no) from page_release where config_id = c.id) as last
    from page_config c where c.id = ${id}::uuid for update`.execute(tx);
  const config = configs[0];
  if (!config) return;
  const { rows } = await sql<PageReleaseTable>`select r.* from page_config c join page_release r on ${isLive(clock.now())}
    where c.id = ${id}::uuid order by r.no`.execute(tx);
  const copies = new Map<number, number>();
  for (const row of rows) {
    const no = config.last + copies.size + 1;
    copies.set(row.no, no);
    const tags = withDepartments(row.tag_list, replacing);
    await sql`insert into page_release (config_id, no, release_type, release_at, is_page_edit_console, tag_list, note, at, by)
      values (${id}::uuid, ${no}, ${row.release_type}, ${row.release_at}, ${row.is_page_edit_console}, ${JSON.stringify(tags)}::jsonb, ${row.note},
        ${clock.now()}, ${caller.uid}::uuid)`.execute(tx);
  }
  const [draftNo, publishedNo] = [copies.get(config.draft_no), config.published_no === null ? undefined : copies.get(config.published_no)];
  const fields = { ...(draftNo !== undefined && { draftNo }), ...(publishedNo !== undefined && { publishedNo }) };
  await changeObjects(tx, caller, pageConfigs.kind, [{ id, version: null, fields }], options);
}

/** Tags whose adverts name other departments. */
const withDepartments = (tags: readonly Tag[], replacing: Replacing): Tag[] =>
  tags.map((tag) => ({
    ...tag,
    cardArray: tag.cardArray.map((card) =>
      card.cardType === 1
        ? card
        : {
            ...card,
            tagAdverts: card.tagAdverts.map((advert) => ({
              ...advert,
              deptIds: [...new Set(advert.deptIds.map((id) => replacing.get(id) ?? id))],
              deptWidgetInfo: oneEach(
                advert.deptWidgetInfo.map((one) => ({ ...one, deptId: replacing.get(one.deptId) ?? one.deptId })),
                ({ deptId }) => deptId,
              ),
            })),
          },
    ),
  }));
