import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { assertCan, InvalidInput } from '#kit/server/refusal.ts';
import { readApps } from '#modules/apps/server/public.ts';
import { widgetRelatePage } from '../common/permissions.ts';
import { widgetRelationDelete, widgetRelationList, widgetRelationSave } from '../common/widget-relation.contract.ts';
import { pathsOfWidgets, withinWidget } from './within-widget.ts';
import { versionIn } from './widget-version.query.ts';
import { widgetInRange } from './widget.ts';
import { widgetsChanged } from './widget-changes.ts';

/** Relations of widget versions to app versions in the change engine; they lie where their widget lies. */
export const widgetRelationKind: Kind = relations();

function relations(): Kind {
  const kind = withinWidget(
    tableKind({
      kind: 'widgetRelation',
      module: 'widgets',
      codes: { read: widgetRelatePage.code, revert: widgetRelatePage.button.save },
      table: 'widget_relation',
      name: 'platform',
      fields: {
        widgetVersionId: { column: 'widget_version_id', internal: true },
        appId: { column: 'app_id', internal: true },
        platform: { column: 'platform' },
        fromBuild: { column: 'from_build' },
        toBuild: { column: 'to_build' },
      },
      unique: { widget_relation_app: 'appId' },
    }),
    async (tx, all) => {
      const ids = all.map((fields) => idIn(fields, 'widgetVersionId'));
      const { rows } = await sql<{ id: string; widget: string }>`select id, widget_id as widget from widget_version
        where id = any(${ids.flatMap((one) => one ?? [])}::uuid[])`.execute(tx);
      const known = new Map(rows.map(({ id, widget }) => [id, widget]));
      return ids.map((one) => (one === undefined ? undefined : known.get(one)));
    },
  );
  return {
    ...kind,
    write: async (tx, caller, operations) => {
      await kind.write(tx, caller, operations);
      await widgetsChanged(tx);
    },
  };
}

const idIn = (fields: Fields | null, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

interface Row {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  widget_version_id: string;
  app_id: string;
  platform: 1 | 2 | 4 | 5 | 8;
  from_build: number;
  to_build: number | null;
  widget_id: string;
  name: { zh_CN: string };
  version_name: string;
}

async function listRelations(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  { widgetVersionId, appId, build }: Parsed<typeof widgetRelationList>,
): Promise<Reply<typeof widgetRelationList>> {
  const { rows } = await sql<Row>`select r.*, v.widget_id, v.version_name, w.name from widget_relation r
    join widget_version v on v.id = r.widget_version_id join widget w on w.id = v.widget_id
    where ${widgetInRange(caller.scope(), 'v.widget_id')}
      and ${widgetVersionId ? sql`r.widget_version_id = ${widgetVersionId}::uuid` : sql`true`}
      and ${appId ? sql`r.app_id = ${appId}::uuid` : sql`true`}
      and ${build === undefined ? sql`true` : sql`r.from_build <= ${build} and (r.to_build is null or r.to_build >= ${build})`}
    order by r.app_id, r.platform, v.build_no desc limit 1000`.execute(db);
  const apps = await readApps(
    db,
    rows.map((row) => row.app_id),
  );
  const { language } = caller;
  return {
    list: rows.map((row) => ({
      id: row.id,
      version: row.version,
      createdAt: row.created_at,
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
      widgetVersionId: row.widget_version_id,
      widgetId: row.widget_id,
      widgetName: pick(row.name, language),
      versionName: row.version_name,
      appId: row.app_id,
      appName: pick(apps.get(row.app_id)?.name ?? {}, language),
      platform: row.platform,
      fromBuild: row.from_build,
      toBuild: row.to_build,
    })),
  };
}

/** Adds rows and changes those of the same app and platform. */
async function saveRelations(tx: Tx, call: Call, { widgetVersionId, rows }: Parsed<typeof widgetRelationSave>): Promise<{ count: number }> {
  const own = await versionIn({ ...call, db: tx }, widgetVersionId);
  const apps = await readApps(
    tx,
    rows.map(({ appId }) => appId),
  );
  const wrong = rows.findIndex(({ appId, fromBuild, toBuild }) => !apps.has(appId) || (toBuild !== null && toBuild < fromBuild));
  if (wrong >= 0) {
    const path = apps.has(rows[wrong]!.appId) ? 'toBuild' : 'appId';
    throw new InvalidInput([{ path: `rows.${wrong}.${path}`, namespace: 'widgets', key: `issue.relation.${path}` }]);
  }
  const present = await tx.selectFrom('widget_relation').selectAll().where('widget_version_id', '=', widgetVersionId).execute();
  const keyOf = (one: { platform: number }, app: string): string => `${app} ${one.platform}`;
  const known = new Map(present.map((one) => [keyOf(one, one.app_id), one.id]));
  const path = (await pathsOfWidgets(tx, [own.widget_id])).get(own.widget_id) ?? null;
  const requested = [...new Map(rows.map((row) => [keyOf(row, row.appId), row])).entries()];
  const fresh = requested.filter(([key]) => !known.has(key));
  const changed = requested.flatMap(([key, { fromBuild, toBuild }]) => {
    const id = known.get(key);
    return id === undefined ? [] : [{ id, version: null, fields: { fromBuild, toBuild } }];
  });
  if (fresh.length > 0) assertCan(call.caller, widgetRelatePage.button.assign);
  if (changed.length > 0) assertCan(call.caller, widgetRelatePage.button.save);
  if (fresh.length > 0)
    await createObjects(
      tx,
      call.caller,
      widgetRelationKind,
      fresh.map(([, row]) => ({
        name: `${own.version_name} · ${pick(apps.get(row.appId)?.name ?? {}, 'zh_CN')}`,
        path,
        fields: { widgetVersionId, ...row },
      })),
    );
  if (changed.length > 0) await changeObjects(tx, call.caller, widgetRelationKind, changed);
  return { count: requested.length };
}

/** Calls of relations. */
export const widgetRelationRoutes: readonly BoundRoute[] = [
  handle(widgetRelationList, (call, input) => listRelations(call, input)),
  handle(widgetRelationSave, (call, input) => call.write((tx) => saveRelations(tx, call, input))),
  handle(widgetRelationDelete, (call, { ids }) =>
    call.write(async (tx) => ({ count: await removeObjects(tx, call.caller, widgetRelationKind, ids) })),
  ),
];
