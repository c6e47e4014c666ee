import { sql, type RawBuilder } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { reencodeImage } from '#platform/files/image.ts';
import { widget, widgetCategory } from '../common/widget.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { directory } from './directory.ts';
import { peopleWithWidget } from './use-rule.ts';
import { linkIssues } from './widget-links.ts';
import { widgetsChanged } from './widget-changes.ts';

/** Categories on the server; one that holds widgets is not deleted. */
export const widgetCategories = crudServer(widgetCategory, {
  table: 'widget_category',
  written: (tx) => widgetsChanged(tx),
  rows: async ({ db }, categories) => {
    const rows = await db
      .selectFrom('widget')
      .select(['category_id as id', ({ fn }) => fn.countAll<number>().as('n')])
      .where('category_id', 'in', categories.length > 0 ? categories.map(({ id }) => id) : [nobody])
      .groupBy('category_id')
      .execute();
    const counts = new Map(rows.map(({ id, n }) => [id, Number(n)]));
    return categories.map(({ id }) => ({ widgets: counts.get(id) ?? 0 }));
  },
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{ category: string; id: string; name: string }>`select category_id as category, id, name ->> 'zh_CN' as name
      from widget where category_id = any(${[...ids]}::uuid[])`.execute(tx);
    return grouped(rows, ({ category }) => category, 'widget');
  },
});

const nobody = '00000000-0000-0000-0000-000000000000';

function grouped<R extends { id: string; name: string }>(rows: readonly R[], keyOf: (row: R) => string, kind: string) {
  const found = new Map<string, { kind: string; id: string; name: string }[]>();
  for (const row of rows) {
    const own = found.get(keyOf(row)) ?? [];
    own.push({ kind, id: row.id, name: row.name });
    found.set(keyOf(row), own);
  }
  return found;
}

type WidgetOperation = Operation<StoredOf<typeof widget.fields>>;

/** SQL condition: the widget in this column belongs to a department of the range. */
export const widgetInRange = (range: Range, column: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from widget own where own.id = ${sql.ref(column)} and ${directory.departmentInRange(range, 'own.owner_dept_id')})`;

/** Widgets on the server. */
export const widgets = crudServer(widget, {
  table: 'widget',
  directory,
  check: checkWidgets,
  usedBy: usesOfWidgets,
  written: (tx) => widgetsChanged(tx),
  where: (_means, { platform }) => (platform === undefined ? [] : [sql<boolean>`t.platforms @> ${JSON.stringify([platform])}::jsonb`]),
  rows: async ({ db }, list) => {
    const ids = list.map(({ id }) => id);
    const [online, opened] = [await onlineNames(db, ids), await openedOf(db, 'widget_id', ids)];
    return ids.map((id) => ({ versionName: online.get(id) ?? null, opened: opened.get(id) ?? 0 }));
  },
  detail: async ({ db, services }, one) => ({ people: await peopleWithWidget(db, one, services.now()) }),
});

async function onlineNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select distinct on (widget_id) widget_id as id, version_name as name
    from widget_version where widget_id = any(${[...ids]}::uuid[]) and status = 2 order by widget_id, build_no desc`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How often widgets or versions were opened in seven days, by id. */
export async function openedOf(db: Db, column: 'widget_id' | 'version_id', ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`select ${sql.ref(column)} as id, sum(opened)::int as n from widget_open
    where ${sql.ref(column)} = any(${[...ids]}::uuid[]) and day > (to_timestamp(${clock.now()}::bigint / 1000) at time zone 'UTC')::date - 7
    group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}

async function checkWidgets(tx: Tx, _caller: unknown, operations: readonly WidgetOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const kinds = await kindsOf(tx, operations);
  for (const [index, operation] of operations.entries()) {
    const { after, before } = operation;
    if (!after) continue;
    const found = linkIssues(after.kind ?? kinds.get(operation.id) ?? 'package', { ...after });
    const { icon, categoryId } = after;
    if (typeof icon === 'string' && icon !== before?.icon && !(await isPicture(icon)))
      found.push({ path: 'icon', namespace: 'widgets', key: 'issue.picture' });
    if (typeof categoryId === 'string' && categoryId !== before?.categoryId && !(await isCategory(tx, categoryId)))
      found.push({ path: 'categoryId', namespace: 'widgets', key: 'issue.noCategory' });
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}

async function kindsOf(tx: Tx, operations: readonly WidgetOperation[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; kind: string }>`select id, kind from widget
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

const isCategory = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('widget_category').select('id').where('id', '=', id).execute()).length > 0;

/** A picture that decodes and is no larger than an icon is. */
async function isPicture(address: string): Promise<boolean> {
  const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  return reencodeImage(bytes, { maxPixels: 4_000_000 }).then(
    () => true,
    () => false,
  );
}

/** What names widgets, by the id of the widget: versions online, app roles that give it, roles of its own. */
export async function usesOfWidgets(tx: Db, ids: readonly string[]): Promise<Map<string, { kind: string; id: string; name: string }[]>> {
  const { rows } = await sql<{ widget: string; kind: string; id: string; name: string }>`
    select widget_id::text as widget, 'widgetVersion' as kind, id::text, version_name as name from widget_version
      where widget_id = any(${[...ids]}::uuid[]) and status = ${widgetStatus.online}
    union all select w.widget_id::text, 'widgetRole', role.id::text, role.name from widget_role w join role on role.id = w.role_id
      where w.widget_id = any(${[...ids]}::uuid[])
    union all select substr(given.code, 8), 'mamRole', role.id::text, role.name from mam_role m join role on role.id = m.role_id, unnest(m.codes) as given(code)
      where given.code = any(${ids.map((id) => `widget:${id}`)})`.execute(tx);
  const found = new Map<string, { kind: string; id: string; name: string }[]>();
  for (const { widget: owner, ...use } of rows) found.set(owner, [...(found.get(owner) ?? []), use]);
  return found;
}

/** A widget as other modules name it. */
export interface WidgetName {
  readonly id: string;
  readonly name: ReturnType<typeof localOf>;
  readonly identifier: string;
  readonly kind: string;
  readonly status: number;
  readonly categoryId: string | null;
}

const localOf = (value: { zh_CN: string; en_US?: string | undefined; ja_JP?: string | undefined }) => value;

/** Widgets by id; unknown ids are absent. */
export async function readWidgets(db: Db, ids: readonly string[]): Promise<Map<string, WidgetName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('widget')
    .select(['id', 'name', 'widget_identifier as identifier', 'kind', 'status', 'category_id as categoryId'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
