import { sql } from 'kysely';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { assertCan, InvalidInput, outOfRange } from '#kit/server/refusal.ts';
import { containing } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import { versionWidgetCandidates, versionWidgetCopy, versionWidgetList, versionWidgetSave } from '../../common/release.contract.ts';
import { versionWidgetPage } from '../../common/permissions.ts';
import { findVersion } from '../release/find-version.ts';
import { versions } from './version.ts';

interface Widget {
  id: string;
  name: LocalDraft;
  widget_identifier: string;
}

/** Whether this product keeps widgets: their module stands on this one, so that it is only asked through its table. */
async function hasWidgets(db: Db): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('widget') is not null as known`.execute(db);
  return rows[0]?.known ?? false;
}

/** Of these widgets those that belong to departments of a range. */
async function widgetsSeen(db: Db, range: Range, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || !(await hasWidgets(db))) return new Set();
  const { rows } = await sql<{ id: string }>`select t.id from widget t where t.id = any(${[...ids]}::uuid[])
    and ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function widgetsByIds(db: Db, ids: readonly string[]): Promise<Map<string, Widget>> {
  if (ids.length === 0 || !(await hasWidgets(db))) return new Map();
  const { rows } = await sql<Widget>`select id, name, widget_identifier from widget where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Widgets that are added lie in the caller's range. */
async function assertInRange(db: Db, range: Range, ids: readonly string[]): Promise<void> {
  if (range.all || ids.length === 0) return;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from widget t where t.id = any(${[...ids]}::uuid[])
    and ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(db);
  if (rows[0]?.n !== ids.length) throw outOfRange();
}

type Rows = readonly { readonly widgetId: string; readonly kind: string }[];

/** The buttons that a change of the widgets of a version asks for. */
function buttonsFor(before: Rows, after: Rows): string[] {
  const { assign, remove, sort } = versionWidgetPage.button;
  const [old, requested] = [new Map(before.map((row) => [row.widgetId, row.kind])), new Set(after.map(({ widgetId }) => widgetId))];
  const [stayed, kept] = [before.filter(({ widgetId }) => requested.has(widgetId)), after.filter(({ widgetId }) => old.has(widgetId))];
  return [
    ...(after.some(({ widgetId, kind }) => old.get(widgetId) !== kind) ? [assign] : []),
    ...(stayed.length < before.length ? [remove] : []),
    ...(stayed.some(({ widgetId }, at) => kept[at]?.widgetId !== widgetId) ? [sort] : []),
  ];
}

/** Widgets of a version: bundled, required or allowed. */
export const versionWidgetRoutes: readonly BoundRoute[] = [
  handle(versionWidgetList, async ({ db, caller }, { appVersionId }) => {
    const { version } = await findVersion(db, caller, appVersionId);
    const { widgets } = await db.selectFrom('app_version').select('widgets').where('id', '=', appVersionId).executeTakeFirstOrThrow();
    const known = await widgetsByIds(
      db,
      widgets.map(({ widgetId }) => widgetId),
    );
    const seen = await widgetsSeen(db, caller.scope(), [...known.keys()]);
    const list = widgets.map(({ widgetId, kind }) => {
      const widget = known.get(widgetId);
      // A version may hold widgets from outside: they are there, and not named.
      if (widget && !seen.has(widgetId)) return { widgetId, kind, name: outsideWord(caller.language), identifier: '' };
      return { widgetId, kind, name: widget ? pick(widget.name, caller.language) : widgetId, identifier: widget?.widget_identifier ?? '' };
    });
    return { version, list };
  }),
  handle(versionWidgetCandidates, async ({ db, caller }, { text = '' }) => {
    const range = caller.scope();
    if (!(await hasWidgets(db))) return { list: [] };
    const { rows } =
      await sql<Widget>`select t.id, t.name, t.widget_identifier from widget t where ${directory.departmentInRange(range, 't.owner_dept_id')}
      and (t.name::text ilike ${containing(text)} or t.widget_identifier ilike ${containing(text)}) order by t.widget_identifier limit 50`.execute(
        db,
      );
    return { list: rows.map((row) => ({ widgetId: row.id, name: pick(row.name, caller.language), identifier: row.widget_identifier })) };
  }),
  handle(versionWidgetCopy, ({ caller, write }, { appVersionId, version, fromId }) =>
    write(async (tx) => {
      await findVersion(tx, caller, appVersionId);
      await findVersion(tx, caller, fromId);
      const { widgets } = await tx.selectFrom('app_version').select('widgets').where('id', '=', fromId).executeTakeFirstOrThrow();
      const [state] = await changeObjects(tx, caller, versions.kind, [{ id: appVersionId, version, fields: { widgets } }]);
      return { version: state!.version };
    }),
  ),
  handle(versionWidgetSave, ({ caller, write }, { appVersionId, version, rows }) =>
    write(async (tx) => {
      await findVersion(tx, caller, appVersionId);
      const unique = [...new Map(rows.map((row) => [row.widgetId, row])).values()];
      const known = await widgetsByIds(
        tx,
        unique.map(({ widgetId }) => widgetId),
      );
      const { widgets: before } = await tx
        .selectFrom('app_version')
        .select('widgets')
        .where('id', '=', appVersionId)
        .executeTakeFirstOrThrow();
      const old = new Set(before.map(({ widgetId }) => widgetId));
      for (const button of buttonsFor(before, unique)) assertCan(caller, button);
      await assertInRange(
        tx,
        caller.scope(),
        unique.flatMap(({ widgetId }) => (known.has(widgetId) && !old.has(widgetId) ? [widgetId] : [])),
      );
      const unknown = unique.findIndex(({ widgetId }) => !known.has(widgetId));
      if (unknown >= 0) throw new InvalidInput([{ path: `rows.${unknown}.widgetId`, namespace: 'apps', key: 'version.noWidget' }]);
      const [state] = await changeObjects(tx, caller, versions.kind, [{ id: appVersionId, version, fields: { widgets: unique } }]);
      return { version: state!.version };
    }),
  ),
];
